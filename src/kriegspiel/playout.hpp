#pragma once

#include "core/rng.hpp"
#include "kriegspiel/referee.hpp"

// Uniformly random play by two seats that know no more than they are told.
namespace nebel::kriegspiel {

struct PlayoutEnd {
    Outcome outcome;
    int moves;     ///< tries that were accepted
    int refusals;  ///< tries that were refused
};

/// Plays a game that has not been opened to its end. Each seat draws uniformly from the tries its
/// view would list, so a refused try is never repeated and every answer is the umpire's own. The
/// referee holds the end afterwards.
///
/// Allocates nothing itself. For many games assign a fresh start to the same object: the umpire's
/// memory of positions then keeps its storage.
PlayoutEnd random_playout(Referee& referee, Rng& rng);

}  // namespace nebel::kriegspiel
