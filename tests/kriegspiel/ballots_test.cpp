#include "kriegspiel/choice/ballots.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/rng.hpp"

namespace nebel::kriegspiel {

namespace {

constexpr double kIllegal = -9;

/// A row for each board: a value for each try.
Ballots ballots_of(const std::vector<std::vector<double>>& rows) {
    Ballots ballots(rows.front().size());
    for (const auto& row : rows) {
        ballots.next_board(1);
        for (Ballots::Try t = 0; t < row.size(); ++t)
            if (row[t] != kIllegal)
                ballots.vote(t, row[t]);
    }
    return ballots;
}

/// What a list comes to on the average of the boards that have a legal try.
double worth_of(const Ballots::List& list) {
    double sum = 0;
    int boards = 0;
    for (const double value : list.values)
        if (!std::isnan(value)) {
            sum += value;
            ++boards;
        }
    return sum / boards;
}

/// What boards come to when tries are made in this order.
double worth_of(const std::vector<std::vector<double>>& rows, const std::vector<int>& order) {
    double sum = 0;
    for (const auto& row : rows)
        for (const int t : order)
            if (row[static_cast<std::size_t>(t)] != kIllegal) {
                sum += row[static_cast<std::size_t>(t)];
                break;
            }
    return sum / static_cast<double>(rows.size());
}

}  // namespace

// The first try can be made only on the board that is good anyway, and there the second is better:
// by its own average it would be made first.
TEST(Ballots, ATryIsNotPraisedForTheBoardsOnWhichItIsLegal) {
    const auto ballots = ballots_of({{0.5, 0.6}, {kIllegal, -0.6}, {kIllegal, -0.6}});
    const std::vector<double> free(2, 0.0);
    const auto list = ballots.best_list(free);
    EXPECT_EQ(list.first(), 1u);
    EXPECT_NEAR(worth_of(list), (0.6 - 0.6 - 0.6) / 3, 1e-6);
    EXPECT_NEAR(ballots.lead(1, 0), 0.1, 1e-6);
}

// Where it is refused nothing is lost: the try that wins on a few boards comes first.
TEST(Ballots, ARareChanceIsTriedFirstWhereARefusalIsFree) {
    const auto ballots =
        ballots_of({{0.9, 0.1}, {kIllegal, 0.1}, {kIllegal, 0.1}, {kIllegal, 0.1}});
    const std::vector<double> free(2, 0.0);
    EXPECT_EQ(ballots.best_list(free).first(), 0u);
    // Four questions at 0.3 each cost more than the 0.8 that one of them wins.
    EXPECT_EQ(ballots.best_list(free, 0.3).first(), 1u);
    // And a price for the try itself counts only where it is made.
    EXPECT_EQ(ballots.best_list(std::vector<double>{0.7, 0.0}).first(), 0u);
    EXPECT_EQ(ballots.best_list(std::vector<double>{0.9, 0.0}).first(), 1u);
}

// The same where tries are compared with each other: the rare one is ahead by 0.8 on its board and
// pays for three refusals.
TEST(Ballots, ARareChanceIsBehindWhereItsRefusalsCostMore) {
    const auto ballots =
        ballots_of({{0.9, 0.1}, {kIllegal, 0.1}, {kIllegal, 0.1}, {kIllegal, 0.1}});
    const std::vector<double> free(2, 0.0);
    for (const double refusal : {0.0, 0.1, 0.3}) {
        EXPECT_NEAR(ballots.lead(0, 1, refusal), 0.8 - 3 * refusal, 1e-6);
        EXPECT_NEAR(ballots.lead(1, 0, refusal), 3 * refusal - 0.8, 1e-6);
    }
    const auto list = ballots.best_list(free, 0.3);
    EXPECT_NEAR(ballots.ahead_of(list, free, 0.3)[0].mean, 0.8 - 3 * 0.3, 1e-6);
    EXPECT_NEAR(ballots.ahead_of(list, free, 0.3)[1].mean, 0, 1e-6);
}

TEST(Ballots, NoTryImprovesTheListByComingFirst) {
    Rng rng(5);
    int better = 0;
    for (int round = 0; round < 200; ++round) {
        std::vector<std::vector<double>> rows;
        for (int b = 0; b < 12; ++b) {
            auto& row = rows.emplace_back();
            for (int t = 0; t < 3; ++t)
                row.push_back(t < 2 && rng.chance(0.5) ? kIllegal : 2 * rng.real() - 1);
        }
        const auto ballots = ballots_of(rows);
        const std::vector<double> free(3, 0.0);
        const auto list = ballots.best_list(free);
        for (const auto& ahead : ballots.ahead_of(list, free))
            EXPECT_LT(ahead.mean, 1e-3);
        EXPECT_EQ(ballots.values_of(list.order), list.values);
        // All six orders: never more than the best of them, never less than the list by averages.
        double best = -1;
        std::vector<int> order{0, 1, 2};
        do
            best = std::max(best, worth_of(rows, order));
        while (std::ranges::next_permutation(order).found);
        std::ranges::sort(order, [&](int a, int b) {
            return ballots.mean(static_cast<Ballots::Try>(a)) >
                   ballots.mean(static_cast<Ballots::Try>(b));
        });
        EXPECT_LE(worth_of(list), best + 1e-6);
        EXPECT_GE(worth_of(list), worth_of(rows, order) - 1e-6);
        better += worth_of(list) > worth_of(rows, order) + 1e-3;
    }
    EXPECT_GT(better, 20);
}

TEST(Ballots, AFewHeavyBoardsAreNotMany) {
    Ballots ballots(2);
    for (const double weight : {100.0, 1.0, 1.0, 1.0}) {
        ballots.next_board(weight);
        ballots.vote(0, 0.5);
        ballots.vote(1, 0.4);
    }
    const std::vector<double> free(2, 0.0);
    const auto ahead = ballots.ahead_of(ballots.best_list(free), free);
    EXPECT_NEAR(ahead[1].mean, -0.1, 1e-6);
    EXPECT_NEAR(ahead[1].boards, 103.0 * 103.0 / 10003.0, 1e-9);
}

TEST(Ballots, AListMadeElsewhereIsFollowedWhereItsTriesAreLegal) {
    const auto ballots = ballots_of({{0.1, 0.2, 0.3}, {0.1, kIllegal, 0.3}});
    const std::vector<Ballots::Try> order{1, 0, 2};
    const auto values = ballots.values_of(order);
    ASSERT_EQ(values.size(), 2u);
    EXPECT_NEAR(values[0], 0.2, 1e-6);
    EXPECT_NEAR(values[1], 0.1, 1e-6);
}

TEST(Ballots, BoardsWithoutAnyTryAreLeftOut) {
    auto ballots = ballots_of({{0.5}, {kIllegal}});
    const std::vector<double> free(1, 0.0);
    const auto list = ballots.best_list(free);
    EXPECT_TRUE(std::isnan(list.values[1]));
    EXPECT_NEAR(worth_of(list), 0.5, 1e-6);
    ballots.add(ballots_of({{0.1}}));
    EXPECT_EQ(ballots.boards(), 3u);
    EXPECT_NEAR(worth_of(ballots.best_list(free)), 0.3, 1e-6);
}

}  // namespace nebel::kriegspiel
