#include "search/three_tier.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <set>
#include <stdexcept>
#include <thread>

#include "search/three_tier_sampled.hpp"
#include "search/three_tier_threads.hpp"
#include "search/three_tier_weighted.hpp"
#include "search/three_tier_workers.hpp"

namespace nebel::search {

namespace {

// Doors: behind door d lies a prize with chance d / 4; door 3 is often locked and then another one
// must be tried. What is heard after a door is opened is its number, then a coin.
struct Doors {
    static constexpr std::size_t kMoveKeys = 8;
    static constexpr bool kSameMoves = true;
    static constexpr std::uint32_t kShut = 99;
    using Moves = InlineVec<std::uint32_t, 8>;
    struct State {
        std::uint32_t door = kShut;
        bool tried_lock = false;
    };
    double locked = 0.5;
    int begun = 0;

    void begin(State& state, Rng&) {
        state = {};
        ++begun;
    }
    void moves(const State& state, Moves& list) const {
        if (state.door != kShut)
            return;  // one door is all one may open
        for (std::uint32_t door = 0; door < 4; ++door)
            if (door != 3 || !state.tried_lock)
                list.push_back(door);
    }
    Heard answer(State& state, std::uint32_t door, Rng& rng) {
        if (door == 3 && !state.tried_lock && rng.chance(locked)) {
            state.tried_lock = true;
            return {7, Heard::Then::MyTurn, 0};
        }
        state.door = door;
        if (door == 0)
            return {0, Heard::Then::Over, 0.0};
        return {door, Heard::Then::TheirTurn, 0};
    }
    Heard reply(State&, Rng& rng) { return {rng.below(2), Heard::Then::MyTurn, 0}; }
    double simulate(State& state, Rng& rng) { return rng.chance(state.door / 4.0) ? 1 : 0; }
};

// Two moves: the first looks worse and has something good below it. Answers: 0 quiet, 1 refused.
struct Promise {
    struct State {
        int depth = 0;
        std::uint32_t first = 9;
    };
    using Moves = InlineVec<WeightedMove, 4>;
    using Outcomes = InlineVec<WeightedOutcome, 4>;
    int valued = 0;
    float now = 0.2F;  ///< what the quiet outcome of move 0 is worth at once

