#include "kriegspiel/belief/sampled_boards.hpp"

#include <algorithm>
#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cmath>

#include "kriegspiel/belief/consistency.hpp"
#include "kriegspiel/belief/history_chain.hpp"
#include "kriegspiel/belief/invented_board.hpp"

namespace nebel::kriegspiel {

namespace {

constexpr std::size_t kCompactAt = 4'000'000;

}  // namespace

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
        pool_.push_back({*start, Histories::kNone, root, 1.0});
        return;
    }
    invent();
}

std::span<const SampledBoard> SampledBoards::boards() {
    if (!begun_)
        begin();
    const bool behind = ply_ < story_.plies().size();
    while (ply_ < story_.plies().size())
        advance(story_.plies()[ply_]);
    filter_turn();
    if (behind)
        rejuvenate(options_.chain_steps * static_cast<int>(pool_.size()));
    tidy();
    return pool_;
}

void SampledBoards::advance(const Ply& ply) {
    survivors_ = pool_;
    survivors_ply_ = ply_;
    if (ply.own)
        make_own(ply);
    else
        expand_hidden(ply);
    ++ply_;
    tries_ = 0;
    asked_ = -1;
    if (pool_.size() <
        options_.thin * static_cast<double>(std::min(options_.boards, survivors_.size())))
        repair();
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
    options_.prior.weigh(board.position, moves, heard,
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

void SampledBoards::expand_hidden(const Ply& ply) {
    const auto parents = std::move(pool_);
    pool_.clear();
    std::vector<Child> children;
    const Said& heard = heard_before(ply_);
    for (std::uint32_t i = 0; i < parents.size(); ++i)
        children_of(parents[i], i, ply, heard, children);
    keep(children, parents);
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
    const bool draw = children.size() > options_.boards;
    const double share = total / static_cast<double>(options_.boards);
    double due = draw ? share * rng_.real() : 0;
    double passed = 0;
    for (const auto& child : children) {
        double weight = child.weight;
        if (draw) {
            // Systematic: one board for each share of the weight that the child's part covers.
            passed += child.weight;
            weight = 0;
            for (; due < passed; due += share)
                weight += share;
            if (weight == 0)
                continue;
        }
        SampledBoard board = parents[child.parent];
        board.position.do_move(child.move);
        const auto [place, fresh] =
            places.try_emplace(board.position.key(), static_cast<std::uint32_t>(pool_.size()));
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

void SampledBoards::filter_turn() {
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
    if (pool_.size() <
        options_.thin * static_cast<double>(std::min(options_.boards, survivors_.size())))
        repair();
}

// Re-routes the histories of the last pool that lived until some explain what was heard since.
void SampledBoards::repair() {
    if (pool_.empty())
        ++health_.starvations;
    const auto enough = std::max<std::size_t>(
        8, static_cast<std::size_t>(options_.thin * 2 * static_cast<double>(options_.boards)));
    const bool after_move = survivors_ply_ < ply_;
    HistoryChain chain(story_, options_.prior);
    std::vector<SampledBoard> found;
    std::vector<Child> children;
    int proposals = 0;
    while (!survivors_.empty() && proposals < options_.repair_proposals &&
           pool_.size() + found.size() < enough) {
        auto board = survivors_[rng_.below(static_cast<std::uint32_t>(survivors_.size()))];
        chain.load(histories_, board.history, board.root, survivors_ply_);
        if (chain.hidden_moves() == 0) {
            proposals += 16;
            continue;
        }
        for (int i = 0; i < 16; ++i, ++proposals) {
            HistoryChain::State state;
            ++health_.proposals;
            if (!chain.step(histories_, rng_, state))
                continue;
            ++health_.accepted;
            board.position = state.position;
            board.history = state.history;
            if (!after_move) {
                if (agrees_with_turn(board.position, story_.tries_this_turn(),
                                     story_.asked_this_turn()))
                    found.push_back(board);
                continue;
            }
            const Ply& ply = story_.plies()[survivors_ply_];
            if (ply.own) {
                auto next = board;
                if (make_own_ply(next.position, ply, story_))
                    found.push_back(next);
                continue;
            }
            children.clear();
            if (children_of(board, 0, ply, heard_before(survivors_ply_), children)) {
                const auto& child =
                    children[rng_.below(static_cast<std::uint32_t>(children.size()))];
                auto next = board;
                next.position.do_move(child.move);
                next.history = histories_.append(next.history, child.move, child.log_probability);
                found.push_back(next);
            }
        }
    }
    health_.repaired += found.size();
    const double weight =
        1.0 / static_cast<double>(std::max<std::size_t>(1, pool_.size() + found.size()));
    for (auto& board : found) {
        board.weight = weight;
        pool_.push_back(board);
    }
    if (pool_.size() < 8)
        invent();
}

// Boards that fit the latest announcement and the material; their history begins here.
void SampledBoards::invent() {
    const std::size_t wanted = std::max<std::size_t>(16, options_.boards / 20);
    const bool first = pool_.empty();
    BoardInventor inventor(story_, ply_);
    std::size_t made = 0;
    for (std::size_t i = 0; i < wanted; ++i) {
        const auto* like =
            survivors_.empty()
                ? nullptr
                : &survivors_[rng_.below(static_cast<std::uint32_t>(survivors_.size()))].position;
        const auto position = inventor.invent(like, rng_);
        if (!position)
            continue;
        const auto root = histories_.add_root(*position, static_cast<std::uint32_t>(ply_));
        pool_.push_back({*position, Histories::kNone, root, 1.0});
        ++made;
    }
    health_.invented += made;
    NEBEL_CHECK(!pool_.empty());
    if (first)
        for (auto& board : pool_)
            board.weight = 1.0 / static_cast<double>(pool_.size());
}

int SampledBoards::rejuvenate(int steps) {
    if (pool_.empty() || ply_ == 0 || options_.chain_steps == 0)
        return 0;
    HistoryChain chain(story_, options_.prior);
    const int each = std::max(1, steps / static_cast<int>(pool_.size()));
    int taken = 0;
    for (std::size_t i = 0; i < pool_.size() && taken < steps; ++i) {
        auto& board = pool_[i];
        chain.load(histories_, board.history, board.root, ply_);
        if (chain.hidden_moves() == 0)
            continue;
        for (int k = 0; k < each; ++k, ++taken) {
            HistoryChain::State state;
            ++health_.proposals;
            if (!chain.step(histories_, rng_, state))
                continue;
            if (!agrees_with_turn(state.position, story_.tries_this_turn(),
                                  story_.asked_this_turn())) {
                // The running turn's refusals speak against it: back to where it was.
                chain.load(histories_, board.history, board.root, ply_);
                continue;
            }
            ++health_.accepted;
            board.position = state.position;
            board.history = state.history;
        }
    }
    return taken;
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
    return health;
}

Marginals SampledBoards::marginals() {
    boards();
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
