#include "stratego/words.hpp"

#include <gtest/gtest.h>

namespace nebel::stratego {
namespace {

TEST(StrategoWords, SpeakToTheListener) {
    const auto heard = [](const char* text) {
        return words(Event::parse(text).value(), Seat::First);
    };
    EXPECT_EQ(heard("setup red HGM"), "Your men are set up.");
    EXPECT_EQ(heard("ready blue"), "Blue has set up.");
    EXPECT_EQ(heard("board red 3x4 HGMAAAAAA???"), "Both sides are set up. Play begins.");
    EXPECT_EQ(heard("move blue j10 j9"), "Blue moved j10-j9.");
    EXPECT_EQ(heard("strike red a4 a5 scout miner loses"),
              "Your scout on a4 struck the miner on a5 and fell.");
    EXPECT_EQ(heard("strike blue a4 a5 spy marshal wins"),
              "Blue's spy on a4 struck your marshal on a5 and took it.");
    EXPECT_EQ(heard("strike blue a4 a5 major major both"),
              "Blue's major on a4 struck your major on a5 and both fell.");
    EXPECT_EQ(heard("end 1-0 flag_taken"), "The flag has fallen. Red wins.");
}

}  // namespace
}  // namespace nebel::stratego
