#include "core/rng.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "core/weighted_draw.hpp"

namespace nebel {

// The first outputs of splitmix64 for seed 1234567, as published with the reference generator.
TEST(Rng, SplitmixMatchesTheReference) {
    std::uint64_t state = 1234567;
    EXPECT_EQ(splitmix64(state), 6457827717110365317ULL);
    EXPECT_EQ(splitmix64(state), 3203168211198807973ULL);
    EXPECT_EQ(splitmix64(state), 9817491932198370423ULL);
}

TEST(Rng, SeedAndIndexBothMatter) {
    EXPECT_EQ(Rng(7, 3), Rng(7, 3));
    EXPECT_NE(Rng(7, 3).next(), Rng(7, 4).next());
    EXPECT_NE(Rng(7, 3).next(), Rng(8, 3).next());
    EXPECT_NE(Rng(3, 7).next(), Rng(7, 3).next());
}

TEST(Rng, BoundedDrawsAreEvenAndInRange) {
    for (const std::uint32_t bound : {1u, 2u, 3u, 7u, 10u, 218u}) {
        Rng rng(1, bound);
        std::vector<int> counts(bound);
        const int draws = 20000;
        for (int i = 0; i < draws; ++i) {
            const auto drawn = rng.below(bound);
            ASSERT_LT(drawn, bound);
            ++counts[drawn];
        }
        // Chi-square with bound-1 degrees of freedom: mean bound-1, deviation sqrt(2(bound-1)).
        const double expected = static_cast<double>(draws) / bound;
        double chi = 0;
        for (const int count : counts)
            chi += (count - expected) * (count - expected) / expected;
        EXPECT_LT(chi, bound - 1 + 6 * std::sqrt(2.0 * bound)) << bound;
    }
}

TEST(Rng, ShuffleReachesEveryOrderEvenly) {
    std::array<int, 27> seen{};
    Rng rng(5);
    for (int i = 0; i < 6000; ++i) {
        std::array<int, 3> items{0, 1, 2};
        rng.shuffle(std::span<int>(items));
        ++seen[static_cast<std::size_t>(items[0] * 9 + items[1] * 3 + items[2])];
    }
    int orders = 0;
    for (const int count : seen)
        if (count > 0) {
            ++orders;
            EXPECT_NEAR(count, 1000, 150);
        }
    EXPECT_EQ(orders, 6);
}

TEST(Rng, RealsFillTheUnitInterval) {
    Rng rng(9);
    double sum = 0;
    for (int i = 0; i < 10000; ++i) {
        const double x = rng.real();
        ASSERT_GE(x, 0.0);
        ASSERT_LT(x, 1.0);
        sum += x;
    }
    EXPECT_NEAR(sum / 10000, 0.5, 0.02);
}

TEST(EvenDraw, DrawsEachWeightAsOftenAsItsPartSays) {
    const double weights[] = {0.5, 3.0, 0.0, 1.25, 5.25};
    double drawn[5] = {};
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        Rng rng(seed);
        EvenDraw draw(10, 20, rng);
        int all = 0;
        for (int i = 0; i < 5; ++i) {
            const int times = draw.times(weights[i]);
            EXPECT_LT(std::abs(times - 2 * weights[i]), 1) << weights[i];
            drawn[i] += times / 2000.0;
            all += times;
        }
        EXPECT_EQ(all, 20);
    }
    for (int i = 0; i < 5; ++i)
        EXPECT_NEAR(drawn[i], 2 * weights[i], 0.05);
}

TEST(WeightedDraw, DrawsInProportionAndNeverWhatWeighsNothing) {
    const std::array<double, 4> weights{0.0, 1.0, 0.0, 3.0};
    std::array<int, 4> drawn{};
    Rng rng(11);
    for (int i = 0; i < 10000; ++i)
        ++drawn[draw_by_weight(weights, rng).value()];
    EXPECT_EQ(drawn[0] + drawn[2], 0);
    EXPECT_NEAR(drawn[1], 2500, 200);
    EXPECT_NEAR(drawn[3], 7500, 200);
    EXPECT_EQ(draw_by_weight(std::array<double, 2>{}, rng), std::nullopt);
}

}  // namespace nebel
