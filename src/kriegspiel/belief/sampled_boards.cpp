#include "kriegspiel/belief/sampled_boards.hpp"

#include <algorithm>
#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cmath>
#include <numeric>

#include "kriegspiel/belief/consistency.hpp"
#include "kriegspiel/belief/history_chain.hpp"

namespace nebel::kriegspiel {

namespace {

constexpr std::size_t kCompactAt = 4'000'000;
// However small the budget: so many boards are expanded.
constexpr std::size_t kLeastExpanded = 24;
// The share of a budget that expansion may use; the chain has what expansion and repair leave.
constexpr double kExpansionShare = 0.6;
// A pool that breathes and is at least so full grows towards this share of a budget, but not too
// fast: the next turn may have more to do. It may hold several times the boards that a budget
// expands: which of them are is drawn anew each time, and their children are many.
constexpr double kFullPool = 0.5;
constexpr double kRoomyShare = 0.75;
constexpr double kMostGrowth = 4;
constexpr std::size_t kBoardsForEachExpanded = 8;
constexpr std::size_t kLeastBoards = 200;
// The chance at each move that an opponent goes on as another kind: what was heard early must not
// exclude a kind for ever.
constexpr double kChangesKind = 0.01;

}  // namespace

Budget part_of(const Budget& budget, double share) {
    const auto cut = [share](std::chrono::milliseconds whole) {
        return std::chrono::milliseconds(
            static_cast<std::int64_t>(static_cast<double>(whole.count()) * share));
    };
    Budget part = budget;
    part.simulations = 0;
    if (budget.nodes != 0)
        part.nodes = std::max<std::uint64_t>(
            1, static_cast<std::uint64_t>(static_cast<double>(budget.nodes) * share));
    if (budget.time.count() != 0)
        part.time = std::max(std::chrono::milliseconds(1), cut(budget.time));
    if (budget.clock)
        part.clock = GameClock{cut(budget.clock->remaining), cut(budget.clock->increment)};
    return part;
}

SampledBoards::SampledBoards(const Rules& rules,
                             Seat seat,
                             const Options& options,
                             std::uint64_t seed)
    : story_(rules, seat), options_(options), rng_(seed) {}

const Said& SampledBoards::heard_before(std::size_t ply) const {
    return ply == 0 ? story_.opening() : story_.plies()[ply - 1].said;
}

void SampledBoards::begin() {
    begun_ = true;
    if (const auto& start = story_.known_start()) {
        const auto root = histories_.add_root(*start, 0);
        for (std::uint8_t kind = 0; kind < options_.prior.kind_count(); ++kind)
            pool_.push_back({*start, Histories::kNone, root, options_.prior.share(kind), kind});
        exact_ = true;
        return;
    }
    invent(options_.boards);
}

std::span<const SampledBoard> SampledBoards::boards(const Budget& budget) {
    if (!begun_)
        begin();
    const bool behind = ply_ < story_.plies().size();
    BudgetMeter whole(budget);
    const auto before = health_.nodes();
    while (ply_ < story_.plies().size())
        advance(story_.plies()[ply_], budget);
    filter_turn(budget);
    if (behind) {
        whole.spend_node(health_.nodes() - before);
        rejuvenate(static_cast<std::size_t>(options_.chain_steps) * pool_.size(), whole);
        if (options_.most_boards > 0)
            breathe(budget, whole);
    }
    tidy();
    return pool_;
}

void SampledBoards::breathe(const Budget& budget, const BudgetMeter& spent) {
    if (budget.unlimited())
        return;
    if (cut_short_)
        options_.boards = std::clamp(kBoardsForEachExpanded * expanded_, kLeastBoards,
                                     std::max(kLeastBoards, options_.boards));
    const auto boards = static_cast<double>(options_.boards);
    // A pool that what was heard keeps small says nothing about a large one.
    if (exact_ || static_cast<double>(pool_.size()) < kFullPool * boards)
        return;
    const auto part = part_of(budget, kRoomyShare);
    double used = 1 / kMostGrowth;
    if (part.nodes != 0)
        used = std::max(used, static_cast<double>(spent.nodes()) / static_cast<double>(part.nodes));
    if (part.time.count() != 0)
        used = std::max(used, static_cast<double>(spent.elapsed().count()) /
                                  (1e3 * static_cast<double>(part.time.count())));
    if (used < 1)
        options_.boards = std::min(options_.most_boards, static_cast<std::size_t>(boards / used));
}

// Expansion and repair have each their own part of the budget, for every move: a repair after our
// own move must not leave the opponent's answer without time.
void SampledBoards::advance(const Ply& ply, const Budget& budget) {
    survivors_ = pool_;
    survivors_ply_ = ply_;
    if (ply.own) {
        make_own(ply);
    } else {
        BudgetMeter meter(part_of(budget, kExpansionShare));
        expand_hidden(ply, meter);
    }
    ++ply_;
    tries_ = 0;
    asked_ = -1;
    if (is_thin())
        repair(budget);
}

void SampledBoards::make_own(const Ply& ply) {
    std::erase_if(pool_,
                  [&](SampledBoard& board) { return !make_own_ply(board.position, ply, story_); });
}

bool SampledBoards::children_of(const SampledBoard& board,
                                std::uint32_t index,
                                const Ply& ply,
                                const Said& heard,
                                std::vector<Child>& children) const {
    chess::MoveList moves;
    chess::generate_legal(board.position, moves);
    std::array<double, chess::MoveList::capacity()> probabilities;
    const Mover mover(heard, last_move(board), board.kind, probes_pawns(story_.view().rules()));
    options_.prior.weigh(board.position, moves, mover,
                         std::span(probabilities).first(moves.size()));
    const auto before = children.size();
    const auto& says = story_.view().rules().says();
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (!agrees_taking(board.position, moves[i], ply.said, says))
            continue;
        chess::Position after = board.position;
        if (make_hidden_ply(after, moves[i], ply, says))
            children.push_back({index, moves[i], static_cast<float>(std::log(probabilities[i])),
                                board.weight * probabilities[i]});
    }
    return children.size() > before;
}

