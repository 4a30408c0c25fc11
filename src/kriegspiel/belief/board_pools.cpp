#include "kriegspiel/belief/board_pools.hpp"

#include <algorithm>

namespace nebel::kriegspiel {

namespace {

// What one pool makes good use of.
constexpr std::chrono::milliseconds kTimeForEach{10};
constexpr std::uint64_t kNodesForEach = 2500;
// A whole-game clock lasts for about so many moves.
constexpr int kMovesOfAClock = 30;
// A pool is lost when more of its weight is on made-up boards, and sound when less of it is.
constexpr double kLost = 0.5;
constexpr double kSound = 0.3;

std::size_t pools_for(const Budget& budget, std::size_t most) {
    std::uint64_t pools = 1;
    if (budget.nodes != 0)
        pools = budget.nodes / kNodesForEach;
    else if (budget.time.count() != 0)
        pools = static_cast<std::uint64_t>(budget.time / kTimeForEach);
    else if (budget.clock)
        pools = static_cast<std::uint64_t>(budget.clock->remaining / kMovesOfAClock / kTimeForEach);
    return std::clamp<std::uint64_t>(pools, 1, most);
}

}  // namespace

BoardPools::BoardPools(const Rules& rules, Seat seat, const Options& options, std::uint64_t seed)
    : rules_(rules), seat_(seat), options_(options), seed_(seed), rng_(seed, 1) {
    pools_.push_back(std::make_unique<SampledBoards>(rules, seat, options.each, seed));
    settled_ = options.most <= 1;
}

void BoardPools::hear(const Event& event) {
    for (auto& pool : pools_)
        pool->hear(event);
    if (!settled_)
        heard_.push_back(event);
}

void BoardPools::settle(const Budget& budget) {
    // Without a budget there is nothing to divide, and none says nothing of those to come.
    if (settled_ || budget.unlimited())
        return;
    settled_ = true;
    for (std::size_t i = 1; i < pools_for(budget, options_.most); ++i) {
        pools_.push_back(
            std::make_unique<SampledBoards>(rules_, seat_, options_.each, mix_seed(seed_, i)));
        for (const auto& event : heard_)
            pools_.back()->hear(event);
    }
    heard_ = {};
}

void BoardPools::bring_up(const Budget& budget) {
    settle(budget);
    const auto part = part_of(budget, 1.0 / static_cast<double>(pools_.size()));
    for (auto& pool : pools_)
        pool->boards(part);
    replace_lost();
}

void BoardPools::replace_lost() {
    std::vector<SampledBoards*> lost;
    std::vector<const SampledBoards*> sound;
    for (auto& pool : pools_) {
        const double made_up = pool->health().invented_share;
        if (made_up > kLost)
            lost.push_back(pool.get());
        else if (made_up < kSound)
            sound.push_back(pool.get());
    }
    if (sound.empty())
        return;
    for (auto* pool : lost)
        pool->take_over(*sound[rng_.below(static_cast<std::uint32_t>(sound.size()))]);
}

int BoardPools::rejuvenate(int steps) {
    // A pool that is all there can be has nothing to alter; the others may.
    int taken = 0;
    for (std::size_t i = 0; i < pools_.size() && taken == 0; ++i) {
        turn_ = turn_ + 1 < pools_.size() ? turn_ + 1 : 0;
        taken = pools_[turn_]->rejuvenate(steps);
    }
    return taken;
}

SamplerHealth BoardPools::health() const {
    SamplerHealth all;
    all.exact = true;
    for (const auto& pool : pools_) {
        const auto one = pool->health();
        // Every pool has the same say.
        all.effective +=
            one.exact ? one.effective / static_cast<double>(pools_.size()) : one.effective;
        all.invented_share += one.invented_share / static_cast<double>(pools_.size());
        all.exact &= one.exact;
        all.expanded += one.expanded;
        all.starvations += one.starvations;
        all.repairs += one.repairs;
        all.repaired += one.repaired;
        all.edited += one.edited;
        all.invented += one.invented;
        all.proposals += one.proposals;
        all.accepted += one.accepted;
    }
    return all;
}

Marginals BoardPools::marginals(const Budget& budget) {
    bring_up(budget);
    Marginals all;
    for (auto& pool : pools_) {
        const auto one = pool->marginals();
        for (std::size_t kind = 0; kind < all.on.size(); ++kind)
            for (std::size_t s = 0; s < all.on[kind].size(); ++s)
                all.on[kind][s] += one.on[kind][s] / static_cast<double>(pools_.size());
    }
    return all;
}

}  // namespace nebel::kriegspiel