    void begin(State& state) { state = {}; }
    void moves(const State& state, Moves& list) {
        if (state.depth == 2)
            return;
        valued += 2;
        for (std::uint32_t key = 0; key < 2; ++key) {
            Outcomes all;
            outcomes(state, key, all);
            float sum = 0;
            for (const auto& outcome : all)
                sum += outcome.probability * outcome.value;
            list.push_back({key, sum});
        }
    }
    void outcomes(const State& state, std::uint32_t key, Outcomes& list) {
        if (state.depth == 0) {
            list.push_back({1, 0, 0.25F, 0.0F, false});
            list.push_back({0, 0, 0.75F, key == 0 ? now : 0.4F, true});
        } else {
            list.push_back({0, 0, 1, state.first == 0 && key == 1 ? 0.9F : 0.1F, true});
        }
    }
    void play(State& state, std::uint32_t key, std::uint32_t, std::uint32_t) {
        if (state.depth++ == 0)
            state.first = key;
    }
};

BudgetMeter nodes(std::uint64_t count) {
    Budget budget;
    budget.nodes = count;
    return BudgetMeter(budget);
}

const auto kQuietly = [](const auto&) {};

}  // namespace

TEST(ThreeTierTree, FindsChoosesAndPrunesChildren) {
    ThreeTierTree tree(100);
    const auto root = tree.root();
    for (std::uint32_t key = 1; key <= 5; ++key) {
        const auto i = tree.add(root, Tier::Move, key);
        tree[i].value = 0.1F * static_cast<float>(key);
        tree[i].visits = 100;
        tree[root].visits += 100;
    }
    EXPECT_EQ(tree.size(), 6U);
    EXPECT_EQ(tree[tree.find(root, 3)].key, 3U);
    EXPECT_EQ(tree.find(root, 6), ThreeTierTree::kNone);
    EXPECT_EQ(tree[tree.select(root, 0.5)].key, 5U);
    tree[tree.find(root, 1)].visits = 1;  // hardly looked at: its bound is the largest
    EXPECT_EQ(tree[tree.select(root, 0.5)].key, 1U);
    EXPECT_EQ(tree[tree.select(root, 0.0)].key, 5U);
    EXPECT_EQ(tree[tree.select(root, 0, [](const auto& n) { return n.key < 4; })].key, 3U);
    tree[tree.find(root, 2)].visits = 300;
    EXPECT_EQ(tree[tree.most_visited(root)].key, 2U);
    EXPECT_EQ(tree.best_line(2, 5), std::vector<std::uint32_t>{2});
    tree.prune(root, [](const auto& n) { return n.key % 2 == 0; });
    std::vector<std::uint32_t> left;
    tree.for_each_child(root, [&](const auto& n) { left.push_back(n.key); });
    EXPECT_EQ(left, (std::vector<std::uint32_t>{5, 3, 1}));
}

TEST(ThreeTierTree, SaysWhenItsMemoryIsFull) {
    ThreeTierTree tree(3);
    EXPECT_NE(tree.add(tree.root(), Tier::Move, 1), ThreeTierTree::kNone);
    EXPECT_FALSE(tree.add_row(tree.root(), Tier::Move, 2, [](std::size_t, auto&) {}));
    EXPECT_NE(tree.add(tree.root(), Tier::Move, 2), ThreeTierTree::kNone);
    EXPECT_EQ(tree.add(tree.root(), Tier::Move, 3), ThreeTierTree::kNone);
    tree.clear();
    EXPECT_EQ(tree.size(), 1U);
    EXPECT_NE(tree.add(tree.root(), Tier::Move, 1), ThreeTierTree::kNone);
}

TEST(SampledThreeTier, MeansComeFromSimulationsAndTheBestDoorIsOpenedMost) {
    SampledThreeTier<Doors> search({.exploration = 3});
    Doors doors;
    Rng rng(1);
    auto meter = nodes(20'000);
    search.search(doors, rng, meter, kQuietly);
    const auto& tree = search.tree();
    EXPECT_EQ(doors.begun, 20'000);
    EXPECT_EQ(meter.simulations(), 20'000U);
    EXPECT_EQ(tree[tree.root()].visits, 20'000U);
    const auto value = [&](std::uint32_t door) { return tree[tree.find(tree.root(), door)].value; };
    EXPECT_EQ(value(0), 0);
    EXPECT_NEAR(value(1), 0.25, 0.08);
    EXPECT_NEAR(value(2), 0.5, 0.05);
    // Behind the lock the second best door is found: half three quarters, half less than a half.
    EXPECT_NEAR(value(3), 0.6, 0.04);
    EXPECT_EQ(tree[tree.most_visited(tree.root())].key, 3U);
    // A refusal is an answer with moves of our own right below it, without the refused one.
    const auto locked = tree.find(tree.find(tree.root(), 3), 7);
    ASSERT_NE(locked, ThreeTierTree::kNone);
    EXPECT_EQ(tree[locked].tier, Tier::Answer);
    EXPECT_EQ(tree.find(locked, 3), ThreeTierTree::kNone);
    EXPECT_EQ(tree[tree.most_visited(locked)].key, 2U);
    const auto open = tree.find(tree.find(tree.root(), 3), 3);
    tree.for_each_child(open, [](const auto& n) { EXPECT_EQ(n.tier, Tier::Message); });
}

TEST(SampledThreeTier, EqualSeedsGrowEqualTreesAndSearchGoesOn) {
    const auto grow = [](std::uint64_t seed, std::vector<std::uint64_t> steps) {
        SampledThreeTier<Doors> search({.exploration = 0.5});
        Doors doors;
        Rng rng(seed);
        for (const auto step : steps) {
            auto meter = nodes(step);
            search.search(doors, rng, meter, kQuietly);
        }
        std::map<std::uint32_t, std::uint32_t> visits;
        search.tree().for_each_child(search.tree().root(),
                                     [&](const auto& n) { visits[n.key] = n.visits; });
        return visits;
    };
    EXPECT_EQ(grow(5, {3000}), grow(5, {3000}));
    EXPECT_EQ(grow(5, {3000}), grow(5, {1000, 2000}));
    EXPECT_NE(grow(5, {3000}), grow(6, {3000}));
}

TEST(SampledThreeTier, AFullMemoryStillSearches) {
    SampledThreeTier<Doors> search({.exploration = 0.5, .max_nodes = 12});
    Doors doors;
    Rng rng(3);
    auto meter = nodes(2000);
    search.search(doors, rng, meter, kQuietly);
    EXPECT_LE(search.tree().size(), 12U);
    EXPECT_EQ(search.tree()[search.tree().root()].visits, 2000U);
}

TEST(WeightedThreeTier, ANodeIsWorthTheWeightedAverageOfItsMessages) {
    WeightedThreeTier<Promise> search({.exploration = 1, .expand_at = 1000});
    Promise model;
    Rng rng(1);
    auto meter = nodes(1);
    search.search(model, rng, meter, kQuietly);
    const auto& tree = search.tree();
    EXPECT_EQ(meter.nodes(), 2U);  // the root's moves are valued together
    EXPECT_EQ(model.valued, 2);
    EXPECT_FLOAT_EQ(tree[tree.find(tree.root(), 0)].value, 0.15F);
    EXPECT_FLOAT_EQ(tree[tree.find(tree.root(), 1)].value, 0.3F);
}

TEST(WeightedThreeTier, TheBestMoveBelowCountsHalfOfItsMessage) {
    WeightedThreeTier<Promise> search({.exploration = 1, .expand_at = 3});
    Promise model;
    Rng rng(1);
    Budget budget;
    budget.simulations = 200;
    BudgetMeter meter(budget);
    search.search(model, rng, meter, kQuietly);
    const auto& tree = search.tree();
    const auto move = [&](std::uint32_t key) -> const ThreeTierNode& {
        return tree[tree.find(tree.root(), key)];
    };
    EXPECT_EQ(meter.simulations(), 200U);
    EXPECT_EQ(move(0).visits + move(1).visits, 200U);
    // 0.75 * (half 0.2, half 0.9) beats 0.75 * (half 0.4, half 0.1).
    EXPECT_NEAR(move(0).value, 0.75 * 0.55, 1e-6);
    EXPECT_NEAR(move(1).value, 0.75 * 0.25, 1e-6);
    EXPECT_NEAR(tree[tree.root()].value, 0.75 * 0.55, 1e-6);
    EXPECT_EQ(tree[tree.most_visited(tree.root())].key, 0U);
    EXPECT_EQ(tree.best_line(0, 4), (std::vector<std::uint32_t>{0, 1}));
    EXPECT_EQ(tree.best_line(0, 1), (std::vector<std::uint32_t>{0}));
    EXPECT_EQ(tree.best_line(9, 4), (std::vector<std::uint32_t>{9}));
    EXPECT_EQ(search.depth(), 2);
    // What was refused has nothing below it.
    const auto refused = tree.find(tree.find(tree.root(), 0), 1);
    EXPECT_EQ(tree[refused].visits, 0U);

    // The model has learnt better of its first move: what was found below it stays.
    model.now = 0.6F;
    const auto size = tree.size();
    search.refresh_root(model);
    EXPECT_EQ(tree.size(), size);
    EXPECT_NEAR(move(0).value, 0.75 * 0.55 + 0.75 * 0.4, 1e-6);
    EXPECT_NEAR(tree[tree.root()].value, move(0).value, 1e-6);
}

TEST(WeightedThreeTier, EndsWhenNothingIsLeftAndWhenMemoryIs) {
    Promise model;
    Rng rng(1);
    {
        WeightedThreeTier<Promise> search({.exploration = 1, .expand_at = 2});
        auto meter = nodes(1'000'000);  // the whole game has six moves
        search.search(model, rng, meter, kQuietly);
        EXPECT_FALSE(meter.exhausted());
        EXPECT_EQ(meter.nodes(), 6U);
    }
    WeightedThreeTier<Promise> search({.exploration = 1, .expand_at = 2, .max_nodes = 8});
    auto meter = nodes(1'000'000);
    search.search(model, rng, meter, kQuietly);
    EXPECT_LE(search.tree().size(), 8U);
}

TEST(ThreeTierThreads, ABudgetIsDividedWithoutRest) {
    Budget budget;
    budget.nodes = 10;
    budget.simulations = 3;
    std::uint64_t all_nodes = 0;
    std::uint64_t all_simulations = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const Budget share = share_of_budget(budget, i, 3);
        all_nodes += share.nodes;
        all_simulations += share.simulations;
        EXPECT_GE(share.simulations, 1U);
    }
    EXPECT_EQ(all_nodes, 10U);
    EXPECT_EQ(all_simulations, 3U);
    EXPECT_EQ(useful_workers(budget, 8), 3U);
    EXPECT_EQ(useful_workers({}, 8), 8U);
}

TEST(ThreeTierThreads, WorkersAreKeptAndEachIsCalledOnce) {
    Workers workers;
    std::vector<std::thread::id> first;
    for (const std::size_t count : {3U, 1U, 2U, 3U, 5U, 3U}) {
        std::vector<std::thread::id> ran(count);
        std::atomic<int> calls{0};
        workers.run(count, [&](std::size_t i) {
            ran[i] = std::this_thread::get_id();
            ++calls;
        });
        EXPECT_EQ(calls, static_cast<int>(count));
        EXPECT_EQ(ran[0], std::this_thread::get_id());
        EXPECT_EQ(std::set<std::thread::id>(ran.begin(), ran.end()).size(), count);
        if (first.empty())
            first = ran;
        for (std::size_t i = 0; i < std::min(first.size(), count); ++i)
            EXPECT_EQ(ran[i], first[i]);
    }
}

TEST(ThreeTierThreads, AWorkersExceptionReachesTheCaller) {
    Workers workers;
    for (const std::size_t guilty : {0U, 1U, 2U}) {
        std::atomic<int> others{0};
        EXPECT_THROW(workers.run(3,
                                 [&](std::size_t i) {
                                     if (i == guilty)
                                         throw std::runtime_error("no");
                                     ++others;
                                 }),
                     std::runtime_error);
        EXPECT_EQ(others, 2);
    }
    int calls = 0;
    workers.run(1, [&](std::size_t) { ++calls; });
    EXPECT_EQ(calls, 1);
}

}  // namespace nebel::search
