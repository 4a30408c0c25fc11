#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "game/record.hpp"
#include "kriegspiel/game.hpp"

namespace nebel::cli {

/// Every Kriegspiel game of the files, one after the other: records as JSON lines, a store of
/// `nebel match`, or PGN; which it is, is seen from the file's first bytes. Games of other kinds in
/// a store are passed over. `visit` returns false to stop. Throws UserError naming the file and the
/// line or game that cannot be read.
void each_kriegspiel_game(
    const std::vector<std::string>& files,
    const std::function<bool(const GameRecord<kriegspiel::Kriegspiel>&)>& visit);

/// Whether a player's full name ("aosp:boards=80") is the one asked for: the whole of it, or its
/// part before the options.
bool is_player(const std::string& full_name, const std::string& asked);

}  // namespace nebel::cli
