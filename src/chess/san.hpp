#pragma once

#include <string>
#include <string_view>

#include "chess/position.hpp"

namespace nebel::chess {

/// Standard algebraic notation of a legal move: "Nbd2", "exd6", "e8=Q+", "O-O", "Qh7#".
std::string to_san(const Position& pos, Move m);

/// Reads SAN against a position. Lenient in form (0-0, missing + or #, trailing !?, "e8Q"), strict
/// in meaning: exactly one legal move must fit. Also accepts UCI text.
Parsed<Move> parse_san(const Position& pos, std::string_view text);

}  // namespace nebel::chess
