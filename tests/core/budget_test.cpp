#include "core/budget.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace nebel {

using namespace std::chrono_literals;

TEST(Budget, TextInBothDirections) {
    for (const char* text :
         {"none", "nodes=1000", "sims=50", "time=100ms", "nodes=5,time=1500ms", "cpu=30ms"}) {
        const auto budget = Budget::parse(text);
        ASSERT_TRUE(budget) << budget.error().message;
        EXPECT_EQ(budget->text(), text);
    }
    EXPECT_EQ(Budget::parse("time=1.5s")->time, 1500ms);
    EXPECT_EQ(Budget::parse("time=2m")->time, 120000ms);
    EXPECT_EQ(Budget::parse("time=250")->time, 250ms);
    EXPECT_TRUE(Budget::parse("")->unlimited());
}

TEST(Budget, NonsenseIsExplained) {
    for (const char* text :
         {"nodes=0", "nodes=-1", "nodes=x", "nodes", "depth=3", "time=5h", "time=", "time=0ms",
          "time=1e99s", "nodes=5,,sims=1", "time=1.2.3s", "time=5ms,cpu=5ms"}) {
        const auto budget = Budget::parse(text);
        ASSERT_FALSE(budget) << text;
        EXPECT_FALSE(budget.error().message.empty());
    }
}

TEST(BudgetMeter, ProcessorTimeStandsStillWhileTheThreadSleeps) {
    Budget budget = *Budget::parse("cpu=50ms");
    BudgetMeter meter(budget);
    std::this_thread::sleep_for(120ms);
    EXPECT_TRUE(meter.poll());
    EXPECT_LT(meter.elapsed(), 50ms);
    while (meter.spend_node()) {
    }
    EXPECT_GE(meter.elapsed(), 50ms);
}

TEST(BudgetMeter, StopsExactlyAtTheCountedLimit) {
    Budget budget;
    budget.nodes = 1000;
    BudgetMeter meter(budget);
    int spent = 0;
    do
        ++spent;
    while (meter.spend_node());
    EXPECT_EQ(spent, 1000);
    EXPECT_TRUE(meter.exhausted());
    Budget simulations;
    simulations.simulations = 7;
    BudgetMeter counter(simulations);
    EXPECT_TRUE(counter.spend_simulation(6));
    EXPECT_FALSE(counter.spend_simulation());
    EXPECT_EQ(counter.simulations(), 7u);
}

TEST(BudgetMeter, HearsTheStopFlag) {
    std::atomic<bool> stop{false};
    Budget budget;
    budget.stop = &stop;
    BudgetMeter meter(budget);
    for (int i = 0; i < 5000; ++i)
        ASSERT_TRUE(meter.spend_node());
    stop = true;
    int more = 0;
    while (meter.spend_node())
        ASSERT_LT(++more, 1000) << "the flag must be seen soon";
}

TEST(BudgetMeter, AnUnlimitedBudgetNeverEnds) {
    BudgetMeter meter{Budget{}};
    for (int i = 0; i < 100000; ++i)
        ASSERT_TRUE(meter.spend_node());
}

// A whole-game clock becomes a share of what is left, never more than the rest of it.
TEST(BudgetMeter, AClockBecomesATimeLimit) {
    Budget budget;
    budget.clock = GameClock{30ms, 0ms};
    BudgetMeter meter(budget);
    while (meter.spend_node()) {
    }
    EXPECT_TRUE(meter.exhausted());
    EXPECT_GE(meter.elapsed(), 1ms);
}

}  // namespace nebel
