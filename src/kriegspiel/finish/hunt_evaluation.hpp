#pragma once

#include <array>
#include <cstdint>

#include "kriegspiel/finish/hunters.hpp"

namespace nebel::kriegspiel {

/// How far we are from mate: less is better. A proven mate in n moves of ours is kMate + n, a game
/// that can be drawn is kDraw.
using Cost = std::int32_t;
inline constexpr Cost kMate = -1'000'000;
inline constexpr Cost kMateBound = kMate + 1000;
inline constexpr Cost kDraw = 1'000'000;

/// Guesses the cost of a set of possible kings at our turn. What counts: the region the king could
/// roam while our men stand still, how many squares of it are possible now, how near our king is,
/// how near the edge (or the right corner) they are, and what is left to promote.
class HuntEvaluation {
 public:
    explicit HuntEvaluation(const chess::Shape& shape);
    [[nodiscard]] Cost cost(const Hunters& men, chess::Bitboard kings) const;

 private:
    [[nodiscard]] Cost material(const Hunters& men) const;

    const chess::Shape* shape_;
    std::array<chess::Bitboard, 3> inner_{};  ///< squares at least 1, 2, 3 steps from the edge
    std::array<std::array<chess::Bitboard, 8>, 64> around_{};  ///< [king][steps]
};

}  // namespace nebel::kriegspiel
