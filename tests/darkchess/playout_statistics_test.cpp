#include "darkchess/playout_statistics.hpp"

#include <gtest/gtest.h>

#include "positions.hpp"

namespace nebel::darkchess {

TEST(PlayoutStatistics, CountsEveryPlayoutOnce) {
    PlayoutLimits limits;
    limits.quiet = 40;
    Rng rng(1);
    const auto result = playout_statistics(Board(), Policy::Capture, limits, 640, rng);
    EXPECT_EQ(result.playouts, 640u);
    EXPECT_EQ(result.best.playouts(), 20u) << "32 flips in turn";
    EXPECT_EQ(result.best_evaluated.playouts(), 20u);
    EXPECT_GT(result.draw_share, 0.1);
    EXPECT_LT(result.draw_share_evaluated, result.draw_share);
    EXPECT_GT(result.men.deviation, 0.5);
    EXPECT_GT(result.plies.mean, 60);
}

TEST(PlayoutStatistics, EqualSeedsEqualFigures) {
    const Board board = testing::position(testing::kMiddleGame);
    PlayoutLimits limits;
    Rng one(3);
    Rng two(3);
    const auto a = playout_statistics(board, Policy::CaptureAvoid, limits, 300, one);
    const auto b = playout_statistics(board, Policy::CaptureAvoid, limits, 300, two);
    EXPECT_EQ(a.plies.mean, b.plies.mean);
    EXPECT_EQ(a.men.deviation, b.men.deviation);
    EXPECT_EQ(a.best.action, b.best.action);
    EXPECT_EQ(a.best.wins, b.best.wins);
    EXPECT_EQ(one, two);
}

TEST(PlayoutStatistics, TheBestMoveIsTheOneThatWins) {
    PlayoutLimits limits;
    limits.quiet = 40;
    Rng rng(2);
    // One capture ends the game: one ply, one man left, and the only action that always wins.
    const Board board = testing::few_men("a1K a2g", "red");
    const auto result = playout_statistics(board, Policy::Random, limits, 200, rng);
    EXPECT_EQ(result.best.action.text(), "a1-a2");
    EXPECT_EQ(result.best.wins, 100u);
    EXPECT_EQ(result.best.losses + result.best.draws, 0u);
}

TEST(PlayoutStatistics, EvaluationGivesDrawsToTheLeader) {
    PlayoutLimits limits;
    limits.quiet = 1;
    Rng rng(2);
    for (const auto* side : {"red", "black"}) {
        const Board board = testing::few_men("a1K d8p d6p", side);
        const auto result = playout_statistics(board, Policy::Random, limits, 60, rng);
        EXPECT_EQ(result.draw_share, 1);
        EXPECT_EQ(result.draw_share_evaluated, 0);
        EXPECT_EQ(result.plies.mean, 1);
        EXPECT_EQ(result.plies.deviation, 0);
        EXPECT_EQ(result.men.mean, 3);
        const bool red = board.to_move() == Colour::Red;
        EXPECT_EQ(result.best_evaluated.wins, red ? 30u : 0u);
        EXPECT_EQ(result.best_evaluated.losses, red ? 0u : 60u / 5);
    }
}

}  // namespace nebel::darkchess
