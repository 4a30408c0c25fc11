#include "kriegspiel/finish/region_table.hpp"

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>

#include "kriegspiel/finish/shared_tables.hpp"

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
    explicit Solver(RegionTable& table) : table_(table), checks_(*table.shape_) {}

    /// True when everything is solved, false when the meter was exhausted.
    bool work(BudgetMeter& meter) {
        if (states_.empty())
            list_starts();
        for (; listed_ < states_.size(); ++listed_) {
            if (listed_ % kSlice == 0 && !(meter.spend_node() && meter.poll()))
                return false;
            list_outcomes(listed_);
        }
        for (;;) {
            for (; improved_ < states_.size(); ++improved_) {
                if (improved_ % kSlice == 0 && !(meter.spend_node() && meter.poll()))
                    return false;
                changed_ = improve(states_[improved_]) || changed_;
            }
            if (!changed_)
                break;
            improved_ = 0;
            changed_ = false;
        }
        for (const auto& state : states_)
            if (state.cost < kNever)
                table_.entries_[table_.placement(state.men)].push_back({state.regions, state.cost});
        return true;
    }

 private:
    static constexpr std::size_t kNowhere = ~std::size_t{0};
    /// States between two looks at the clock.
    static constexpr std::size_t kSlice = 8;

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

    void list_starts() {
        for (const Square king : Squares(table_.shape_->mask)) {
            if (!mirror_for(*table_.shape_, king).plain())
                continue;
            for (const Square piece : Squares(table_.shape_->mask & ~bit(king))) {
                Hunters men;
                men.shape = table_.shape_;
                men.king = king;
                men.of[chess::kKing] = bit(king);
                men.of[table_.piece_] = bit(piece);
                men.all = bit(king) | bit(piece);
                if (const Bitboard open = open_squares(men, men.attacks()))
                    state_of(men, open);
            }
        }
    }

    std::size_t state_of(const Hunters& men, Bitboard regions) {
        const Mirror mirror = mirror_for(*table_.shape_, men.king);
        const Hunters seen_men = mirror.plain() ? men : table_.mirrored(men, mirror);
        if (!mirror.plain())
            regions = seen(*table_.shape_, regions, mirror);
        const auto [place, fresh] =
            places_.try_emplace({table_.placement(seen_men), regions}, states_.size());
        if (fresh)
            states_.push_back({seen_men, regions, {}});
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
    boost::unordered_flat_map<std::pair<std::size_t, Bitboard>, std::size_t> places_;
    std::size_t listed_ = 0;
    std::size_t improved_ = 0;
    bool changed_ = false;
};

namespace {

SharedTables<RegionTable>& tables() {
    static SharedTables<RegionTable> tables;
    return tables;
}

}  // namespace

const RegionTable& RegionTable::shared(const chess::Shape& shape, chess::PieceType piece) {
    return tables().whole(shape, {piece});
}

const RegionTable* RegionTable::shared(const chess::Shape& shape,
                                       chess::PieceType piece,
                                       BudgetMeter& meter) {
    return tables().within(shape, {piece}, meter);
}

RegionTable::RegionTable(const chess::Shape& shape, const std::vector<chess::PieceType>& pieces)
    : shape_(&shape), piece_(pieces.at(0)), entries_(64 * 64) {}

RegionTable::~RegionTable() = default;

bool RegionTable::build(BudgetMeter& meter) {
    if (built_)
        return true;
    pairs_ = PairTable::shared(*shape_, {piece_}, meter);
    if (!pairs_ || !pairs_->complete())
        return false;
    if (!solver_)
        solver_ = std::make_unique<Solver>(*this);
    if (!solver_->work(meter))
        return false;
    solver_.reset();
    built_ = true;
    return true;
}

std::size_t RegionTable::placement(const Hunters& men) const {
    return static_cast<std::size_t>(men.king) * 64 + chess::lsb(men.of[piece_]);
}

Hunters RegionTable::mirrored(const Hunters& men, Mirror mirror) const {
    Hunters result;
    result.shape = shape_;
    result.king = seen(*shape_, men.king, mirror);
    const Square piece = seen(*shape_, chess::lsb(men.of[piece_]), mirror);
    result.of[chess::kKing] = bit(result.king);
    result.of[piece_] = bit(piece);
    result.all = bit(result.king) | bit(piece);
    return result;
}

// The worst pair of squares is less than the whole set takes: each square more is paid for.
int RegionTable::guess(const Hunters& men, Bitboard kings) const {
    const int count = chess::popcount(kings);
    if (count > kFew)
        return kNever;
    const int most = pairs_->distance(men, kings).most;
    return most == PairTable::kNever ? kNever : kMove * most + kEachSquare * (count - 1);
}

int RegionTable::cost(const Hunters& men, Bitboard kings) const {
    int cost = guess(men, kings);
    const Mirror mirror = mirror_for(*shape_, men.king);
    const Bitboard regions = seen(*shape_, roamed(kings, open_squares(men, men.attacks())), mirror);
    const std::size_t place = static_cast<std::size_t>(seen(*shape_, men.king, mirror)) * 64 +
                              seen(*shape_, chess::lsb(men.of[piece_]), mirror);
    for (const auto& entry : entries_[place])
        if ((regions & ~entry.regions) == 0)
            cost = std::min(cost, entry.cost);
    return cost;
}

}  // namespace nebel::kriegspiel
