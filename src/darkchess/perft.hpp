#pragma once

#include <cstdint>

#include "darkchess/board.hpp"

namespace nebel::darkchess {

/// Counts the lines of `depth` plies: each man a flip can show is a branch of its own, a side
/// without men or moves ends its line, draws do not exist.
std::uint64_t perft(const Board& board, int depth);

}  // namespace nebel::darkchess
