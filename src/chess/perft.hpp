#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "chess/position.hpp"

namespace nebel::chess {

/// The number of legal move sequences of exactly this length: the standard proof of a move
/// generator. The last ply is counted, not played.
std::uint64_t perft(const Position& pos, int depth);

/// The same split by the first move.
std::vector<std::pair<Move, std::uint64_t>> perft_divide(const Position& pos, int depth);

}  // namespace nebel::chess
