#pragma once

#include "chess/position.hpp"

namespace nebel::chess {

/// What a legal move wins or loses in centipawns if both sides go on taking on its target square as
/// long as that pays. Pins are ignored.
int static_exchange(const Position& pos, Move m);

}  // namespace nebel::chess
