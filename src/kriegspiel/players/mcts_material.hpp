#pragma once

#include <algorithm>
#include <array>

#include "chess/shape.hpp"
#include "chess/types.hpp"

namespace nebel::kriegspiel {

/// What approaches B and C think men are worth: own men against the enemy's counts. The numbers are
/// those of the program's authors, in which a pawn grows by every step and equals a piece in the
/// end.
struct MaterialScale {
    float pawn_base = 0;     ///< a pawn's worth wherever it stands
    float pawn_rank = 0.6F;  ///< and for each of its ranks
    float pawn_bend = 0;     ///< and for the cube of the ranks it has gone
    std::array<float, 7> worth{0, 0, 1.5F, 2, 3, 5, 0};  ///< of the other types
    float enemy_share = 0.9F;
    float enemy_pawn = 2.4F;
    float enemy_piece = 18.0F / 7.0F;

    /// Halfway to the values of chess players: pawns are less than pieces and grow late, rooks and
    /// queens are not given for pawns. Each piece of the enemy counts as the mean of the seven.
    static constexpr MaterialScale halfway() {
        MaterialScale scale;
        scale.pawn_base = 0.6F;
        scale.pawn_rank = 0.25F;
        scale.pawn_bend = 0.006F;
        scale.worth = {0, 0, 2.3F, 2.5F, 3.8F, 7, 0};
        scale.enemy_pawn = 1.9F;
        scale.enemy_piece = 3.5F;
        return scale;
    }

    /// Ranks count as on a board eight high: the last step before promotion is worth the same.
    [[nodiscard]] float of(chess::PieceType type,
                           chess::Square s,
                           chess::Colour colour,
                           const chess::Shape& shape) const {
        if (type != chess::kPawn)
            return worth[type];
        const int to_go = shape.height - 1 - shape.relative_rank(colour, s);
        const auto rank = static_cast<float>(std::max(1, 8 - to_go));
        return pawn_base + pawn_rank * rank + pawn_bend * (rank - 2) * (rank - 2) * (rank - 2);
    }

    /// Between -1 and 1. The small constant keeps more men better than fewer against a bare king.
    [[nodiscard]] float score(float own, float pawns, float pieces) const {
        const float enemy = enemy_share * (enemy_pawn * std::max(0.0F, pawns) +
                                           enemy_piece * std::max(0.0F, pieces));
        return 2 * (own / (own + enemy + 0.5F) - 0.5F);
    }
};

}  // namespace nebel::kriegspiel
