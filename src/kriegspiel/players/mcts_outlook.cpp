#include "kriegspiel/players/mcts_outlook.hpp"

#include <algorithm>
#include <cstdlib>

#include "chess/attacks.hpp"
#include "kriegspiel/belief/densities_query.hpp"

namespace nebel::kriegspiel {

using chess::Square;

namespace {

Directions make_directions() {
    Directions result;
    for (int from = 0; from < 64; ++from)
        for (int to = 0; to < 64; ++to) {
            const auto a = static_cast<Square>(from);
            const auto b = static_cast<Square>(to);
            result.distance[from][to] = static_cast<std::uint8_t>(
                std::max(std::abs(chess::file_of(a) - chess::file_of(b)),
                         std::abs(chess::rank_of(a) - chess::rank_of(b))));
        }
    for (int from = 0; from < 64; ++from) {
        result.towards[from].fill(Directions::kNone);
        for (std::size_t d = 0; d < 8; ++d) {
            const int step = Directions::kStep[d];
            int previous = from;
            for (int to = from + step; to >= 0 && to < 64; to += step) {
                if (result.distance[previous][to] != 1)
                    break;  // wrapped around the edge
                result.ray[from][d] |= chess::bit(static_cast<Square>(to));
                result.towards[from][to] = static_cast<std::uint8_t>(d);
                previous = to;
            }
        }
    }
    return result;
}

}  // namespace

const Directions kDirections = make_directions();

Outlook::Outlook(const DensityMaps& maps, chess::Colour enemy)
    : king_(maps.king), pawn_(maps.pawn), piece_(maps.piece) {
    for (int i = 0; i < 64; ++i)
        man_[i] = std::min(1.0F, king_[i] + pawn_[i] + piece_[i]);
    for (int i = 0; i < 64; ++i) {
        const auto s = static_cast<Square>(i);
        // A pawn that takes on s stands where our pawn on s would take.
        for (const Square from : chess::Squares(chess::pawn_attacks(~enemy, s)))
            pawn_threat_[s] += pawn_[from];
        for (const Square from : chess::Squares(chess::king_attacks(s)))
            near_[s] += king_[from];
        for (const Square from : chess::Squares(chess::knight_attacks(s)))
            near_[s] += kKnightShare * piece_[from];
        for (std::size_t d = 0; d < 8; ++d) {
            auto& lines = lines_[s][d];
            auto& clear = clear_[s][d];
            auto& kings = kings_[s][d];
            lines[0] = kings[0] = 0;
            clear[0] = 1;
            for (std::size_t n = 1; n < 8; ++n) {
                const int at = s + Directions::kStep[d] * static_cast<int>(n);
                const bool inside = at >= 0 && at < 64 &&
                                    chess::contains(kDirections.ray[s][d], static_cast<Square>(at));
                lines[n] = lines[n - 1] + (inside ? kLineShare * piece_[at] * clear[n - 1] : 0);
                kings[n] = kings[n - 1] + (inside ? king_[at] * clear[n - 1] : 0);
                clear[n] = inside ? clear[n - 1] * (1 - man_[at]) : clear[n - 1];
            }
        }
    }
}

}  // namespace nebel::kriegspiel
