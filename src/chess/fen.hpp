#pragma once

#include <string>
#include <string_view>

#include "chess/position.hpp"

namespace nebel::chess {

/// Reads a FEN strictly: placement, side, castling, en passant, and optionally both counters. The
/// number of ranks and their width give the shape (4x4 to 8x8). A plausible en passant square where
/// no pawn could take is accepted and dropped.
Parsed<Position> parse_fen(std::string_view text);
/// The same without the final judgement on the position: for boards that are only part of the
/// truth (one seat's own men).
Parsed<Setup> parse_fen_setup(std::string_view text);

/// Writes a FEN; the en passant square appears only when an en passant capture is legal.
std::string to_fen(const Position& pos);
/// The placement field alone.
std::string placement(const Position& pos);

}  // namespace nebel::chess
