#pragma once

#include <string>
#include <string_view>

#include "darkchess/game.hpp"
#include "game/record.hpp"

// The text records of the Taiwanese tournaments' platform:
//
//     * NAME vs NAME                     the one who moves first is named first
//     * 1 2 2 2 2 2 5 1 2 2 2 2 2 5      men of each side
//     * X X X X                          eight rows, all dark
//     * first 0
//     * time 900
//     * 1. b3(m) c2(C)                   two plies a line; a flip with the man it showed
//     * 2. a4-a5 c2-c1
//     * NoMove NAME wins 1,0             reason, winner, points of the first and the second mover
//     * Comment 0 0
namespace nebel::darkchess {

/// Plays the record at a table under these rules (the platform's: "ntu60,repetition=platform") and
/// returns what the scribe wrote. A record does not say what lay under the squares nobody flipped:
/// they get the men left over, in a fixed order. Every ply must be legal; where the record names an
/// end that the rules decide, the rules must agree, at the same ply. A record without a line for
/// the end is a game that was broken off.
Parsed<GameRecord<DarkChess>> read_platform_record(std::string_view text, const Rules& rules);

/// Reasons the platform does not know are written by their own names, which the reader accepts.
/// Throws UserError for a record that does not replay.
std::string write_platform_record(const GameRecord<DarkChess>& record);

}  // namespace nebel::darkchess
