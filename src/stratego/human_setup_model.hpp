#pragma once

#include <array>
#include <cstddef>

// How people set up, as frequencies and weights computed from 20,000 classic set-ups of people;
// tools/stratego_setup_statistics.py computes them and explains each table. Squares are those of a
// set-up (front row first, left to right) with the flag on the left half; a flag square is counted
// over that half alone: five to a row.
namespace nebel::stratego::human {

inline constexpr std::size_t kWidth = 10;
inline constexpr std::size_t kRows = 4;
inline constexpr std::size_t kSize = kWidth * kRows;
inline constexpr std::size_t kHalf = kSize / 2;
inline constexpr std::size_t kWalkers = 10;

/// How often the flag stands on each square of the half.
extern const std::array<float, kHalf> kFlag;
/// For each flag square, how often each pattern of bombs stands next to it: bit 0 in front, 1
/// behind, 2 to the left, 3 to the right.
extern const std::array<std::array<float, 16>, kHalf> kShield;
/// For each flag square, how likely a bomb is on each square that is not next to the flag.
extern const std::array<std::array<float, kSize>, kHalf> kBomb;
/// The weight of each rank that walks (from the spy) on each square.
extern const std::array<std::array<float, kSize>, kWalkers> kPlace;
/// The weight of each pair of ranks side by side: left, right (from the spy, bomb and flag last).
extern const std::array<std::array<float, 12>, 12> kBeside;
/// The weight of each pair of ranks in a file: in front, behind.
extern const std::array<std::array<float, 12>, 12> kBehind;

}  // namespace nebel::stratego::human
