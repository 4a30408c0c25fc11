#include "kriegspiel/choice/quiet_clock.hpp"

#include <gtest/gtest.h>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"

namespace nebel::kriegspiel {

TEST(QuietClock, ValuesFadeTowardsADrawThatCosts) {
    EXPECT_EQ(QuietClock().faded(0.6), 0.6);
    EXPECT_EQ(QuietClock(20).faded(0.6), 0.6);
    double before = 0.6;
    for (const int plies : {40, 60, 80, 99}) {
        const double now = QuietClock(plies).faded(0.6);
        EXPECT_LT(now, before);
        before = now;
    }
    EXPECT_LT(QuietClock(100).faded(0.6), 0);
    EXPECT_GT(QuietClock(100).faded(-0.9), -0.9);
    EXPECT_EQ(QuietClock(100).faded(1), 1) << "a mate";
}

TEST(QuietClock, RunsOnUnlessSomethingIsTakenOrAPawnMoves) {
    const auto board = chess::parse_fen("6k1/8/8/8/8/8/p6P/R5K1 w - - 0 1").value();
    const auto runs_on = [&](chess::Square from, chess::Square to) {
        return QuietClock::runs_on(board, *chess::to_legal_move(board, from, to, chess::kNoType));
    };
    EXPECT_TRUE(runs_on(chess::kA1, chess::kB1));
    EXPECT_FALSE(runs_on(chess::kA1, chess::kA2));
    EXPECT_FALSE(runs_on(chess::kH2, chess::kH3));
}

}  // namespace nebel::kriegspiel
