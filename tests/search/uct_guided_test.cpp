#include <gtest/gtest.h>

#include "search/stones.hpp"
#include "search/uct_search.hpp"

// Implicit minimax backups and progressive bias of the chance tree.
namespace nebel::search {

namespace {

/// Stones whose playouts teach nothing, with a perfect guess of every position.
struct GuidedStones : Stones {
    static double playout(const State&, Rng&) { return 0.5; }
    static double estimate(const State& state) {
        double best = 0;
        for (const auto& [action, value] : exact_values(state.left))
            best = std::max(best, value);
        return state.side == 0 ? best : 1 - best;
    }
    /// Likes the die.
    static double inclination(const State&, int action) { return action == kDie ? 1 : 0; }
};
static_assert(UctGuidedGame<GuidedStones> && !UctGuidedGame<Stones>);

using Tree = ChanceTree<GuidedStones>;

UctResult<int> run(UctSearch<Tree>& search, int left, std::uint64_t count) {
    Budget budget;
    budget.simulations = count;
    return search.run(GuidedStones(), {left, 0}, 5, budget, [](const auto&) {});
}

double loss_of_choice(int left, const UctSettings& settings) {
    UctSearch<Tree> search(settings, 1);
    const auto values = exact_values(left);
    double best = 0;
    for (const auto& [action, value] : values)
        best = std::max(best, value);
    return best - values.at(run(search, left, 60).best_move().action);
}

}  // namespace

TEST(GuidedTree, EstimatesAreCarriedUpAsMinimaxWould) {
    UctSettings settings;
    settings.minimax = 0.4;
    UctSearch<Tree> search(settings, 1);
    run(search, 9, 300);
    const Tree& tree = search.tree(0);
    int decisions = 0;
    int chances = 0;
    const auto check = [&](const auto& self, const Tree::Node& node) -> void {
        if (node.first == 0)
            return;
        double best = node.to_move == 0 ? 0 : 1;
        double sum = 0;
        double weight = 0;
        for (const auto& child : tree.children(node)) {
            if (child.visits == 0)
                continue;
            const double value = static_cast<double>(child.estimate);
            best = node.to_move == 0 ? std::max(best, value) : std::min(best, value);
            sum += child.weight * value;
            weight += child.weight;
            self(self, child);
        }
        if (node.proof != Proof::Open)
            return;
        const double value = static_cast<double>(node.estimate);
        if (node.is_chance) {
            EXPECT_NEAR(value, sum / weight, 1e-5);
            ++chances;
        } else if (node.tried == node.children) {
            EXPECT_NEAR(value, best, 1e-5);
            ++decisions;
        }
    };
    check(check, tree.root());
    EXPECT_GT(decisions, 10);
    EXPECT_GT(chances, 5);
}

TEST(GuidedTree, MinimaxFindsWhatPlayoutsDoNotShow) {
    UctSettings guided;
    guided.minimax = 1;
    UctSettings blind;
    double loss = 0;
    for (int left = 4; left <= 9; ++left) {
        EXPECT_NEAR(loss_of_choice(left, guided), 0, 1e-9) << left;
        loss += loss_of_choice(left, blind);
    }
    EXPECT_GT(loss, 0.1) << "without minimax it is not found, so the test says something";
}

TEST(GuidedTree, BiasDecidesFirstAndFades) {
    UctSettings settings;
    settings.bias = 5;
    settings.minimax = 1;
    // Throwing the die is not the best of eight stones.
    const auto values = exact_values(8);
    ASSERT_LT(values.at(Stones::kDie), std::max(values.at(1), values.at(2)));
    const auto die_share = [&](std::uint64_t count) {
        UctSearch<Tree> search(settings, 1);
        const auto result = run(search, 8, count);
        for (const auto& move : result.moves)
            if (move.action == Stones::kDie)
                return static_cast<double>(move.visits) / static_cast<double>(count);
        return -1.0;
    };
    EXPECT_EQ(die_share(1), 1) << "tried first";
    EXPECT_GT(die_share(10), 0.5);
    EXPECT_LT(die_share(400), 0.4);
}

}  // namespace nebel::search
