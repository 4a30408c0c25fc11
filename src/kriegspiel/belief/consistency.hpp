#pragma once

#include "chess/movegen.hpp"
#include "kriegspiel/belief/story.hpp"

// Whether a complete board could have given rise to what was said: the umpire's own functions,
// asked the other way round.
namespace nebel::kriegspiel {

/// Everything said about the position itself: the checks, the pawn captures of the side to move,
/// and that the game went on.
bool agrees_standing(const chess::Position& after, const Said& said);

/// Whether this legal move would have been announced as a capture (or not) the way it was. To be
/// asked before the move is made.
bool agrees_taking(const chess::Position& before,
                   chess::Move move,
                   const Said& said,
                   const Announcements& says);

/// Every try was refused here because it is not legal, and "Any?" was answered as it was.
bool agrees_with_turn(const chess::Position& position,
                      std::span<const Action> refused,
                      std::int8_t asked);

/// Makes the own move of a ply if the board agrees with all of it. On false the position is as it
/// was, or has the move made and is of no further use.
bool make_own_ply(chess::Position& position, const Ply& ply, const Story& story);

/// The same for a hidden move that is legal in the position.
bool make_hidden_ply(chess::Position& position,
                     chess::Move move,
                     const Ply& ply,
                     const Announcements& says);

}  // namespace nebel::kriegspiel
