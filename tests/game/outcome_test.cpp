#include "game/outcome.hpp"

#include <gtest/gtest.h>

namespace nebel {

TEST(Outcome, ScoresForBothSeats) {
    EXPECT_EQ(win_for(Seat::Second, Reason::NoMove).score(Seat::Second), 1.0);
    EXPECT_EQ(win_for(Seat::Second, Reason::NoMove).score(Seat::First), 0.0);
    EXPECT_EQ(draw(Reason::Repetition).score(Seat::First), 0.5);
}

TEST(Outcome, EveryReasonAndResultHasTextInBothDirections) {
    for (int i = 0; i <= static_cast<int>(Reason::Abandoned); ++i) {
        const auto reason = static_cast<Reason>(i);
        EXPECT_EQ(parse_reason(text(reason)).value(), reason);
    }
    for (const Result result : {Result::FirstWins, Result::SecondWins, Result::Draw})
        EXPECT_EQ(parse_result(text(result)).value(), result);
    EXPECT_FALSE(parse_result("2-0"));
    EXPECT_FALSE(parse_reason("boredom"));
}

}  // namespace nebel
