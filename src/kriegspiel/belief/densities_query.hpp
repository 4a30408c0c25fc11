#pragma once

#include <array>
#include <cstdint>

#include "kriegspiel/action.hpp"
#include "kriegspiel/belief/densities_maps.hpp"
#include "kriegspiel/own_men.hpp"

// What the densities say of the next announcements: the first set of assumptions of Ciancarini and
// Favini (2010, section 5.2) and the share of the second that concerns the opponent's captures.
// Nothing here allocates; a call costs tens of nanoseconds, the whole-board ones less than a
// microsecond or two. Constants are listed in docs/densities.md.
namespace nebel::kriegspiel {

/// Share of the pieces that go along a line of a given kind: three of the seven. And the knights.
inline constexpr float kLineShare = 3.0F / 7.0F;
inline constexpr float kKnightShare = 2.0F / 7.0F;

/// Expected number of enemy men that could take on a square: king beside it, pawns at its corners,
/// pieces on its lines as far as the way is likely free, knights. Own men block. May exceed 1.
float control(const DensityMaps& maps, const OwnMen& own, chess::Square square);
/// The same for every square of the board at once, much cheaper than one by one.
std::array<float, 64> control_map(const DensityMaps& maps, const OwnMen& own);

/// How well a square is defended by enemy men, with weights tuned for play: 0.6 of the pieces on
/// queen lines, 0.2 on knight squares, 2.0 of the pawns. May exceed 1.
float protection(const DensityMaps& maps, const OwnMen& own, chess::Square square);

/// Chance that moving the man from `from` to `to` would open a line on the own king: 0.45 of the
/// pieces beyond it, as far as the way is free. 0 for the king itself and for men on no such line.
float pin_chance(const DensityMaps& maps, const OwnMen& own, chess::Square from, chess::Square to);

/// Chance that the umpire accepts a try: the way is empty (to its end for a straight pawn step), a
/// pawn's diagonal meets a man, the king is not left attacked. In check (`kinds` as announced) a
/// man that is not the king must step on a line of the check. "Any?" is always accepted.
float legality(const DensityMaps& maps,
               const OwnMen& own,
               const Action& action,
               std::uint8_t kinds = 0);

/// Chance that an accepted try takes a pawn or a piece. A pawn's straight step takes nothing, its
/// diagonal one always something.
struct CaptureChance {
    float pawn = 0;
    float piece = 0;
    [[nodiscard]] float any() const { return pawn + piece; }
};
CaptureChance capture_chance(const DensityMaps& maps, const OwnMen& own, const Action& action);

/// Chance that the man, once on its new square, checks the enemy king (as the man it promotes to).
float check_chance(const DensityMaps& maps, const OwnMen& own, const Action& action);

/// Expected number of pawn captures that the enemy has on a square of ours.
float pawn_threat(const DensityMaps& maps, const OwnMen& own, chess::Square square);

/// Chance that the opponent's next move takes the own man on each square, in proportion to how
/// many enemy men control it; the sum is at most `total`, less where hardly anything is
/// exposed. 0 for the king.
std::array<float, 64> capture_risks(const DensityMaps& maps, const OwnMen& own, float total = 0.1F);

/// Chance that the opponent takes back on a square where we have just taken, given how many
/// captures there have been on it before: nearly certain the first time, then by control, halved
/// for each further exchange.
float retaliation(const DensityMaps& maps, const OwnMen& own, chess::Square square, int exchanges);

}  // namespace nebel::kriegspiel
