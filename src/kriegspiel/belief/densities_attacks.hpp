#pragma once

#include <algorithm>

#include "kriegspiel/belief/densities_maps.hpp"
#include "kriegspiel/belief/densities_rays.hpp"
#include "kriegspiel/own_men.hpp"

namespace nebel::kriegspiel {

/// Calls visit(square, chance) for each square on which an enemy man would be attacked by the own
/// man on `from`, with the chance that the way there is free. Own men block.
template <class Visit>
void each_attacked(const DensityMaps& maps, const OwnMen& own, chess::Square from, Visit visit) {
    using chess::Bitboard;
    const auto type = own.on(from);
    const Bitboard blockers = own.blockers();
    if (type == chess::kPawn || type == chess::kKnight) {
        const Bitboard targets = type == chess::kPawn ? chess::pawn_attacks(own.colour(), from)
                                                      : chess::knight_attacks(from);
        for (const chess::Square s : chess::Squares(targets & ~blockers))
            visit(s, 1.0F);
        return;
    }
    const auto slides = rays::slides_of(type);
    for (int d = slides.first; d < slides.last; ++d) {
        float free = 1;
        for (const auto x : rays::kRays[from][d]) {
            const auto s = static_cast<chess::Square>(x);
            if (chess::contains(blockers, s))
                break;
            visit(s, free);
            free *= std::max(0.0F, 1 - maps.pawn[s] - maps.piece[s]);
        }
    }
}

}  // namespace nebel::kriegspiel
