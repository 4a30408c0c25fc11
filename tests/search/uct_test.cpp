#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "search/stones.hpp"
#include "search/uct_search.hpp"

namespace nebel::search {

namespace {

Budget simulations(std::uint64_t count) {
    Budget budget;
    budget.simulations = count;
    return budget;
}

template <class Tree>
class Trees : public ::testing::Test {
 public:
    using Search = UctSearch<Tree>;

    static typename Search::Result run(Search& search,
                                       int left,
                                       std::uint64_t seed,
                                       const Budget& budget) {
        return search.run(Stones(), {left, 0}, seed, budget, [](const auto&) {});
    }
    static typename Search::Result run(int left, const Budget& budget, UctSettings settings = {}) {
        Search search(settings, 1);
        return run(search, left, 5, budget);
    }
};

using BothTrees = ::testing::Types<ChanceTree<Stones>, GroupTree<Stones>>;
TYPED_TEST_SUITE(Trees, BothTrees);

template <class Result>
std::vector<std::pair<std::uint64_t, double>> numbers(const Result& result) {
    std::vector<std::pair<std::uint64_t, double>> list;
    for (const auto& move : result.moves)
        list.emplace_back(move.visits, move.total);
    return list;
}

}  // namespace

TYPED_TEST(Trees, SpendExactlyTheSimulations) {
    for (const std::uint64_t count : {1, 2, 3, 7, 100, 1001}) {
        const auto result = this->run(12, simulations(count));
        EXPECT_EQ(result.simulations, count);
        std::uint64_t visits = 0;
        for (const auto& move : result.moves)
            visits += move.visits;
        EXPECT_EQ(visits, count);
    }
}

TYPED_TEST(Trees, SpendNodesAndStopWhenAsked) {
    Budget nodes;
    nodes.nodes = 500;
    const auto result = this->run(14, nodes);
    EXPECT_GE(result.nodes, 500u);
    EXPECT_LT(result.nodes, 520u) << "a simulation walks a few steps only";

    const std::atomic<bool> stop{true};
    Budget endless;
    endless.stop = &stop;
    EXPECT_LT(this->run(14, endless).simulations, 300u);
}

TYPED_TEST(Trees, EqualSeedsEqualResults) {
    for (const int threads : {1, 2, 3}) {
        typename TestFixture::Search search(UctSettings{}, threads);
        const auto first = this->run(search, 13, 7, simulations(1000));
        const auto other = this->run(search, 13, 8, simulations(1000));
        const auto again = this->run(search, 13, 7, simulations(1000));
        EXPECT_EQ(first.simulations, 1000u);
        EXPECT_EQ(numbers(first), numbers(again)) << threads;
        EXPECT_NE(numbers(first), numbers(other)) << threads;
    }
}

TYPED_TEST(Trees, MoreThreadsThanSimulations) {
    typename TestFixture::Search search(UctSettings{}, 4);
    EXPECT_EQ(this->run(search, 13, 1, simulations(3)).simulations, 3u);
}

// With a full arena the search goes on; what it says still comes from all its simulations.
TYPED_TEST(Trees, GoOnWhenMemoryIsFull) {
    for (const std::size_t nodes : {1, 2, 3, 5, 10, 40}) {
        UctSettings settings;
        settings.max_nodes = nodes;
        const auto result = this->run(14, simulations(2000), settings);
        EXPECT_TRUE(result.full);
        EXPECT_LE(result.tree_nodes, nodes);
        EXPECT_EQ(result.simulations, 2000u);
    }
    EXPECT_FALSE(this->run(14, simulations(20)).full);
}

TYPED_TEST(Trees, TakeAWinAtOnceAndEndEarly) {
    const auto result = this->run(2, simulations(100000));
    EXPECT_EQ(result.best_move().action, 2);
    EXPECT_EQ(result.best_move().proof, Proof::Side0Wins);
    EXPECT_LT(result.simulations, 20u);
}

TYPED_TEST(Trees, CertainValuesAreTrue) {
    int certain = 0;
    for (int left = 1; left <= 9; ++left) {
        const auto values = exact_values(left);
        for (const auto& move : this->run(left, simulations(3000)).moves) {
            if (move.proof == Proof::Open)
                continue;
            ++certain;
            const double claimed = move.proof == Proof::Draw        ? 0.5
                                   : move.proof == Proof::Side0Wins ? 1.0
                                                                    : 0.0;
            EXPECT_NEAR(claimed, values.at(move.action), 1e-12)
                << left << " stones, action " << move.action;
        }
    }
    EXPECT_GE(certain, 3);
}

TEST(ChanceTree, ConvergesToTheExactValues) {
    for (int left = 3; left <= 9; ++left) {
        const auto values = exact_values(left);
        const auto best =
            std::max_element(values.begin(), values.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
        const auto result = Trees<ChanceTree<Stones>>::run(left, simulations(40000));
        EXPECT_NEAR(values.at(result.best_move().action), best->second, 1e-9) << left;
        if (result.best_move().proof == Proof::Open) {
            EXPECT_NEAR(result.value(), best->second, 0.05) << left;
        }
    }
}

TEST(ChanceTree, DrawsChanceByItsWeights) {
    UctSettings settings;
    settings.exploration = 50;  // visits everything alike
    UctSearch<ChanceTree<Stones>> search(settings, 1);
    Trees<ChanceTree<Stones>>::run(search, 12, 3, simulations(60000));
    const auto& tree = search.tree(0);
    int found = 0;
    for (const auto& child : tree.children(tree.root())) {
        if (!child.is_chance)
            continue;
        ++found;
        EXPECT_EQ(child.weight, 6u);
        ASSERT_EQ(child.children, 3u);
        double chi = 0;
        std::uint32_t visits = 0;
        for (const auto& face : tree.children(child)) {
            EXPECT_EQ(face.weight, static_cast<std::uint32_t>(face.chance));
            const double expected = child.visits * face.weight / 6.0;
            chi += (face.visits - expected) * (face.visits - expected) / expected;
            visits += face.visits;
        }
        EXPECT_EQ(visits, child.visits);
        EXPECT_GT(child.visits, 10000u);
        EXPECT_LT(chi, 14) << "1 in 1000";
    }
    EXPECT_EQ(found, 1);
}

// A node's visits are its children's and the one that added it; the same for its values.
TEST(ChanceTree, StatisticsAddUp) {
    UctSearch<ChanceTree<Stones>> search(UctSettings{}, 1);
    Trees<ChanceTree<Stones>>::run(search, 15, 3, simulations(5000));
    const auto& tree = search.tree(0);
    int checked = 0;
    const auto check = [&](const auto& self, const ChanceTree<Stones>::Node& node) -> void {
        if (node.first == 0)
            return;
        std::uint32_t visits = 0;
        for (const auto& child : tree.children(node)) {
            visits += child.visits;
            EXPECT_GE(child.total, 0);
            EXPECT_LE(child.total, child.visits);
            self(self, child);
        }
        const bool starts_itself = !node.is_chance && &node != &tree.root();
        const std::uint32_t passed = visits + (starts_itself ? 1 : 0);
        // What is certain is counted without going further down.
        EXPECT_TRUE(node.visits == passed || (node.proof != Proof::Open && node.visits > passed));
        ++checked;
    };
    check(check, tree.root());
    EXPECT_GT(checked, 100);
}

// Two stones after the die are a win for the opponent, one or none are too or a draw: no single
// outcome may decide for the others.
TEST(GroupTree, NothingIsCertainBelowChance) {
    UctSearch<GroupTree<Stones>> search(UctSettings{}, 1);
    const auto result = Trees<GroupTree<Stones>>::run(search, 4, 3, simulations(20000));
    const auto& tree = search.tree(0);
    tree.for_each_child(tree.root(), [&](const auto& child) {
        if (child.action != Stones::kDie)
            return;
        EXPECT_FALSE(child.certain);
        EXPECT_EQ(child.proof, Proof::Open);
        tree.for_each_child(child, [](const auto& below) {
            EXPECT_FALSE(below.certain);
            EXPECT_EQ(below.proof, Proof::Open);
        });
    });
    EXPECT_EQ(result.best_move().action, 1) << "two lose at once, the die gives away the lead";
    EXPECT_NEAR(exact_values(4).at(1), 0.75, 1e-9);
}

// The union of what every outcome allows: a group node's children grow as outcomes are met.
TEST(GroupTree, GathersTheActionsOfAllOutcomes) {
    UctSettings settings;
    settings.exploration = 50;
    UctSearch<GroupTree<Stones>> search(settings, 1);
    Trees<GroupTree<Stones>>::run(search, 4, 3, simulations(2000));
    const auto& tree = search.tree(0);
    tree.for_each_child(tree.root(), [&](const auto& child) {
        if (child.action != Stones::kDie)
            return;
        std::map<int, int> seen;
        tree.for_each_child(child, [&](const auto& below) { ++seen[below.action]; });
        EXPECT_EQ(seen, (std::map<int, int>{{Stones::kDie, 1}, {1, 1}, {2, 1}}));
    });
}

TEST(FinalChoice, VisitsMeanAndCertainty) {
    using Move = UctMove<int>;
    std::vector<Move> moves{{1, 100, 50, Proof::Open}, {2, 10, 9, Proof::Open}, {3, 0, 0, {}}};
    EXPECT_EQ(choose_move(moves, 0, FinalChoice::Visits), 0u);
    EXPECT_EQ(choose_move(moves, 0, FinalChoice::Mean), 1u);
    EXPECT_EQ(choose_move(moves, 1, FinalChoice::Mean), 0u);
    moves[0].proof = Proof::Side1Wins;
    EXPECT_EQ(choose_move(moves, 0, FinalChoice::Visits), 1u);
    EXPECT_EQ(choose_move(moves, 1, FinalChoice::Mean), 0u);
    moves[2].proof = Proof::Side0Wins;
    EXPECT_EQ(choose_move(moves, 0, FinalChoice::Visits), 2u);
}

TEST(UctSearch, ReportsFromItsOwnThreadAndAlwaysGrowing) {
    UctSearch<ChanceTree<Stones>> search(UctSettings{}, 2);
    std::vector<std::uint64_t> reported;
    const auto here = std::this_thread::get_id();
    search.run(Stones(), {15, 0}, 1, simulations(10000), [&](const auto& result) {
        EXPECT_EQ(std::this_thread::get_id(), here);
        reported.push_back(result.simulations);
    });
    EXPECT_EQ(reported, (std::vector<std::uint64_t>{512, 1024, 2048, 4096}));
}

}  // namespace nebel::search
