#include "darkchess/players/mcts_guidance.hpp"

#include <gtest/gtest.h>

#include "darkchess/players/mcts_game.hpp"
#include "positions.hpp"

namespace nebel::darkchess {

namespace {

// Red's general on b2 may take the minister on b3; beside it stands black's king on c2.
constexpr const char* kChoice = "----/----/----/----/----/-m--/-Gk-/---- red";

MctsGame quick() {
    MctsGame game;
    game.policy = Policy::Random;
    game.limits.quiet = 60;
    return game;
}

}  // namespace

TEST(MctsGuidance, CapturesArePlayedOutBeforeAPositionIsJudged) {
    const SearchPosition position(testing::position(kChoice));
    EXPECT_GT(quiet_value(position), position.evaluate());
    SearchPosition taken = position;
    taken.move(*Action::parse("b2-b3"));
    // Black has nothing to take now.
    EXPECT_EQ(quiet_value(position), -taken.evaluate());
}

TEST(MctsGuidance, ChancesAreSymmetric) {
    EXPECT_DOUBLE_EQ(win_chance(0), 0.5);
    EXPECT_DOUBLE_EQ(win_chance(700) + win_chance(-700), 1);
    EXPECT_GT(win_chance(701), win_chance(700));
    const Board board = testing::position(kChoice);
    const double early = first_seat_chance(board, *Rules::parse("ntu60"));
    EXPECT_GT(early, 0);
    EXPECT_LT(early, 1);
}

TEST(MctsGuidance, LooksWeighWhatIsTakenAgainstWhatIsLeftHanging) {
    const Board board = testing::position(kChoice);
    const double takes = action_looks(board, *Action::parse("b2-b3"));
    const double flees = action_looks(board, *Action::parse("b2-a2"));
    const double stays_in_reach = action_looks(board, *Action::parse("b2-b1"));
    EXPECT_GT(takes, flees);
    EXPECT_EQ(flees, stays_in_reach) << "the king is two steps away from both";
    const Board hanging = testing::position("----/----/----/----/----/----/-Gk-/R--- red");
    EXPECT_LT(action_looks(hanging, *Action::parse("a1-a2")), flees)
        << "the general stays where the king takes it";
}

TEST(MctsGuidance, ShorterAndClearerWinsAreBetter) {
    PlayoutQuality quality;
    for (int i = 0; i < 200; ++i)
        quality.bonus(90 + i % 20, 30 + i % 10);
    const double best = quality.bonus(60, 60);
    const double shorter = quality.bonus(60, 34);
    const double clearer = quality.bonus(100, 60);
    const double worst = quality.bonus(140, 5);
    EXPECT_GT(best, shorter);
    EXPECT_GT(best, clearer);
    EXPECT_GT(shorter, worst);
    EXPECT_GT(clearer, worst);
    EXPECT_LE(best, 1);
    EXPECT_GE(worst, -1);
}

TEST(MctsGuidance, PlayoutsAreStoppedEarlyAndRewardedByQuality) {
    const Course start(*Rules::parse("ntu60"));
    Rng rng(4);
    MctsGame plain = quick();
    MctsGame early = quick();
    early.early = 12;
    MctsGame quality = quick();
    quality.quality = 0.5;
    int between = 0;
    int won = 0;
    for (int i = 0; i < 100; ++i) {
        const double outcome = plain.playout(start, rng);
        EXPECT_TRUE(outcome == 0 || outcome == 0.5 || outcome == 1);
        const double estimated = early.playout(start, rng);
        EXPECT_GT(estimated, 0);
        EXPECT_LT(estimated, 1);
        const double rewarded = quality.playout(start, rng);
        EXPECT_TRUE(rewarded <= 0.25 || rewarded == 0.5 || rewarded >= 0.75) << rewarded;
        won += rewarded != 0.5;
        between += rewarded != 0 && rewarded != 0.5 && rewarded != 1;
    }
    EXPECT_GT(won, 5);
    EXPECT_EQ(between, won);
}

}  // namespace nebel::darkchess
