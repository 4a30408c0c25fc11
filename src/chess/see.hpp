#pragma once

#include "chess/position.hpp"

namespace nebel::chess {

/// What a legal move wins or loses in centipawns if both sides go on taking on its target square as
/// long as that pays. Pins are ignored.
int static_exchange(const Position& pos, Move m);

/// What a legal move takes, and what a pawn gains by what it becomes: no exchange wins more.
int exchange_stake(const Position& pos, Move m);

/// Whether static_exchange() loses nothing; mostly known without playing it out.
bool exchange_holds(const Position& pos, Move m);

}  // namespace nebel::chess
