#include "kriegspiel/finish/hunt_evaluation.hpp"

#include <algorithm>
#include <cstdlib>

namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::popcount;
using chess::Square;
using chess::Squares;

namespace {

int steps(Square a, Square b) {
    return std::max(std::abs(chess::file_of(a) - chess::file_of(b)),
                    std::abs(chess::rank_of(a) - chess::rank_of(b)));
}

}  // namespace

HuntEvaluation::HuntEvaluation(const chess::Shape& shape) : shape_(&shape) {
    for (const Square s : Squares(shape.mask)) {
        const int file = chess::file_of(s);
        const int rank = chess::rank_of(s);
        const int edge = std::min({file, rank, shape.width - 1 - file, shape.height - 1 - rank});
        for (int i = 0; i < edge && i < static_cast<int>(inner_.size()); ++i)
            inner_[static_cast<std::size_t>(i)] |= bit(s);
        Bitboard reached = bit(s);
        for (auto& within : around_[s]) {
            within = reached;
            reached |= neighbours(reached);
        }
    }
}

// What the men are worth for mating, long before where they stand matters.
Cost HuntEvaluation::material(const Hunters& men) const {
    const int queens = popcount(men.of[chess::kQueen]);
    const int rooks = popcount(men.of[chess::kRook]);
    const int minors = popcount(men.of[chess::kBishop] | men.of[chess::kKnight]);
    Cost cost = 0;
    if (queens + rooks >= 2)
        cost = queens > 0 ? -150 : 0;
    else if (queens == 1)
        cost = 0;
    else if (rooks == 1)
        cost = 300;
    else if (men.of[chess::kPawn])
        cost = 4000;
    else
        cost = men.suffice() ? 1500 : kDraw;
    cost -= 40 * std::min(minors, 3);
    for (const Square s : Squares(men.of[chess::kPawn])) {
        const int rank = shape_->relative_rank(men.colour, s);
        const int togo = shape_->height - 1 - rank;
        cost -= queens + rooks > 0 ? 30 + 4 * rank : 700 / togo;
        if (queens + rooks == 0)
            cost += 12 * steps(men.king, chess::offset(s, chess::forward(men.colour)));
    }
    return cost;
}

Cost HuntEvaluation::cost(const Hunters& men, Bitboard kings) const {
    const Bitboard safe = shape_->mask & ~men.attacks().all & ~men.all;
    Bitboard region = kings;
    for (Bitboard grown = region;; region = grown) {
        grown = region | (neighbours(region) & safe);
        if (grown == region)
            break;
    }
    const int count = popcount(kings);
    int away = 0;
    for (std::size_t i = 1; i < around_[men.king].size(); ++i)
        away += popcount(kings & ~around_[men.king][i]);
    int central = 0;
    for (const Bitboard ring : inner_)
        central += popcount(region & ring);
    return material(men) + 10 * popcount(region) + 5 * count + 12 * away / count + 3 * central;
}

}  // namespace nebel::kriegspiel
