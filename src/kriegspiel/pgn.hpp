#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "game/record.hpp"
#include "kriegspiel/game.hpp"

// Kriegspiel games as PGN, in the extended form that the University of Bologna introduced: what the
// umpire said and which tries were refused stand in a comment behind each move,
// `{Xd3,P2,CLF:a4-b3,a6-b5}`, so that any PGN reader still gets the real game.
namespace nebel::kriegspiel {

/// The game as PGN. The ruleset stands in the tag `Rules`; the question "Any?" stands among the
/// refused tries as `any`; tries made after the last move stand in the tag `LastTries`.
std::string to_pgn(const GameRecord<Kriegspiel>& record);

/// Every game of a PGN text, replayed by the umpire so that all announcements are there again.
/// Games without the tag `Rules` are read as wild16 without automatic draws; comments that are not
/// of the extended form are passed over. The first game that cannot be replayed is an error.
Parsed<std::vector<GameRecord<Kriegspiel>>> from_pgn(std::string_view text);

}  // namespace nebel::kriegspiel
