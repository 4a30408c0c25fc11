#pragma once

#include "chess/position.hpp"

namespace nebel::chess {

/// One quick score for a board: captures and promotions (and ways out of check, for a few plies)
/// played out until the position is quiet, then evaluate(). For players that must score many
/// boards: a few microseconds, no tables, no state. A position without legal moves is scored as
/// mate or draw.
int quiesce(const Position& pos);

}  // namespace nebel::chess
