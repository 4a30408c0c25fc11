#pragma once

#include "core/rng.hpp"
#include "game/outcome.hpp"
#include "stratego/position.hpp"
#include "stratego/setup.hpp"

namespace nebel::stratego {

/// How a random game ended.
struct Playout {
    Outcome outcome;
    int plies;
};

/// The board on which both set-ups stand and the first seat is to move.
Position position_of(const Rules& rules, const Setup& red, const Setup& blue);

/// Plays uniformly random legal moves to the end, by the referee's rules. All ranks must be known.
/// Allocates nothing.
Playout random_playout(Position position, Rng& rng);

}  // namespace nebel::stratego
