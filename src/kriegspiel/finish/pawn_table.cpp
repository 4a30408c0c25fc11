#include "kriegspiel/finish/pawn_table.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>

namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::Square;
using chess::Squares;

namespace {

constexpr std::size_t kPlacements = 64 * 64;

/// The kings that are not stalemated, and cannot step to a safe square outside `won`.
Bitboard cornered(const Hunters& men, Bitboard won) {
    const Bitboard safe = men.shape->mask & ~men.attacks().all;
    const Bitboard kings = men.shape->mask & ~men.all & ~chess::king_attacks(men.king);
    const Bitboard stalemated = kings & safe & ~neighbours(safe);
    return kings & ~neighbours(safe & ~won) & ~stalemated;
}

}  // namespace

const PawnTable& PawnTable::shared(const chess::Shape& shape) {
    static std::mutex mutex;
    static std::map<const chess::Shape*, std::unique_ptr<PawnTable>> tables;
    const std::lock_guard lock(mutex);
    auto& table = tables[&shape];
    if (!table)
        table = std::make_unique<PawnTable>(shape);
    return *table;
}

PawnTable::PawnTable(const chess::Shape& shape) : shape_(&shape), won_(kPlacements, 0) {
    solve();
}

bool PawnTable::covers(const Hunters& men) const {
    return men.shape == shape_ && chess::popcount(men.all) == 2 && men.of[chess::kPawn] != 0;
}

std::size_t PawnTable::index(const Hunters& men) const {
    const Mirror mirror = mirror_for(men);
    return static_cast<std::size_t>(seen(*shape_, men.king, mirror)) * 64 +
           seen(*shape_, chess::lsb(men.of[chess::kPawn]), mirror);
}

Bitboard PawnTable::won(const Hunters& men) const {
    return seen(*shape_, won_[index(men)], mirror_for(men));
}

void PawnTable::solve() {
    struct Next {
        Bitboard accepted;
        std::size_t to;
    };
    struct Placement {
        Hunters men;
        std::size_t index;
        Bitboard promoted = 0;  ///< the kings against which it is promoted safely now
        InlineVec<Next, 16> nexts;
    };
    std::vector<Placement> all;
    const Bitboard ranks = shape_->mask & ~shape_->promotion[chess::kWhite] & ~chess::rank_bits(0);
    for (const Square king : Squares(shape_->mask))
        for (const Square pawn : Squares(ranks & ~bit(king))) {
            Placement place;
            place.men.shape = shape_;
            place.men.king = king;
            place.men.of[chess::kKing] = bit(king);
            place.men.of[chess::kPawn] = bit(pawn);
            place.men.all = bit(king) | bit(pawn);
            place.index = index(place.men);
            const Bitboard kings = shape_->mask & ~place.men.all & ~place.men.attacks().all;
            HuntTries tries;
            list_tries(place.men, tries);
            for (const auto& action : tries) {
                const Bitboard accepted = kings & ~refused_squares(place.men, action);
                Hunters after = place.men;
                after.move(action);
                if (action.promotion == chess::kNoType)
                    place.nexts.push_back({accepted, index(after)});
                else if (action.promotion != chess::kKnight)
                    place.promoted |= accepted & cornered(after, ~bit(action.to));
            }
            all.push_back(std::move(place));
        }
    std::vector<Bitboard> lost(kPlacements, 0);  // the king to move, and nothing helps
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto& place : all) {
            Bitboard won = place.promoted;
            for (const auto& step : place.nexts)
                won |= step.accepted & lost[step.to];
            changed = changed || won != won_[place.index];
            won_[place.index] = won;
        }
        for (const auto& place : all)
            lost[place.index] = cornered(place.men, won_[place.index]);
    }
}

}  // namespace nebel::kriegspiel
