#include <gtest/gtest.h>

#include "stratego/rules.hpp"

namespace nebel::stratego {
namespace {

TEST(StrategoRules, TextRoundTripsAndIsCanonical) {
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"", "classic"},
        {"classic", "classic"},
        {"two_squares=3,quiet=200,cap=4000,more_squares=on,setup=player", "classic"},
        {"barrage , setup=human, two_squares=5", "barrage,two_squares=5,setup=human"},
        {"8x8,quiet=off,cap=99", "8x8,quiet=off,cap=99"},
        {"micro,more_squares=off,two_squares=off", "micro,two_squares=off,more_squares=off"},
    };
    for (const auto& [given, canonical] : cases) {
        const auto rules = Rules::parse(given);
        ASSERT_TRUE(rules) << given << ": " << rules.error().message;
        EXPECT_EQ(rules->text(), canonical);
        EXPECT_EQ(*Rules::parse(rules->text()), *rules);
    }
    EXPECT_EQ(*Rules::parse("classic"), Rules());
}

TEST(StrategoRules, MistakesAreNamed) {
    for (const char* text : {"chess", "classic,classic", "quiet=10,barrage", "cap=off", "cap=4001",
                             "cap=0", "quiet=-1", "two_squares=4", "more_squares=yes",
                             "setup=", "speed=3", "classic,", "=", "two_squares"})
        EXPECT_FALSE(Rules::parse(text)) << text;
    EXPECT_NE(Rules::parse("quiet=x").error().message.find("1..4000 or off"), std::string::npos);
    EXPECT_NE(Rules::parse("hexagon").error().message.find("barrage"), std::string::npos);
}

TEST(StrategoRules, ArmiesFitTheirRows) {
    for (const char* name : {"classic", "barrage", "duel", "8x8", "6x6", "5x5", "tiny", "micro"}) {
        const auto rules = Rules::parse(name);
        ASSERT_TRUE(rules);
        const Arena& arena = rules->arena();
        EXPECT_EQ(arena.name, name);
        EXPECT_LE(arena.men, arena.setup_size());
        EXPECT_LT(2 * arena.setup_rows, arena.height);
        EXPECT_EQ(arena.army[index(Rank::Flag)], 1);
        EXPECT_EQ(arena.army[index(Rank::Unknown)], 0);
        Bits rows;
        for (const Seat seat : kSeats)
            for (int i = 0; i < arena.setup_size(); ++i) {
                const Square at = arena.setup_square(seat, i);
                EXPECT_TRUE(arena.open.has(at)) << "a lake in the set-up rows";
                EXPECT_FALSE(rows.has(at));
                rows.add(at);
            }
        for (int i = 0; i < arena.cells(); ++i)
            EXPECT_EQ(arena.open.has(arena.cell(i)), arena.open.has(arena.rotated(arena.cell(i))))
                << "the two sides see different boards";
    }
}

TEST(StrategoRules, ClassicBoardAndArmy) {
    const Arena& arena = Rules().arena();
    for (const char* lake : {"c5", "d5", "c6", "d6", "g5", "h5", "g6", "h6"})
        EXPECT_FALSE(arena.open.has(*parse_square(lake))) << lake;
    EXPECT_EQ(arena.open.size(), 92);
    const std::pair<Rank, int> army[] = {
        {Rank::Marshal, 1}, {Rank::General, 1},    {Rank::Colonel, 2},  {Rank::Major, 3},
        {Rank::Captain, 4}, {Rank::Lieutenant, 4}, {Rank::Sergeant, 4}, {Rank::Miner, 5},
        {Rank::Scout, 8},   {Rank::Spy, 1},        {Rank::Bomb, 6},     {Rank::Flag, 1}};
    for (const auto& [rank, count] : army)
        EXPECT_EQ(arena.army[index(rank)], count) << text(rank);
    EXPECT_EQ(square_text(arena.setup_square(Seat::First, 0)), "a4");
    EXPECT_EQ(square_text(arena.setup_square(Seat::First, 39)), "j1");
    EXPECT_EQ(square_text(arena.setup_square(Seat::Second, 0)), "j7");
    EXPECT_EQ(square_text(arena.setup_square(Seat::Second, 39)), "a10");
}

}  // namespace
}  // namespace nebel::stratego
