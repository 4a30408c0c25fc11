#include "darkchess/rules.hpp"

#include <gtest/gtest.h>

namespace nebel::darkchess {

namespace {
std::string canonical(std::string_view text) {
    const auto rules = Rules::parse(text);
    return rules ? rules->text() : "error: " + rules.error().message;
}
}  // namespace

TEST(Rules, TextIsCanonical) {
    EXPECT_EQ(canonical(""), "icga180");
    EXPECT_EQ(Rules().text(), "icga180");
    for (const auto text :
         {"icga180", "seed40", "ntu60", "icga180,repetition=platform", "ntu60,repetition=off",
          "icga180,quiet=off", "icga180,quiet=77,repetition=platform,cap=500"})
        EXPECT_EQ(canonical(text), text);
    EXPECT_EQ(canonical("quiet=40"), "seed40");
    EXPECT_EQ(canonical("seed40,quiet=60"), "ntu60");
    EXPECT_EQ(canonical(" ntu60 , repetition=position3"), "ntu60");
    EXPECT_EQ(canonical("cap=12000"), "icga180");
}

TEST(Rules, PresetsSetTheQuietLimit) {
    EXPECT_EQ(Rules::parse("seed40")->quiet, 40);
    EXPECT_EQ(Rules::parse("icga180")->quiet, 180);
    EXPECT_EQ(Rules::parse("ntu60")->quiet, 60);
    EXPECT_EQ(Rules::parse("quiet=off")->quiet, 0);
    EXPECT_EQ(Rules::parse("repetition=off")->repetition, Repetition::Off);
}

TEST(Rules, RejectsNonsense) {
    for (const auto text : {"icga", "quiet=0", "quiet=-1", "quiet=x", "quiet=10001", "cap=off",
                            "cap=0", "repetition=3", "speed=1", "icga180,seed40", "icga180,,",
                            "quiet=40,seed40", "quiet", "="})
        EXPECT_FALSE(Rules::parse(text)) << text;
    EXPECT_NE(canonical("speed=1").find("quiet=N|off"), std::string::npos);
}

}  // namespace nebel::darkchess
