#include "search/expectimax.hpp"

#include <gtest/gtest.h>

#include "core/rng.hpp"
#include "search/transposition.hpp"

namespace nebel::search {

namespace {

/// A made-up game: a position is a number, everything about it follows from mixing its bits. Some
/// actions are up to chance, with two to five outcomes of unequal weight; some lines end early.
struct Maze {
    using Position = std::uint64_t;
    struct Action {
        std::uint32_t id;
        bool gamble;
    };
    struct Outcome {
        int weight;
        std::uint32_t id;
    };
    using Actions = InlineVec<Action, 8>;
    using Outcomes = InlineVec<Outcome, 8>;
    static constexpr int kHighest = 100;

    std::uint32_t gambles_in_8 = 3;

    static std::uint64_t mixed(Position position, std::uint64_t salt) {
        return mix_seed(position, salt);
    }
    void actions(Position position, Actions& list) const {
        const auto bits = mixed(position, 1);
        if (bits % 16 == 0)
            return;
        const auto count = static_cast<std::uint32_t>(1 + (bits >> 8) % 4);
        for (std::uint32_t i = 0; i < count; ++i)
            list.push_back({i, mixed(position, 100 + i) % 8 < gambles_in_8});
    }
    [[nodiscard]] bool by_chance(Position, Action action) const { return action.gamble; }
    void outcomes(Position position, Action action, Outcomes& list) const {
        const auto bits = mixed(position, 200 + action.id);
        const auto count = static_cast<std::uint32_t>(2 + bits % 4);
        for (std::uint32_t i = 0; i < count; ++i)
            list.push_back({static_cast<int>(1 + (bits >> (8 + 4 * i)) % 5), i});
    }
    [[nodiscard]] Position after(Position position, Action action) const {
        return mixed(position, 300 + action.id);
    }
    [[nodiscard]] Position after(Position position, Action action, Outcome outcome) const {
        return mixed(position, 400 + 16 * action.id + outcome.id);
    }
    [[nodiscard]] int value(Position position) const {
        return static_cast<int>(mixed(position, 2) % (2 * kHighest + 1)) - kHighest;
    }
};

/// Straight from the definition, without windows.
int plain(const Maze& game, Maze::Position position, int depth) {
    Maze::Actions actions;
    if (depth > 0)
        game.actions(position, actions);
    if (actions.empty())
        return game.value(position);
    int best = -Maze::kHighest;
    for (const auto& action : actions) {
        int value = 0;
        if (action.gamble) {
            Maze::Outcomes outcomes;
            game.outcomes(position, action, outcomes);
            int sum = 0;
            int total = 0;
            for (const auto& outcome : outcomes) {
                sum -=
                    outcome.weight * plain(game, game.after(position, action, outcome), depth - 1);
                total += outcome.weight;
            }
            value = sum / total - (sum % total < 0 ? 1 : 0);
        } else {
            value = -plain(game, game.after(position, action), depth - 1);
        }
        best = std::max(best, value);
    }
    return best;
}

}  // namespace

TEST(Expectimax, PruningChangesNoValueAtAnyDepth) {
    std::array<std::uint64_t, 3> nodes{};
    for (const std::uint32_t gambles : {0u, 3u, 6u, 8u}) {
        const Maze game{gambles};
        for (Maze::Position start = 0; start < 60; ++start)
            for (int depth = 0; depth <= 4; ++depth) {
                const int expected = plain(game, start, depth);
                for (const auto pruning : {Pruning::None, Pruning::Star1, Pruning::Star2}) {
                    Expectimax<Maze> search(game, pruning);
                    ASSERT_EQ(search.value(start, depth), expected)
                        << "start " << start << " depth " << depth << " pruning "
                        << static_cast<int>(pruning);
                    nodes[static_cast<std::size_t>(pruning)] += search.nodes();
                }
            }
    }
    // Without a good order of the answers probing pays for nothing; windows always do.
    EXPECT_LT(nodes[1], nodes[0] * 8 / 10);
}

TEST(ChanceWindow, BoundsOfTheNextOutcomeDecideTheNodeExactly) {
    Rng rng(5);
    for (int round = 0; round < 3000; ++round) {
        const int alpha = static_cast<int>(rng.below(41)) - 20;
        const int beta = alpha + 1 + static_cast<int>(rng.below(10));
        ChanceWindow window(alpha, beta, -20, 20);
        const auto outcomes = 1 + rng.below(5);
        std::vector<int> weights;
        for (std::uint32_t i = 0; i < outcomes; ++i)
            window.add(weights.emplace_back(1 + static_cast<int>(rng.below(5))));
        for (std::uint32_t i = 0; i < outcomes && !window.decided(); ++i) {
            const int low = window.alpha_of(i);
            const int high = window.beta_of(i);
            ASSERT_LT(low, high);
            // One better than the lower bound does not decide downwards, the bound itself does.
            if (low >= -20) {
                ChanceWindow down = window;
                down.at_most(i, low);
                ASSERT_TRUE(down.fails_low());
                ASSERT_LE(down.value(), alpha);
            }
            if (low + 1 <= 20 && low + 1 < high) {
                ChanceWindow still = window;
                still.exactly(i, low + 1);
                ASSERT_FALSE(still.fails_low());
            }
            if (high <= 20) {
                ChanceWindow up = window;
                up.at_least(i, high);
                ASSERT_TRUE(up.fails_high());
                ASSERT_GE(up.value(), beta);
            }
            window.exactly(i, static_cast<int>(rng.below(41)) - 20);
        }
    }
}

TEST(ChanceWindow, TheMeanIsRoundedDown) {
    ChanceWindow window(-100, 100, -10, 10);
    window.add(1);
    window.add(2);
    window.exactly(0, -5);
    window.exactly(1, 2);
    EXPECT_TRUE(window.decided());
    EXPECT_EQ(window.value(), -1);  // -1/3
}

TEST(TranspositionTable, KeepsTheDeeperAndTheLatest) {
    TranspositionTable<int> table(1);
    const auto colliding = [](std::uint64_t n) { return n << 40 | 6; };
    EXPECT_EQ(table.find(colliding(1)), nullptr);
    table.new_search();
    table.store(colliding(1), 11, 9, Bound::Exact, 1);
    table.store(colliding(2), 22, 3, Bound::AtMost, 2);
    ASSERT_NE(table.find(colliding(1)), nullptr);
    ASSERT_NE(table.find(colliding(2)), nullptr);
    EXPECT_EQ(table.find(colliding(2))->value, 22);
    table.store(colliding(3), 33, 4, Bound::AtLeast, 3);  // the latest replaces the shallow one
    EXPECT_EQ(table.find(colliding(2)), nullptr);
    EXPECT_EQ(table.find(colliding(1))->best, 1);
    table.new_search();
    table.store(colliding(4), 44, 1, Bound::Exact, 4);  // an old search gives way
    EXPECT_EQ(table.find(colliding(4))->value, 44);
    EXPECT_NE(table.find(colliding(1)), nullptr);
    table.clear();
    EXPECT_EQ(table.find(colliding(4)), nullptr);
}

}  // namespace nebel::search
