#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "stratego/action.hpp"
#include "stratego/event.hpp"

namespace nebel::stratego {
namespace {

TEST(StrategoNotation, Squares) {
    for (std::size_t at = 0; at < kSquares; ++at)
        EXPECT_EQ(parse_square(square_text(static_cast<Square>(at))), static_cast<Square>(at));
    EXPECT_EQ(square_text(0), "a1");
    EXPECT_EQ(square_text(99), "j10");
    for (const char* text : {"", "a", "a0", "a11", "k1", "a01", "A1", "a1 ", "1a", "a-1"})
        EXPECT_FALSE(parse_square(text)) << text;
}

TEST(StrategoNotation, MovesWithTwoDigitRows) {
    const std::pair<const char*, Move> cases[] = {
        {"a4a5", {30, 40}}, {"a4a10", {30, 90}}, {"a10a1", {90, 0}}, {"j10a10", {99, 90}}};
    for (const auto& [text, move] : cases) {
        const auto action = Action::parse(text);
        ASSERT_TRUE(action) << text;
        EXPECT_EQ(*action, Action::of(move));
        EXPECT_EQ(action->text(), text);
    }
    for (const char* text : {"", "a4", "a4a4", "a4a", "a4a5a6", "a4 a5", "a4a11", "resign", "N"})
        EXPECT_FALSE(Action::parse(text)) << text;
}

TEST(StrategoNotation, Setups) {
    const std::string classic = "DFIKDDLJHDFBJCHGDFBFBGDEHBIDIEEHEGBMBGDE";
    const auto action = Action::parse(classic);
    ASSERT_TRUE(action);
    EXPECT_EQ(action->kind, Action::Kind::Setup);
    EXPECT_EQ(action->text(), classic);
    EXPECT_EQ(action->setup.ranks[6], Rank::Marshal);
    EXPECT_EQ(action->setup.fault(Rules()), "");
    EXPECT_TRUE(action->setup.can_move(Rules()));

    auto doubled = action->setup;
    doubled.ranks[0] = Rank::Marshal;
    EXPECT_NE(doubled.fault(Rules()), "");
    EXPECT_NE(Setup::parse("GHM")->fault(Rules()), "");
    EXPECT_EQ(Setup::parse("GHM")->fault(*Rules::parse("micro")), "");
    EXPECT_NE(Setup::parse("GHMA")->fault(*Rules::parse("micro")), "");
    EXPECT_FALSE(Setup::parse(""));
    EXPECT_FALSE(Setup::parse(classic + "A"));
    EXPECT_FALSE(Setup::parse("GHm"));
    EXPECT_FALSE(Setup::parse("GHN"));
}

TEST(StrategoNotation, SixBombsInFrontCannotMove) {
    const auto walled = Setup::parse("BBDDBBDDBBDDDDEEEEEFFFFGGGGHHHHIIIJJKLCM");
    ASSERT_TRUE(walled);
    EXPECT_EQ(walled->fault(Rules()), "");
    EXPECT_FALSE(walled->can_move(Rules()));
}

TEST(StrategoNotation, EventsInTextAndJson) {
    const char* texts[] = {"setup blue GHM",
                           "ready red",
                           "board red 3x4 GHMAAAAAA???",
                           "board blue 4x4 ????AAAA_AAASTUY",
                           "move red a4 a10",
                           "strike blue b5 b4 spy marshal wins",
                           "strike red b5 b4 scout scout both",
                           "strike red b5 b4 major bomb loses",
                           "strike red b5 b4 major flag flag",
                           "end 1-0 flag_taken",
                           "end 1/2-1/2 quiet_limit"};
    for (const char* text : texts) {
        const auto event = Event::parse(text);
        ASSERT_TRUE(event) << text << ": " << event.error().message;
        EXPECT_EQ(event->text(), text);
        const auto again = Event::from_json(event->to_json());
        ASSERT_TRUE(again) << event->to_json().dump();
        EXPECT_EQ(*again, *event);
    }
    for (const char* text :
         {"", "ready", "ready green", "setup red", "setup red XYZ", "board red 3x4 GHM",
          "board red 3x4 GHMAAAAAASTY", "board red 11x1 AAAAAAAAAAA", "board red x ?",
          "move red a4", "move red a4 a4", "strike red a4 a5 scout miner wins",
          "strike red a4 a5 bomb spy loses", "strike red a4 a5 scout", "end 1-0",
          "end 2-0 flag_taken", "move red a4 a5 a6"})
        EXPECT_FALSE(Event::parse(text)) << text;
    for (const auto& json :
         {nlohmann::json(3), nlohmann::json::object(), nlohmann::json{{"type", 7}},
          nlohmann::json{{"type", "move"}, {"seat", "red"}, {"from", "a4"}}})
        EXPECT_FALSE(Event::from_json(json)) << json.dump();
}

}  // namespace
}  // namespace nebel::stratego
