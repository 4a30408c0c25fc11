#include "darkchess/words.hpp"

#include <gtest/gtest.h>

namespace nebel::darkchess {
namespace {

TEST(DarkChessWords, SpeakToTheListener) {
    const auto heard = [](const char* text) {
        return words(Event::parse(text).value(), Seat::Second);
    };
    EXPECT_EQ(heard("flip first b3 n"), "Your opponent turned over a black knight on b3.");
    EXPECT_EQ(heard("flip second b3 K"), "You turned over a red king on b3.");
    EXPECT_EQ(heard("move second a4-a5"), "You moved a4-a5.");
    EXPECT_EQ(heard("move first a4-a5 takes C"),
              "Your opponent moved a4-a5 and captured a red cannon.");
    EXPECT_EQ(heard("end 0-1 no_men"), "Your opponent has no men left. You win.");
    EXPECT_EQ(heard("end 1-0 no_move"), "You cannot move. Your opponent wins.");
    EXPECT_EQ(heard("end 1-0 resignation"), "You resign. Your opponent wins.");
}

}  // namespace
}  // namespace nebel::darkchess
