#include "kriegspiel/finish/hunt_evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::popcount;
using chess::Square;
using chess::Squares;

namespace {

/// Up to so many squares the worst pair of them says how far it is to mate. Larger sets all look
/// equally bad to it: there the thing is to make the region small, and any small set is better.
/// With bishop and knight the right corner is far, and nothing but the table knows the way to it.
int few(const Hunters& men) {
    if (men.of[chess::kKnight])
        return 64;
    return men.of[chess::kBishop] ? 20 : 12;
}
constexpr Cost kMany = 800;
/// If every king of a set could stop the pawn on an open board. Not a draw: that would make a blind
/// attacker wait for ever rather than lose a few of many. Where few squares are left it is nearly
/// one: there a way that loses none of them can often be found.
constexpr Cost kHopeless = 1000;
constexpr Cost kHopelessFew = 4000;
constexpr int kFewKings = 6;
/// What decides between sets that cost the same must not outweigh a move.
constexpr Cost kTieBreak = 16;

int steps(Square a, Square b) {
    return std::max(std::abs(chess::file_of(a) - chess::file_of(b)),
                    std::abs(chess::rank_of(a) - chess::rank_of(b)));
}

/// Two bishops that can mate, or bishop and knight.
bool two_minors(const Hunters& men) {
    return popcount(men.all) == 3 &&
           popcount(men.of[chess::kBishop] | men.of[chess::kKnight]) == 2 && men.suffice();
}

}  // namespace

HuntEvaluation::HuntEvaluation(const chess::Shape& shape) : shape_(&shape) {
    for (std::size_t i = 0; i < part_cost_.size(); ++i)
        part_cost_[i] = static_cast<Cost>(80 * std::sqrt(static_cast<double>(i)));
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

// A king that may be in either of two regions is worse than one in a region as large as both: the
// lesser ones must be searched first, and nothing that makes the larger one smaller does that.
Cost HuntEvaluation::spread(Bitboard kings, Bitboard safe) const {
    Cost cost = 0;
    while (kings) {
        const Bitboard part = roamed(bit(chess::lsb(kings)), safe);
        kings &= ~part;
        cost += part_cost_[static_cast<std::size_t>(popcount(part))];
    }
    return cost;
}

Cost HuntEvaluation::cost(const Hunters& men, Bitboard kings) const {
    const Bitboard safe = shape_->mask & ~men.attacks().all & ~men.all;
    const Bitboard region = roamed(kings, safe);
    const int count = popcount(kings);
    const Cost confined = 2 * popcount(region) + 4 * count;
    if (const RegionTable* regions = regions_for(men)) {
        const int bound = regions->cost(men, kings);
        if (bound < RegionTable::kNever)
            return material(men) + bound + confined / kTieBreak;
    }
    const PairTable* pairs = pairs_for(men);
    if (pairs && count <= few(men)) {
        const auto distance = pairs->distance(men, kings);
        return material(men) + confined + 3 * spread(kings, safe) / 10 + 40 * distance.most +
               8 * distance.total / (count * (count + 1));
    }
    int away = 0;
    for (std::size_t i = 1; i < around_[men.king].size(); ++i)
        away += popcount(kings & ~around_[men.king][i]);
    int central = 0;
    for (const Bitboard ring : inner_)
        central += popcount(region & ring);
    const bool tabled = popcount(men.all) == 2 || two_minors(men);
    const Cost roaming = tabled ? kMany + spread(kings, safe) : 10 * popcount(region);
    const Bitboard hopeless = pawn_ && pawn_->covers(men) ? kings & ~pawn_->won(men) : 0;
    const Cost doubt = (count <= kFewKings ? kHopelessFew : kHopeless) * popcount(hopeless) / count;
    return material(men) + doubt + roaming + 5 * count + 12 * away / count + 3 * central;
}

Bitboard HuntEvaluation::winnable(const Hunters& men, Bitboard kings) const {
    const Bitboard won = pawn_ && pawn_->covers(men) ? kings & pawn_->won(men) : 0;
    return won ? won : kings;
}

void HuntEvaluation::prepare(const Hunters& men, BudgetMeter* meter) {
    const auto pairs = [&](const PairTable*& table, std::vector<chess::PieceType> pieces) {
        if (table == nullptr || !table->complete())
            table = meter ? PairTable::shared(*shape_, std::move(pieces), *meter)
                          : &PairTable::shared(*shape_, std::move(pieces));
    };
    const auto regions = [&](const RegionTable*& table, std::vector<chess::PieceType> pieces) {
        if (table == nullptr)
            table = meter ? RegionTable::shared(*shape_, pieces, *meter)
                          : &RegionTable::shared(*shape_, pieces);
    };
    if (men.of[chess::kPawn] && pawn_ == nullptr)
        pawn_ = &PawnTable::shared(*shape_);
    if (two_minors(men))
        men.of[chess::kKnight] ? pairs(bishop_knight_, {chess::kBishop, chess::kKnight})
                               : pairs(bishops_, {chess::kBishop, chess::kBishop});
    if (two_minors(men) && !men.of[chess::kKnight])
        regions(bishops_regions_, {chess::kBishop, chess::kBishop});
    // Three men are two soon enough, if one is lost.
    if (popcount(men.all) > 3)
        return;
    if (men.of[chess::kQueen] | men.of[chess::kPawn]) {
        pairs(queen_, {chess::kQueen});
        regions(queen_regions_, {chess::kQueen});
    }
    if (men.of[chess::kRook] | men.of[chess::kPawn]) {
        pairs(rook_, {chess::kRook});
        regions(rook_regions_, {chess::kRook});
    }
}

const RegionTable* HuntEvaluation::regions_for(const Hunters& men) const {
    if (two_minors(men))
        return men.of[chess::kKnight] ? nullptr : bishops_regions_;
    if (popcount(men.all) != 2)
        return nullptr;
    if (men.of[chess::kRook])
        return rook_regions_;
    return men.of[chess::kQueen] ? queen_regions_ : nullptr;
}

const PairTable* HuntEvaluation::pairs_for(const Hunters& men) const {
    if (popcount(men.all) == 2) {
        if (men.of[chess::kRook])
            return rook_;
        return men.of[chess::kQueen] ? queen_ : nullptr;
    }
    if (!two_minors(men))
        return nullptr;
    return men.of[chess::kKnight] ? bishop_knight_ : bishops_;
}

}  // namespace nebel::kriegspiel
