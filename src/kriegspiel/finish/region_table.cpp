#include "kriegspiel/finish/region_table.hpp"

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

Bitboard open_squares(const Hunters& men, const Attacks& attacks) {
    return men.shape->mask & ~attacks.all & ~men.all;
}

}  // namespace

Bitboard roamed(Bitboard kings, Bitboard safe) {
    for (;;) {
        const Bitboard grown = kings | (neighbours(kings) & safe);
        if (grown == kings)
            return kings;
        kings = grown;
    }
}

/// The game over regions: every state that can come up from total ignorance, where its tries lead,
/// and the least fixed point of "the best try's worst outcome".
class RegionTable::Solver {
 public:
    Solver(RegionTable& table, const chess::Shape& shape) : table_(table), checks_(shape) {
        for (const Square king : Squares(shape.mask))
            for (const Square piece : Squares(shape.mask & ~bit(king))) {
                Hunters men;
                men.shape = &shape;
                men.king = king;
                men.of[chess::kKing] = bit(king);
                men.of[table.piece_] = bit(piece);
                men.all = bit(king) | bit(piece);
                if (const Bitboard open = open_squares(men, men.attacks()))
                    state_of(men, open);
            }
        for (std::size_t i = 0; i < states_.size(); ++i)
            list_outcomes(i);
    }

    void solve() {
        for (bool changed = true; changed;) {
            changed = false;
            for (auto& state : states_)
                changed = improve(state) || changed;
        }
        for (const auto& state : states_)
            if (state.cost < kNever)
                table_.entries_[table_.placement(state.men)].push_back({state.regions, state.cost});
    }

 private:
    static constexpr std::size_t kNowhere = ~std::size_t{0};

    /// What may be heard after a try: the regions that are left, or the squares, if few.
    struct Outcome {
        std::size_t state;
        int guess;
        bool same_turn;  ///< the try was refused
    };
    struct State {
        Hunters men;
        Bitboard regions;
        std::vector<std::vector<Outcome>> tries;
        int cost = kNever;
    };

    std::size_t state_of(const Hunters& men, Bitboard regions) {
        const auto [place, fresh] =
            places_.try_emplace({table_.placement(men), regions}, states_.size());
        if (fresh)
            states_.push_back({men, regions, {}});
        return place->second;
    }

    void list_outcomes(std::size_t index) {
        const Hunters men = states_[index].men;
        const Bitboard kings = states_[index].regions;
        const Bitboard open = open_squares(men, men.attacks());
        HuntTries tries;
        list_tries(men, tries);
        for (const auto& action : tries) {
            const Bitboard refused = kings & refused_squares(men, action);
            if (refused == kings)
                continue;
            Hunters after = men;
            after.move(action);
            const Attacks attacks = after.attacks();
            Split outcome;
            split(after, attacks, checks_, kings & ~refused, outcome);
            if (lost_to_draw(after, kings & ~refused, outcome, false))
                continue;
            std::vector<Outcome> outcomes;
            for (const auto& branch : outcome.branches)
                outcomes.push_back(
                    {state_of(after, roamed(branch.kings, open_squares(after, attacks))),
                     table_.guess(after, branch.kings), false});
            if (refused) {
                const Bitboard left = roamed(refused, open);
                outcomes.push_back({left == kings ? kNowhere : state_of(men, left),
                                    table_.guess(men, refused), true});
            }
            states_[index].tries.push_back(std::move(outcomes));
        }
    }

    bool improve(State& state) const {
        const int before = state.cost;
        for (const auto& outcomes : state.tries) {
            int worst = kMove;
            for (const auto& outcome : outcomes) {
                int cost = outcome.guess;
                if (outcome.state != kNowhere)
                    cost = std::min(cost, states_[outcome.state].cost);
                worst = std::max(worst, cost + (outcome.same_turn ? 0 : kMove));
                if (worst >= state.cost)
                    break;
            }
            state.cost = std::min(state.cost, worst);
        }
        return state.cost < before;
    }

    RegionTable& table_;
    CheckMap checks_;
    std::vector<State> states_;
    std::map<std::pair<std::size_t, Bitboard>, std::size_t> places_;
};

const RegionTable& RegionTable::shared(const chess::Shape& shape, chess::PieceType piece) {
    static std::mutex mutex;
    static std::map<std::pair<const chess::Shape*, chess::PieceType>, std::unique_ptr<RegionTable>>
        tables;
    const std::lock_guard lock(mutex);
    auto& table = tables[{&shape, piece}];
    if (!table)
        table = std::make_unique<RegionTable>(shape, piece);
    return *table;
}

RegionTable::RegionTable(const chess::Shape& shape, chess::PieceType piece)
    : piece_(piece), pairs_(PairTable::shared(shape, {piece})), entries_(64 * 64) {
    Solver(*this, shape).solve();
}

std::size_t RegionTable::placement(const Hunters& men) const {
    return static_cast<std::size_t>(men.king) * 64 + chess::lsb(men.of[piece_]);
}

// The worst pair of squares is less than the whole set takes: each square more is paid for.
int RegionTable::guess(const Hunters& men, Bitboard kings) const {
    const int count = chess::popcount(kings);
    if (count > kFew)
        return kNever;
    const int most = pairs_.distance(men, kings).most;
    return most == PairTable::kNever ? kNever : kMove * most + kEachSquare * (count - 1);
}

int RegionTable::cost(const Hunters& men, Bitboard kings) const {
    int cost = guess(men, kings);
    const Bitboard regions = roamed(kings, open_squares(men, men.attacks()));
    for (const auto& entry : entries_[placement(men)])
        if ((regions & ~entry.regions) == 0)
            cost = std::min(cost, entry.cost);
    return cost;
}

}  // namespace nebel::kriegspiel
