#pragma once

#include <algorithm>
#include <array>

#include "chess/shape.hpp"
#include "chess/types.hpp"

namespace nebel::kriegspiel {

/// The only notion of value that approaches B and C have: own men against the enemy's counts.
/// Numbers of the program's authors.
struct MaterialScale {
    float pawn_rank = 0.6F;                              ///< a pawn's worth for each of its ranks
    std::array<float, 7> worth{0, 0, 1.5F, 2, 3, 5, 0};  ///< of the other types
    float enemy_share = 0.9F;
    float enemy_pawn = 2.4F;
    float enemy_piece = 18.0F / 7.0F;

    /// Ranks count as on a board eight high: the last step before promotion is worth the same.
    [[nodiscard]] float of(chess::PieceType type,
                           chess::Square s,
                           chess::Colour colour,
                           const chess::Shape& shape) const {
        if (type != chess::kPawn)
            return worth[type];
        const int to_go = shape.height - 1 - shape.relative_rank(colour, s);
        return pawn_rank * static_cast<float>(std::max(1, 8 - to_go));
    }

    /// Between -1 and 1. The small constant keeps more men better than fewer against a bare king.
    [[nodiscard]] float score(float own, float pawns, float pieces) const {
        const float enemy = enemy_share * (enemy_pawn * std::max(0.0F, pawns) +
                                           enemy_piece * std::max(0.0F, pieces));
        return 2 * (own / (own + enemy + 0.5F) - 0.5F);
    }
};

}  // namespace nebel::kriegspiel