void SampledBoards::expand_hidden(const Ply& ply, BudgetMeter& meter) {
    const auto parents = std::move(pool_);
    pool_.clear();
    children_.clear();
    const Said& heard = heard_before(ply_);
    // In random order, so that a budget that ends early leaves out nobody in particular.
    std::vector<std::uint32_t> order(parents.size());
    std::iota(order.begin(), order.end(), 0u);
    rng_.shuffle(std::span(order));
    cut_short_ = false;
    expanded_ = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (meter.exhausted() && i >= kLeastExpanded) {
            exact_ = false;
            cut_short_ = true;
            break;
        }
        ++expanded_;
        children_of(parents[order[i]], order[i], ply, heard, children_);
        ++health_.expanded;
        meter.spend_node();
        if (i % 16 == 15)
            meter.poll();
    }
    keep(children_, parents);
}

// Merges equal boards and, where there are too many, draws as many as the pool holds by weight.
void SampledBoards::keep(const std::vector<Child>& children,
                         const std::vector<SampledBoard>& parents) {
    double total = 0;
    for (const auto& child : children)
        total += child.weight;
    if (children.empty() || total <= 0)
        return;
    boost::unordered_flat_map<chess::Key, std::uint32_t> places;
    places.reserve(std::min(children.size(), options_.boards));
    std::optional<EvenDraw> draws;
    if (children.size() > options_.boards) {
        exact_ = false;
        draws.emplace(total, options_.boards, rng_);
    }
    for (const auto& child : children) {
        const double weight = draws ? draws->times(child.weight) * draws->share() : child.weight;
        if (weight == 0)
            continue;
        SampledBoard board = parents[child.parent];
        board.position.do_move(child.move);
        if (options_.prior.kind_count() > 1 && rng_.chance(kChangesKind))
            board.kind = options_.prior.draw_kind(rng_);
        const auto [place, fresh] = places.try_emplace(board.position.key() + board.kind,
                                                       static_cast<std::uint32_t>(pool_.size()));
        if (!fresh) {
            // Equal boards: the weights add up, the history is one of the two by weight.
            auto& present = pool_[place->second];
            present.weight += weight;
            if (rng_.real() * present.weight < weight) {
                present.root = board.root;
                present.history =
                    histories_.append(board.history, child.move, child.log_probability);
            }
            continue;
        }
        board.weight = weight;
        board.history = histories_.append(board.history, child.move, child.log_probability);
        pool_.push_back(board);
    }
    for (auto& board : pool_)
        board.weight /= total;
}

