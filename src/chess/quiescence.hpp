#pragma once

#include "chess/position.hpp"

namespace nebel::chess {

/// One quick score for a board: captures and promotions (and ways out of check, for a few plies)
/// played out until the position is quiet, then evaluate(). For players that must score many
/// boards: a few microseconds, no tables, no state. A position without legal moves is scored as
/// mate or draw.
int quiesce(const Position& pos);

/// A quicker guess at it where evaluate() of the position is known already, and that it has a
/// legal move and enough material to mate with: captures change material and where men stand, all
/// else is taken to stay as it was. A few centipawns off.
int quiesce_from(const Position& pos, int evaluation);

}  // namespace nebel::chess
