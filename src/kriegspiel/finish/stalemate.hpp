#pragma once

#include "kriegspiel/action.hpp"
#include "kriegspiel/own_men.hpp"

// The guard against the draw that throws won games away. For an enemy that has its king and, at
// most, men that cannot move.
namespace nebel::kriegspiel {

/// The squares of `kings` on which the enemy's king, to move, is stalemated by our men as they
/// stand. `fixed` are enemy men that cannot move (blocked pawns): they stand in the way of sliders
/// and of their own king.
chess::Bitboard stalemated_squares(const OwnMen& men,
                                   chess::Bitboard kings,
                                   chess::Bitboard fixed = 0);

/// Would this try, if it is accepted, leave a possible king stalemated? `men` are ours before it; a
/// capture of a fixed man is allowed for.
bool may_stalemate(const OwnMen& men,
                   const Action& action,
                   chess::Bitboard kings,
                   chess::Bitboard fixed = 0);

}  // namespace nebel::kriegspiel
