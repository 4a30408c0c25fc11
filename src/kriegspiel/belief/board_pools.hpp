#pragma once

#include <memory>
#include <vector>

#include "kriegspiel/belief/sampled_boards.hpp"

namespace nebel::kriegspiel {

/// Several pools of boards that listen to the same game and know nothing of each other.
///
/// A pool that grows knows little more: its boards descend from the few that survived the last
/// surprise. Pools that began apart survive with different boards, so time is better spent on
/// another pool than on a larger one. How many there are follows the first budget. A pool that had
/// to make up most of its boards while others explain what was heard goes on with a copy of one of
/// those.
class BoardPools {
 public:
    /// Of one pool and of pools, where a budget decides how many: more have not been of use.
    static constexpr std::size_t kMostBoards = 30000;
    static constexpr std::size_t kMostPools = 32;

    struct Options {
        SampledBoards::Options each;
        std::size_t most = 1;  ///< pools
    };

    BoardPools(const Rules& rules, Seat seat, const Options& options, std::uint64_t seed);

    /// An event of the own seat. Cheap: the work is done by `visit`.
    void hear(const Event& event);

    /// Brings all pools up to everything heard, each with its part of the budget, and shows them
    /// one after the other: visit(pool, boards).
    template <class Visit>
    void visit(const Budget& budget, Visit&& visit) {
        bring_up(budget);
        for (auto& pool : pools_)
            visit(*pool, pool->boards());
    }

    /// More chain steps over the current boards, in turn: for the opponent's time. Returns how many
    /// were taken.
    int rejuvenate(int steps);

    [[nodiscard]] const Story& story() const { return pools_.front()->story(); }
    [[nodiscard]] std::size_t count() const { return pools_.size(); }
    /// Of all pools together.
    [[nodiscard]] SamplerHealth health() const;
    [[nodiscard]] Marginals marginals(const Budget& budget = {});

 private:
    void settle(const Budget& budget);
    void bring_up(const Budget& budget);
    void replace_lost();

    Rules rules_;
    Seat seat_;
    Options options_;
    std::uint64_t seed_;
    std::vector<std::unique_ptr<SampledBoards>> pools_;
    std::vector<Event> heard_;  ///< until the number of pools is settled
    bool settled_ = false;
    Rng rng_;
    std::size_t turn_ = 0;  ///< of the pools that rejuvenate
};

}  // namespace nebel::kriegspiel
