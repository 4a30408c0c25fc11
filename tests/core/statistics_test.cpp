#include "core/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace nebel {
namespace {

// Simpson's rule over the density: a way to the same numbers that shares nothing with erfc.
double integrated_normal_cdf(double x) {
    const int steps = 4000;
    const double from = -12;
    const double width = (x - from) / steps;
    double sum = 0;
    for (int i = 0; i <= steps; ++i) {
        const double t = from + width * i;
        const double weight = i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2;
        sum += weight * std::exp(-t * t / 2);
    }
    return sum * width / 3 / std::sqrt(2 * M_PI);
}

TEST(Statistics, NormalDistribution) {
    for (const double x : {-3.0, -1.959963984540054, -0.5, 0.0, 0.7, 1.0, 2.5})
        EXPECT_NEAR(normal_cdf(x), integrated_normal_cdf(x), 1e-9) << x;
    EXPECT_NEAR(normal_cdf(kZ95), 0.975, 1e-12);
}

// Newcombe, Statistics in Medicine 17 (1998), table I, the score method without correction.
TEST(Statistics, WilsonIntervalOfNewcombe) {
    const struct {
        double successes, trials, low, high;
    } examples[] = {{81, 263, 0.2553, 0.3662},
                    {15, 148, 0.0624, 0.1605},
                    {0, 20, 0.0000, 0.1611},
                    {1, 29, 0.0061, 0.1718}};
    for (const auto& [successes, trials, low, high] : examples) {
        const auto interval = wilson_interval(successes, trials);
        EXPECT_NEAR(interval.low, low, 5e-5) << successes << "/" << trials;
        EXPECT_NEAR(interval.high, high, 5e-5) << successes << "/" << trials;
    }
    EXPECT_EQ(wilson_interval(0, 20).low, 0);
    EXPECT_EQ(wilson_interval(20, 20).high, 1);
    EXPECT_EQ(wilson_interval(0, 0), (Interval{0, 1}));
}

// The interval holds exactly the proportions that the score test does not reject.
TEST(Statistics, WilsonIntervalInvertsTheScoreTest) {
    const double n = 40;
    for (double k = 1; k < n; ++k)
        for (const double end : {wilson_interval(k, n).low, wilson_interval(k, n).high})
            EXPECT_NEAR(std::abs(k / n - end) / std::sqrt(end * (1 - end) / n), kZ95, 1e-9) << k;
}

TEST(Statistics, EloOfScore) {
    EXPECT_DOUBLE_EQ(elo_of_score(0.5), 0);
    EXPECT_NEAR(elo_of_score(10.0 / 11), 400, 1e-9);
    EXPECT_NEAR(elo_of_score(0.64), 99.95, 0.01);
    EXPECT_TRUE(std::isinf(elo_of_score(1)) && elo_of_score(1) > 0);
    EXPECT_TRUE(std::isinf(elo_of_score(0)) && elo_of_score(0) < 0);
    for (double elo = -700; elo <= 700; elo += 50)
        EXPECT_NEAR(elo_of_score(score_of_elo(elo)), elo, 1e-9);
}

// Reference values of the test suite of fastchess, a match runner for chess engines.
TEST(Statistics, SingleGamesAsFastchessCountsThem) {
    const auto first = strength(Trinomial{89, 123, 76});
    EXPECT_NEAR(first.normalised_elo, -20.76, 0.005);
    EXPECT_NEAR(first.normalised_elo_error, 40.13, 0.005);
    EXPECT_NEAR(first.superiority, 0.1553, 5e-5);

    const auto second = strength(Trinomial{96, 111, 136});
    EXPECT_NEAR(second.elo, 40.70, 0.005);
    EXPECT_NEAR(second.elo_error, 30.43, 0.005);
    EXPECT_NEAR(second.normalised_elo, 49.77, 0.005);
    EXPECT_NEAR(second.normalised_elo_error, 36.77, 0.005);
    EXPECT_NEAR(second.superiority, 0.9960, 5e-5);

    const auto lopsided = strength(Trinomial{356, 0, 34});
    EXPECT_NEAR(lopsided.normalised_elo, -508.44, 0.5);
}

TEST(Statistics, PairsAsFastchessCountsThem) {
    const auto first = strength(Pentanomial{{34, 54, 31 + 32, 64, 75}});
    EXPECT_NEAR(first.elo, 55.58, 0.005);
    EXPECT_NEAR(first.elo_error, 27.65, 0.005);
    EXPECT_NEAR(first.normalised_elo, 57.94, 0.005);
    EXPECT_NEAR(first.normalised_elo_error, 28.28, 0.005);

    const auto second = strength(Pentanomial{{332, 433, 457 + 41, 333, 334}});
    EXPECT_NEAR(second.elo, -8.64, 0.005);
    EXPECT_NEAR(second.elo_error, 10.33, 0.005);
    EXPECT_NEAR(second.normalised_elo, -9.17, 0.005);
    EXPECT_NEAR(second.normalised_elo_error, 10.96, 0.005);
    EXPECT_NEAR(second.superiority, 0.0505, 5e-5);
}

// Figures that Stockfish's testing site printed (pull requests 6095 and 6255 of Stockfish).
TEST(Statistics, PairsAsFishtestReportsThem) {
    const auto even = strength(Pentanomial{{168, 7012, 15622, 7035, 163}});
    EXPECT_NEAR(even.elo, 0.08, 0.005);
    EXPECT_NEAR(even.elo_error, 1.4, 0.05);
    EXPECT_NEAR(even.superiority, 0.542, 0.0005);
    EXPECT_NEAR(even.normalised_elo, 0.15, 0.005);
    EXPECT_NEAR(even.normalised_elo_error, 2.8, 0.05);

    const auto better = strength(Pentanomial{{1, 137, 4659, 203, 0}});
    EXPECT_NEAR(better.elo, 2.22, 0.005);
    EXPECT_NEAR(better.elo_error, 1.3, 0.05);
    EXPECT_NEAR(better.normalised_elo, 12.00, 0.005);
    EXPECT_NEAR(better.normalised_elo_error, 6.8, 0.05);
}

TEST(Statistics, PairsThatCancelOutHaveASmallerError) {
    const Trinomial games{500, 0, 500};
    const Pentanomial balanced{{10, 0, 480, 0, 10}};
    EXPECT_LT(strength(games, balanced).elo_error, strength(games).elo_error / 3);
    // A last game without its partner counts in the score.
    const auto odd = strength(Trinomial{500, 0, 501}, balanced);
    EXPECT_NEAR(odd.score, 501.0 / 1001, 1e-12);
    EXPECT_GT(odd.elo, 0);
}

// A player against itself: every pair is one point each, and one more game says next to nothing.
TEST(Statistics, PairsThatAreAllAlikeClaimNothing) {
    const Pentanomial split{{0, 0, 21, 0, 0}};
    for (const auto& games : {Trinomial{16, 10, 16}, Trinomial{17, 10, 16}}) {
        const auto result = strength(games, split);
        EXPECT_NEAR(result.superiority, 0.5, 0.1);
        EXPECT_LT(std::abs(result.normalised_elo), 20);
        EXPECT_GT(result.elo_error, 50);
        EXPECT_TRUE(std::isfinite(result.normalised_elo_error));
    }
    const auto won = strength(Trinomial{0, 0, 40}, Pentanomial{{0, 0, 0, 0, 20}});
    EXPECT_NEAR(won.score_interval.low, wilson_interval(20, 20).low, 1e-12);
}

TEST(Statistics, CertaintyIsNeverClaimed) {
    const auto won = strength(Trinomial{0, 0, 10});
    EXPECT_TRUE(std::isinf(won.elo) && std::isinf(won.elo_error));
    EXPECT_NEAR(won.score_interval.low, wilson_interval(10, 10).low, 1e-12);
    EXPECT_GT(won.elo_interval.low, 100);
    EXPECT_NEAR(won.superiority, 1 - 1.0 / 2048, 1e-12);

    const auto drawn = strength(Trinomial{0, 10, 0});
    EXPECT_EQ(drawn.elo, 0);
    EXPECT_GT(drawn.elo_error, 50);
    EXPECT_TRUE(std::isfinite(drawn.elo_error));
    EXPECT_EQ(drawn.superiority, 0.5);

    // Three and a half of four: the normal interval would pass 100 %.
    const auto nearly = strength(Trinomial{0, 1, 3});
    EXPECT_TRUE(std::isfinite(nearly.elo_error));
    EXPECT_LT(nearly.score_interval.high, 1);

    const auto none = strength(Trinomial{});
    EXPECT_EQ(none.score, 0.5);
    EXPECT_TRUE(std::isinf(none.elo_error));
}

// Fisher's table of the binomial: 10 tosses, 2 or fewer heads on either side is 112 of 1024.
TEST(Statistics, SignTest) {
    EXPECT_NEAR(sign_test(8, 2), 112.0 / 1024, 1e-12);
    EXPECT_NEAR(sign_test(2, 8), 112.0 / 1024, 1e-12);
    EXPECT_NEAR(sign_test(10, 0), 2.0 / 1024, 1e-12);
    EXPECT_EQ(sign_test(5, 5), 1);
    EXPECT_EQ(sign_test(0, 0), 1);
}

}  // namespace
}  // namespace nebel