void SampledBoards::filter_turn(const Budget& budget) {
    const auto tries = story_.tries_this_turn();
    const auto asked = story_.asked_this_turn();
    if (tries_ == tries.size() && asked_ == asked)
        return;
    survivors_ = pool_;
    survivors_ply_ = ply_;
    const auto news = tries.subspan(std::min(tries_, tries.size()));
    std::erase_if(pool_, [&](const SampledBoard& board) {
        return !agrees_with_turn(board.position, news, asked);
    });
    tries_ = tries.size();
    asked_ = asked;
    if (is_thin())
        repair(budget);
}

int SampledBoards::rejuvenate(int steps) {
    if (!begun_)
        return 0;
    BudgetMeter unlimited{Budget{}};
    const auto before = health_.proposals;
    rejuvenate(static_cast<std::size_t>(std::max(0, steps)), unlimited);
    return static_cast<int>(health_.proposals - before);
}

void SampledBoards::rejuvenate(std::size_t steps, BudgetMeter& meter) {
    // A pool that is every possible board has no accidents to forget.
    if (pool_.empty() || ply_ == 0 || exact_)
        return;
    HistoryChain chain(story_, options_.prior);
    // From another board on each time, so that a budget that ends early neglects nobody for long;
    // a few steps at once, because laying a history open costs as much as a step.
    const std::size_t run = std::max<std::size_t>(1, (steps + pool_.size() - 1) / pool_.size());
    auto at = rng_.below(static_cast<std::uint32_t>(pool_.size()));
    for (std::size_t i = 0; i < pool_.size() && steps > 0 && !meter.exhausted(); ++i) {
        auto& board = pool_[at];
        at = at + 1 == pool_.size() ? 0 : at + 1;
        chain.load(histories_, board.history, board.root, ply_, board.kind);
        if (chain.hidden_moves() == 0)
            continue;
        for (std::size_t k = 0; k < run && steps > 0; ++k, --steps) {
            ++health_.proposals;
            meter.spend_node();
            HistoryChain::State state;
            if (!chain.step(histories_, rng_, state))
                continue;
            if (!agrees_with_turn(state.position, story_.tries_this_turn(),
                                  story_.asked_this_turn())) {
                // The running turn's refusals speak against it: back to where it was.
                chain.load(histories_, board.history, board.root, ply_, board.kind);
                continue;
            }
            ++health_.accepted;
            board.position = state.position;
            board.history = state.history;
        }
        if (i % 8 == 7)
            meter.poll();
    }
}

void SampledBoards::take_over(const SampledBoards& other) {
    const auto luck = rng_;
    const auto work = health_;
    *this = other;
    rng_ = luck;
    health_ = work;
}

void SampledBoards::tidy() {
    if (histories_.size() < kCompactAt)
        return;
    std::vector<Histories::Node*> ends;
    for (auto* pool : {&pool_, &survivors_})
        for (auto& board : *pool)
            ends.push_back(&board.history);
    histories_.compact(ends);
}

SamplerHealth SampledBoards::health() const {
    SamplerHealth health = health_;
    double sum = 0;
    double squares = 0;
    double invented = 0;
    for (const auto& board : pool_) {
        sum += board.weight;
        squares += board.weight * board.weight;
        if (histories_.root(board.root).ply > 0)
            invented += board.weight;
    }
    health.effective = squares > 0 ? sum * sum / squares : 0;
    health.invented_share = sum > 0 ? invented / sum : 0;
    health.exact = exact_;
    return health;
}

Marginals SampledBoards::marginals(const Budget& budget) {
    boards(budget);
    Marginals result;
    const chess::Colour enemy = ~story_.view().own().colour();
    double total = 0;
    for (const auto& board : pool_) {
        total += board.weight;
        for (const auto s : chess::Squares(board.position.pieces(enemy))) {
            result.on[chess::kNoType][s] += board.weight;
            result.on[chess::type_of(board.position.piece_on(s))][s] += board.weight;
        }
    }
    if (total > 0)
        for (auto& kind : result.on)
            for (auto& square : kind)
                square /= total;
    return result;
}

std::vector<chess::Move> SampledBoards::hidden_moves(const SampledBoard& board) const {
    std::vector<Histories::Step> steps;
    histories_.collect(board.history, steps);
    std::vector<chess::Move> moves;
    for (const auto& step : steps)
        moves.push_back(step.move);
    return moves;
}

}  // namespace nebel::kriegspiel
