#include "kriegspiel/players/metaposition_search.hpp"

#include <algorithm>
#include <limits>

#include "kriegspiel/turn.hpp"

namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::Square;

namespace {

bool is_pawn_capture(const MetaBoard& board, const Action& action) {
    return board.own().on(action.from) == chess::kPawn &&
           chess::file_of(action.from) != chess::file_of(action.to);
}

/// What the umpire is expected to say after an own move.
Said predicted(const MetaBoard& board, const Action& action, Bitboard likely_men) {
    Said said;
    const Bitboard to = bit(action.to);
    const bool pawn_takes = is_pawn_capture(board, action);
    const bool steps = board.own().on(action.from) == chess::kPawn && !pawn_takes;
    if (!steps &&
        (pawn_takes || (to & board.surely_man()) || (to & likely_men & board.may_be_taken()))) {
        said.capture = action.to;
        if (pawn_takes && !(to & board.may_be_taken()))
            said.capture = chess::offset(action.to, -chess::forward(board.own().colour()));
        if (board.says().capture_tells_man)
            said.man =
                chess::contains(board.may_be(chess::kPawn), said.capture) ? Man::Pawn : Man::Piece;
    }
    const bool exposed =
        chess::pawn_attacks(board.own().colour(), action.to) & board.may_be(chess::kPawn);
    if (exposed && board.says().pawns == PawnInformation::Count)
        said.pawn_count = 1;
    else if (exposed && board.says().pawns == PawnInformation::YesNo)
        said.pawn_any = 1;
    return said;
}

}  // namespace

MetaSearch::MetaSearch(const Options& options) : options_(options) {
    options_.depth = std::min(options_.depth, kMaxDepth);
}

void MetaSearch::make(const MetaBoard& before,
                      const Action& action,
                      Bitboard likely,
                      Child& child) {
    const Said said = predicted(before, action, likely);
    child.action = action;
    child.board.pseudo(action, said);
    child.worth =
        evaluate(before, {action, said.capture != chess::kNoSquare}, child.board, options_.weights);
}

void MetaSearch::generate(const MetaBoard& board, int ply, BudgetMeter& meter) {
    auto& children = children_[ply];
    children.clear();
    Turn turn;
    TrySets sets;
    turn.sets(board.own(), board.counts().men, sets);
    for (const TrySet& set : sets)
        for (const Square to : chess::Squares(set.targets)) {
            const Action action{set.from, to, set.promotes ? chess::kQueen : chess::kNoType};
            if (is_pawn_capture(board, action) || !board.may_be_legal(action))
                continue;
            children.push_back({board, action, 0});
            make(board, action, 0, children.back());
            if (!meter.spend_node())
                return;
        }
}

double MetaSearch::best_reply(
    const MetaBoard& board, int ply, int depth, BudgetMeter& meter, std::vector<Action>* line) {
    generate(board, ply, meter);
    auto& children = children_[ply];
    if (children.empty())
        return 0;
    const auto worse = [](const Child& a, const Child& b) { return a.worth < b.worth; };
    const auto best = std::max_element(children.begin(), children.end(), worse);
    double value = best->worth;
    Action chosen = best->action;
    std::vector<Action> rest;
    if (depth > 1 && !meter.exhausted()) {
        // The killer of this level is looked at whatever its first impression.
        const auto width = std::min<std::size_t>(options_.width, children.size());
        const auto rank = [&](const Child& c) {
            return c.worth + (c.action == killers_[ply] ? 1000.0 : 0.0);
        };
        std::partial_sort(children.begin(), children.begin() + width, children.end(),
                          [&](const Child& a, const Child& b) { return rank(a) > rank(b); });
        value = -std::numeric_limits<double>::infinity();
        std::vector<Action> below;
        for (std::size_t i = 0; i < width; ++i) {
            MetaBoard next = children_[ply][i].board;
            const double worth = children_[ply][i].worth;
            const Action action = children_[ply][i].action;
            next.meta(Said{});
            below.clear();
            const double later = best_reply(next, ply + 1, depth - 1, meter, &below);
            const double mixed = options_.alpha * worth + (1 - options_.alpha) * later;
            if (mixed > value) {
                value = mixed;
                chosen = action;
                rest = below;
            }
            if (meter.exhausted())
                break;
        }
        killers_[ply] = chosen;
    }
    if (line) {
        line->assign(1, chosen);
        line->insert(line->end(), rest.begin(), rest.end());
    }
    return value;
}

void MetaSearch::start(const MetaBoard& root,
                       std::vector<Candidate>& candidates,
                       Bitboard likely_men,
                       BudgetMeter& meter) {
    killers_.fill({});
    roots_.clear();
    for (auto& candidate : candidates) {
        roots_.push_back({root, candidate.action, 0});
        make(root, candidate.action, likely_men, roots_.back());
        candidate.worth = candidate.value = roots_.back().worth + candidate.bonus;
        candidate.line = {candidate.action};
        meter.spend_node();
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.value > b.value; });
}

// False when the meter ran out: then the values of the depth before stand.
bool MetaSearch::deepen(int depth, std::vector<Candidate>& candidates, BudgetMeter& meter) {
    const auto width = std::min<std::size_t>(2 * options_.width, candidates.size());
    std::vector<Candidate> deeper(candidates.begin(), candidates.begin() + width);
    for (auto& candidate : deeper) {
        const auto child = std::find_if(roots_.begin(), roots_.end(), [&](const Child& c) {
            return c.action == candidate.action;
        });
        MetaBoard next = child->board;
        next.meta(Said{});
        std::vector<Action> below;
        const double later = best_reply(next, 1, depth - 1, meter, &below);
        if (meter.exhausted())
            return false;
        candidate.value =
            options_.alpha * candidate.worth + (1 - options_.alpha) * (later + candidate.bonus);
        candidate.line.assign(1, candidate.action);
        candidate.line.insert(candidate.line.end(), below.begin(), below.end());
    }
    std::stable_sort(deeper.begin(), deeper.end(),
                     [](const Candidate& a, const Candidate& b) { return a.value > b.value; });
    std::copy(deeper.begin(), deeper.end(), candidates.begin());
    return true;
}

}  // namespace nebel::kriegspiel
