// How a pool of boards comes back to life when nothing in it explains what was heard.

#include <algorithm>
#include <limits>

#include "kriegspiel/belief/consistency.hpp"
#include "kriegspiel/belief/edited_board.hpp"
#include "kriegspiel/belief/history_chain.hpp"
#include "kriegspiel/belief/history_rerouter.hpp"
#include "kriegspiel/belief/invented_board.hpp"
#include "kriegspiel/belief/sampled_boards.hpp"

namespace nebel::kriegspiel {

namespace {

// However small the budget: so many alterations are tried before boards are invented.
constexpr int kLeastProposals = 400;
// The share of a budget that one repair may use.
constexpr double kRepairShare = 0.4;
constexpr std::size_t kFewBoards = 8;
// How many boards one that was found may be copied into, and chain steps for each copy.
constexpr std::size_t kMostCopies = 12;
constexpr std::size_t kSpreadingSteps = 6;
// Attempts at a board with a man put elsewhere, for each that is wanted.
constexpr std::size_t kEdits = 30;
// What such a board, and one made up from nothing, weighs beside one that explains everything.
constexpr double kEditedTrust = 0.3;
constexpr double kInventedTrust = 0.1;
// Alterations in a row of one history.
constexpr int kRun = 8;

}  // namespace

bool SampledBoards::is_thin() const {
    if (exact_ && !pool_.empty())
        return false;
    const auto whole = static_cast<double>(std::min(options_.boards, survivors_.size()));
    return static_cast<double>(pool_.size()) <
           std::max(options_.thin * whole, static_cast<double>(kFewBoards));
}

// Extends an altered board of the last pool that lived by what was heard since: one more move, or
// the running turn's refusals.
bool SampledBoards::carry_over(SampledBoard& board) {
    if (survivors_ply_ == ply_)
        return agrees_with_turn(board.position, story_.tries_this_turn(), story_.asked_this_turn());
    const Ply& ply = story_.plies()[survivors_ply_];
    if (ply.own)
        return make_own_ply(board.position, ply, story_);
    children_.clear();
    board.weight = 1;
    if (!children_of(board, 0, ply, heard_before(survivors_ply_), children_))
        return false;
    double total = 0;
    for (const auto& child : children_)
        total += child.weight;
    double left = total * rng_.real();
    std::size_t chosen = 0;
    while (chosen + 1 < children_.size() && left >= children_[chosen].weight)
        left -= children_[chosen++].weight;
    const auto& child = children_[chosen];
    board.position.do_move(child.move);
    board.history = histories_.append(board.history, child.move, child.log_probability);
    return true;
}

// Re-routes the histories of the last pool that lived until enough explain what was heard since.
void SampledBoards::repair(const Budget& budget) {
    const auto part = part_of(budget, kRepairShare);
    BudgetMeter meter(part);
    exact_ = false;
    ++health_.repairs;
    if (pool_.empty())
        ++health_.starvations;
    const auto enough = std::max<std::size_t>(
        kFewBoards,
        static_cast<std::size_t>(2 * options_.thin * static_cast<double>(options_.boards)));
    // A small pool is not worth a long search, unless there is time for it.
    const int most = part.unlimited()
                         ? std::min(options_.repair_proposals,
                                    kLeastProposals + 5 * static_cast<int>(options_.boards) / 2)
                         : std::numeric_limits<int>::max();
    const bool running_turn = survivors_ply_ == ply_;
    const Ply* news = running_turn ? nullptr : &story_.plies()[survivors_ply_];
    const auto refused = running_turn ? story_.tries_this_turn() : story_.tries(*news);
    HistoryChain chain(story_, options_.prior);
    HistoryRerouter rerouter(story_, options_.prior);
    std::vector<SampledBoard> found;
    const auto wanted_of = [&](const chess::Position& position) {
        return news != nullptr && !news->own ? wanted_for_hidden(position, *news)
                                             : wanted_for_own(position, news, refused, rng_);
    };
    for (int proposals = 0;
         !survivors_.empty() && proposals < most && pool_.size() + found.size() < enough;) {
        if (meter.exhausted() && proposals >= kLeastProposals)
            break;
        auto board = survivors_[rng_.below(static_cast<std::uint32_t>(survivors_.size()))];
        const bool directed = rng_.chance(0.75);
        HistoryReplay& replay = directed ? static_cast<HistoryReplay&>(rerouter) : chain;
        replay.load(histories_, board.history, board.root, survivors_ply_, board.kind);
        for (int i = 0; i < kRun; ++i) {
            ++proposals;
            ++health_.proposals;
            meter.spend_node();
            if (replay.hidden_moves() == 0)
                continue;
            HistoryReplay::State state;
            bool altered = false;
            if (directed) {
                const auto wanted = wanted_of(board.position);
                altered = wanted.any() &&
                          rerouter.attempt(board.position, wanted, histories_, rng_, state);
            } else {
                altered = chain.step(histories_, rng_, state);
            }
            if (!altered)
                continue;
            ++health_.accepted;
            board.position = state.position;
            board.history = state.history;
            auto next = board;
            if (carry_over(next)) {
                found.push_back(next);
                break;
            }
        }
    }
    health_.repaired += found.size();
    admit(found, 1.0);
    spread(enough, meter);
    const auto least = std::max(kFewBoards, enough * 3 / 10);
    if (pool_.size() < least && !survivors_.empty()) {
        // Men put where they are wanted, whatever their histories say.
        found.clear();
        for (std::size_t i = 0; i < kEdits * least && pool_.size() + found.size() < least; ++i) {
            if (auto board = edited(wanted_of))
                found.push_back(*board);
            if (meter.exhausted() && i >= kEdits * kFewBoards)
                break;
        }
        health_.edited += found.size();
        admit(found, kEditedTrust);
    }
    if (pool_.size() < kFewBoards)
        invent(std::max<std::size_t>(16, options_.boards / 20));
}

// Adds boards, each with a part of the weight that a board of the pool has on average.
void SampledBoards::admit(std::span<const SampledBoard> boards, double trust) {
    double sum = 0;
    for (const auto& board : pool_)
        sum += board.weight;
    const double mean = pool_.empty() ? 1.0 : sum / static_cast<double>(pool_.size());
    for (const auto& board : boards) {
        pool_.push_back(board);
        pool_.back().weight = pool_.size() > 1 && sum > 0 ? trust * mean : mean;
    }
}

// Few boards that explain everything: copies of them, altered by the chain, so that the next
// announcement does not find them all alike.
void SampledBoards::spread(std::size_t wanted, BudgetMeter& meter) {
    const std::size_t found = pool_.size();
    if (found == 0 || found >= wanted)
        return;
    const std::size_t copies = std::min(wanted, found * kMostCopies) / found;
    if (copies < 2)
        return;
    pool_.reserve(found * copies);
    for (std::size_t i = 0; i < found; ++i) {
        pool_[i].weight /= static_cast<double>(copies);
        for (std::size_t k = 1; k < copies; ++k)
            pool_.push_back(pool_[i]);
    }
    rejuvenate(kSpreadingSteps * pool_.size(), meter);
}

// A board of the last pool that lived with men moved by hand, if it explains what was heard.
std::optional<SampledBoard> SampledBoards::edited(
    const std::function<Wanted(const chess::Position&)>& wanted_of) {
    const auto enemy = ~story_.view().own().colour();
    auto board = survivors_[rng_.below(static_cast<std::uint32_t>(survivors_.size()))];
    for (int edits = rng_.chance(0.7) ? 1 : 2; edits > 0; --edits) {
        const auto position = edit_board(board.position, enemy, wanted_of(board.position), rng_);
        if (!position)
            return std::nullopt;
        board.position = *position;
    }
    board.root = histories_.add_root(board.position, static_cast<std::uint32_t>(survivors_ply_));
    board.history = Histories::kNone;
    if (carry_over(board))
        return board;
    histories_.drop_root(board.root);
    return std::nullopt;
}

// Boards that fit the latest announcement and the material; their history begins here. None at all
// where an umpire has contradicted himself so that no board can be: the pool is empty then, until
// he says something that can be.
void SampledBoards::invent(std::size_t wanted) {
    BoardInventor inventor(story_, ply_);
    std::vector<SampledBoard> made;
    for (std::size_t i = 0; i < wanted; ++i) {
        const auto* like =
            survivors_.empty()
                ? nullptr
                : &survivors_[rng_.below(static_cast<std::uint32_t>(survivors_.size()))].position;
        const auto position = inventor.invent(like, rng_);
        if (!position)
            continue;
        const auto root = histories_.add_root(*position, static_cast<std::uint32_t>(ply_));
        made.push_back({*position, Histories::kNone, root, 1.0, options_.prior.draw_kind(rng_)});
    }
    health_.invented += made.size();
    admit(made, kInventedTrust);
}

}  // namespace nebel::kriegspiel
