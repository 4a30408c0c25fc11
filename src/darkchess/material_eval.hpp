#pragma once

#include "darkchess/board.hpp"

// The material evaluation of Jouandeau and Cazenave (2014).
namespace nebel::darkchess {

/// The paper's weights {K G M R N C P} = {0.15 0.10 0.07 0.05 0.03 0.05 0.05} in hundredths.
inline constexpr std::array<int, kKinds> kPaperWeights{15, 10, 7, 5, 3, 5, 5};

/// The weight of a side's men that have not been captured, dark ones counted: what is left of each
/// sort is public.
int material(const Board& board, Colour colour);

/// One side's material less the other's.
inline int material_lead(const Board& board, Colour colour) {
    return material(board, colour) - material(board, other(colour));
}

}  // namespace nebel::darkchess
