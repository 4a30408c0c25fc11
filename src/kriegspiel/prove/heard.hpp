#pragma once

#include <cstdint>

#include "chess/position.hpp"
#include "kriegspiel/belief/story.hpp"

namespace nebel::kriegspiel {

/// What both sides hear when this legal move is made: the umpire's own questions about checks and
/// pawn captures, put into the words that beliefs compare. `after` has the move made and the game
/// goes on there.
Said said_of(const chess::Position& before,
             chess::Move move,
             const chess::Position& after,
             const Announcements& says);

/// Equal words, equal number; different words have different ones but for an accident.
std::uint64_t fingerprint(const Said& said);

/// How a position that was just reached is judged, as far as it tells by itself: repetition is not
/// seen. The side to move is the one that `Mated` and `Stalemated` are about.
enum class Standing : std::uint8_t { GoesOn, Mated, Stalemated, Drawn };
Standing standing(const chess::Position& position, const Rules& rules);

}  // namespace nebel::kriegspiel
