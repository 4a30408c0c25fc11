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
            Hunters men;
            men.shape = table_.shape_;
            men.king = king;
            men.of[chess::kKing] = men.all = bit(king);
            list_starts(men, 0);
        }
    }

    void list_starts(const Hunters& some, std::size_t next) {
        if (next == table_.pieces_.size()) {
            if (const Bitboard open = open_squares(some, some.attacks()); open && some.suffice())
                state_of(some, open);
            return;
        }
        const auto type = table_.pieces_[next];
        Bitboard squares = table_.shape_->mask & ~some.all;
        // Two bishops: the first one on light squares.
        if (table_.pieces_.size() == 2)
            squares &= next == 0 ? chess::kLightSquares : chess::kDarkSquares;
        for (const Square s : Squares(squares)) {
            Hunters men = some;
            men.of[type] |= bit(s);
            men.all |= bit(s);
            list_starts(men, next + 1);
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

const RegionTable& RegionTable::shared(const chess::Shape& shape,
                                       const std::vector<chess::PieceType>& pieces) {
    return tables().whole(shape, pieces);
}

const RegionTable* RegionTable::shared(const chess::Shape& shape,
                                       const std::vector<chess::PieceType>& pieces,
                                       BudgetMeter& meter) {
    return tables().within(shape, pieces, meter);
}

RegionTable::RegionTable(const chess::Shape& shape, const std::vector<chess::PieceType>& pieces)
    : shape_(&shape), pieces_(pieces), entries_(pieces.size() == 1 ? 64 * 64 : 64 * 32 * 32) {}

RegionTable::~RegionTable() = default;

bool RegionTable::build(BudgetMeter& meter) {
    if (built_)
        return true;
    pairs_ = PairTable::shared(*shape_, pieces_, meter);
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

// Squares of one colour are every second square: half their number tells them apart.
std::size_t RegionTable::placement(const Hunters& men) const {
    const std::size_t king = men.king;
    const Bitboard pieces = men.of[pieces_[0]];
    if (pieces_.size() == 1)
        return king * 64 + chess::lsb(pieces);
    return (king * 32 + chess::lsb(pieces & chess::kLightSquares) / 2) * 32 +
           chess::lsb(pieces & chess::kDarkSquares) / 2;
}

Hunters RegionTable::mirrored(const Hunters& men, Mirror mirror) const {
    Hunters result;
    result.shape = shape_;
    result.king = seen(*shape_, men.king, mirror);
    result.of[chess::kKing] = bit(result.king);
    result.of[pieces_[0]] = seen(*shape_, men.of[pieces_[0]], mirror);
    result.all = result.of[chess::kKing] | result.of[pieces_[0]];
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
    for (const auto& entry : entries_[placement(mirrored(men, mirror))])
        if ((regions & ~entry.regions) == 0)
            cost = std::min(cost, entry.cost);
    return cost;
}

}  // namespace nebel::kriegspiel
