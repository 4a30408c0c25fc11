#include "game/battery.hpp"

#include <gtest/gtest.h>

#include "chess/start_positions.hpp"
#include "kriegspiel/game.hpp"
#include "kriegspiel/twins.hpp"

namespace nebel::kriegspiel {

TEST(Battery, EveryRuleset) {
    for (const auto& says : all_announcements()) {
        battery::run_battery<Kriegspiel>(says.name, 4);
        battery::run_battery<Kriegspiel>(
            std::string(says.name) + ",fifty=off,repetition=off,cap=200", 1);
        if (HasFailure())
            return;
    }
}

TEST(Battery, EveryBoard) {
    for (const auto& board : chess::start_positions()) {
        battery::run_battery<Kriegspiel>("wild16,board=" + std::string(board.name), 1);
        battery::run_battery<Kriegspiel>("english,board=" + std::string(board.name), 1);
        if (HasFailure())
            return;
    }
}

// The opening of random games, where twins are easy to find, in every ruleset that hides anything.
TEST(Secret, TwinsLookTheSameToASeatAndItsPlayers) {
    int twins = 0;
    const std::vector<std::string> players{"random", "recapture", "capturer",
                                           "aosp:boards=40,worlds=10"};
    for (const auto& says : all_announcements()) {
        if (says.moves_told)
            continue;
        const auto rules = Rules::parse(says.name).value();
        for (std::uint64_t seed = 1; seed <= 12; ++seed) {
            const auto record = battery::random_game<Kriegspiel>(rules, seed, 40).record();
            for (const Seat seat : kSeats) {
                const auto twin = twin_of(record, seat, seed);
                if (!twin)
                    continue;
                ++twins;
                battery::expect_secret_kept<Kriegspiel>(record, *twin, seat, players);
            }
        }
    }
    EXPECT_GT(twins, 30) << "too few twins to mean anything";
}

// A custom start tells each seat its own men, and only the number of the enemy's.
TEST(Secret, AStartTellsNothingOfTheEnemysSquares) {
    const auto rules = Rules::parse("wild16").value();
    const auto open = [&](const char* fen) {
        return nebel::Table<Kriegspiel>(rules, Referee::from_start(rules, fen).value()).record();
    };
    const auto a = open("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    const auto b = open("7k/8/8/8/8/8/8/R3K3 w - - 0 1");
    EXPECT_EQ(battery::everything_shown(a, Seat::First), battery::everything_shown(b, Seat::First));
    EXPECT_NE(battery::everything_shown(a, Seat::Second),
              battery::everything_shown(b, Seat::Second));
}

TEST(Rules, TextInBothDirections) {
    for (const char* text : {"wild16", "berkeley,fifty=off", "rand,repetition=off,cap=off",
                             "english,cap=50,board=silverman4x4", "open,board=6x6"}) {
        const auto rules = Rules::parse(text);
        ASSERT_TRUE(rules) << text;
        EXPECT_EQ(rules->text(), text);
    }
    EXPECT_EQ(Rules::parse("").value(), Rules());
    EXPECT_EQ(Rules::parse("fifty=off").value().text(), "wild16,fifty=off");
    for (const char* text : {"wild17", "wild16,fifty=maybe", "wild16,cap=-1", "wild16,board=9x9",
                             "wild16,colour=red", "wild16,fifty", "cap=", ",,"}) {
        const auto rules = Rules::parse(text);
        ASSERT_FALSE(rules) << text;
        EXPECT_FALSE(rules.error().message.empty());
    }
}

}  // namespace nebel::kriegspiel
