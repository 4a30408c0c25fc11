#include "protocol/nep.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace nebel::protocol {
namespace {

TEST(Nep, NewGameRoundTrips) {
    for (const NewGame& game :
         {NewGame{"kriegspiel", "white", std::nullopt, ""},
          NewGame{"kriegspiel", "black", 18446744073709551615ULL, "wild16,fifty=off"},
          NewGame{"darkchess", "first", 0, "seed40"}}) {
        const auto line = game.line();
        const auto command = Command::of(line);
        EXPECT_EQ(command.word, "newgame");
        const auto again = NewGame::parse(command.rest);
        ASSERT_TRUE(again) << line;
        EXPECT_EQ(*again, game);
    }
    EXPECT_FALSE(NewGame::parse(""));
    EXPECT_FALSE(NewGame::parse("kriegspiel"));
    EXPECT_FALSE(NewGame::parse("kriegspiel white seed"));
    EXPECT_FALSE(NewGame::parse("kriegspiel white seed -1"));
    EXPECT_FALSE(NewGame::parse("kriegspiel white wild16"));
}

TEST(Nep, GoCarriesEveryBudget) {
    Budget budget;
    EXPECT_EQ(go_line(budget), "go");
    budget.nodes = 1000;
    EXPECT_EQ(go_line(budget), "go nodes 1000");
    budget.simulations = 7;
    budget.time = std::chrono::milliseconds(250);
    budget.clock = GameClock{std::chrono::milliseconds(60000), std::chrono::milliseconds(1000)};
    const auto line = go_line(budget);
    EXPECT_EQ(line, "go nodes 1000 sims 7 time 250 clock 60000 1000");
    const auto again = parse_go(Command::of(line).rest);
    ASSERT_TRUE(again);
    EXPECT_EQ(go_line(*again), line);
    for (const auto* bad : {"nodes", "nodes 0", "nodes -3", "time x", "time 0", "clock 5",
                            "clock -1 0", "depth 3", "nodes 99999999999999999999"})
        EXPECT_FALSE(parse_go(bad)) << bad;
}

TEST(Nep, EventsAreNumberedFromOne) {
    EXPECT_EQ(NumberedEvent::line(7, "moved white e2e4"), "event 7 moved white e2e4");
    const auto event = NumberedEvent::parse("7 moved white e2e4");
    ASSERT_TRUE(event);
    EXPECT_EQ(event->number, 7u);
    EXPECT_EQ(event->text, "moved white e2e4");
    for (const auto* bad : {"", "0 x", "x y", "7", "-1 x"})
        EXPECT_FALSE(NumberedEvent::parse(bad)) << bad;
}

TEST(Nep, InfoRoundTripsAndForgives) {
    SearchInfo info;
    info.depth = 3;
    info.nodes = 1000;
    info.simulations = 20;
    info.seconds = 0.25;
    info.value = -1.5;
    info.line = "e2e4 e7e5";
    info.detail = "twelve boards\nleft";
    const auto line = info_line(info);
    EXPECT_EQ(line,
              "info depth 3 nodes 1000 sims 20 time 250 value -1.5 line e2e4 e7e5 text twelve "
              "boards left");
    const auto again = parse_info(Command::of(line).rest);
    EXPECT_EQ(again.depth, 3);
    EXPECT_EQ(again.nodes, 1000u);
    EXPECT_EQ(again.simulations, 20u);
    EXPECT_DOUBLE_EQ(again.seconds, 0.25);
    EXPECT_DOUBLE_EQ(again.value, -1.5);
    EXPECT_EQ(again.line, "e2e4 e7e5");
    EXPECT_EQ(again.detail, "twelve boards left");
    EXPECT_EQ(parse_info("depth x mood good nodes 5").nodes, 5u);
}

TEST(Nep, OptionsRoundTrip) {
    const std::vector<OptionSpec> options{
        OptionSpec::integer("threads", 2, 1, 64, "how many threads"),
        OptionSpec::real("c", 0.7, 0, 2.5, "exploration"),
        OptionSpec::boolean("learn", true, "whether it learns"),
        OptionSpec::choice("mode", "fast", {"fast", "slow"}, "a mode"),
        OptionSpec::free_text("book", "", "a file")};
    for (const auto& option : options) {
        const auto line = option_line(option, option.default_value);
        const auto again = parse_option(Command::of(line).rest);
        ASSERT_TRUE(again) << line;
        EXPECT_EQ(again->name, option.name);
        EXPECT_EQ(again->type, option.type);
        EXPECT_EQ(again->default_value, option.default_value);
        EXPECT_EQ(again->help, option.help);
        EXPECT_EQ(again->choices, option.choices);
        EXPECT_DOUBLE_EQ(again->minimum, option.minimum);
        EXPECT_DOUBLE_EQ(again->maximum, option.maximum);
    }
    EXPECT_EQ(option_line(options[0], "3"),
              "option name threads type integer min 1 max 64 default 3 help how many threads");
    EXPECT_FALSE(parse_option("name x"));
    EXPECT_FALSE(parse_option("type integer"));
    EXPECT_FALSE(parse_option("name x type strange"));
}

RC_GTEST_PROP(Nep, NoLineBreaksAParser, (const std::string& line)) {
    const auto command = Command::of(line);
    (void)NewGame::parse(command.rest);
    (void)NumberedEvent::parse(command.rest);
    (void)parse_go(command.rest);
    (void)parse_info(command.rest);
    (void)parse_option(command.rest);
}

}  // namespace
}  // namespace nebel::protocol
