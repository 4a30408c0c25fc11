#pragma once

#include <algorithm>
#include <array>

#include "chess/types.hpp"

namespace nebel::kriegspiel {

/// Expected enemy men on each square of the frame, by the three classes an umpire tells apart. The
/// king's map sums to 1, the others to the number of pawns and of pieces left (an expectation where
/// captures do not name the man); no square holds more than one man, own squares and squares off
/// the board hold none.
struct DensityMaps {
    std::array<float, 64> king{};
    std::array<float, 64> pawn{};
    std::array<float, 64> piece{};

    /// Chance that any enemy man stands there.
    [[nodiscard]] float man(chess::Square s) const { return king[s] + pawn[s] + piece[s]; }
    [[nodiscard]] float empty(chess::Square s) const { return std::max(0.0F, 1.0F - man(s)); }
    bool operator==(const DensityMaps&) const = default;
};

}  // namespace nebel::kriegspiel
