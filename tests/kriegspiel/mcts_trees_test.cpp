#include "kriegspiel/players/mcts_trees.hpp"

#include <gtest/gtest.h>

#include <array>

#include "search/three_tier_weighted.hpp"

namespace nebel::kriegspiel {

namespace {

// Two moves, each followed by silence for good.
struct TwoMoves {
    struct State {};
    using Moves = InlineVec<search::WeightedMove, 2>;
    using Outcomes = InlineVec<search::WeightedOutcome, 1>;
    std::array<float, 2> worth{};

    void begin(State&) const {}
    void moves(const State&, Moves& moves) const {
        for (std::uint32_t key = 0; key < 2; ++key)
            moves.push_back({key, worth[key]});
    }
    void outcomes(const State&, std::uint32_t move, Outcomes& outcomes) const {
        outcomes.push_back({0, 0, 1, worth[move], false});
    }
    void play(State&, std::uint32_t, std::uint32_t, std::uint32_t) const {}
};
using Trees = RootTrees<search::WeightedThreeTier<TwoMoves>>;

Budget simulations(std::uint64_t count) {
    Budget budget;
    budget.simulations = count;
    return budget;
}

constexpr auto kQuietly = [](const RootReport&) {};

}  // namespace

TEST(RootTrees, ValuesLearntLateOutweighVisitsMadeBefore) {
    for (const int threads : {1, 2}) {
        Trees trees({.exploration = 0.05, .expand_at = 1'000'000}, threads);
        trees.clear(1);
        TwoMoves model{{0.5F, 0.4F}};
        const RootReport before = trees.grow(model, simulations(400), kQuietly);
        EXPECT_EQ(before.moves.front().key, 0U);
        EXPECT_EQ(before.simulations, 400U);

        // Something was heard that makes the first move poor.
        model.worth = {0.3F, 0.4F};
        trees.for_each([&](auto& search) { search.refresh_root(model); });
        const RootReport after = trees.grow(model, simulations(40), kQuietly);
        EXPECT_EQ(after.simulations, 40U);
        EXPECT_EQ(after.moves.front().key, 1U);
        EXPECT_LT(after.moves.front().visits, after.moves.back().visits);
        EXPECT_EQ(after.line.front(), 1U);
    }
}

}  // namespace nebel::kriegspiel
