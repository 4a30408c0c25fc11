#include "kriegspiel/finish/finisher.hpp"

#include <gtest/gtest.h>

#include "kriegspiel/finish/conversion.hpp"
#include "kriegspiel/heard_hunt.hpp"

namespace nebel::kriegspiel {

namespace {

constexpr std::uint64_t kNodes = 0;  // as many as the finisher wants

ConversionTally tally(const std::string& rules_text,
                      const std::string& ending_text,
                      const std::string& defender_name,
                      int games) {
    const auto rules = Rules::parse(rules_text).value();
    const auto ending = Ending::parse(ending_text).value();
    const auto defender = make_defender(defender_name, kNodes).value();
    ConversionTally tally;
    for (int i = 0; i < games; ++i) {
        const auto n = static_cast<std::uint64_t>(i);
        const auto game = convert(rules, conversion_start(ending, rules, 11, n), *defender,
                                  Budget{}, mix_seed(11, n));
        EXPECT_TRUE(game.mated) << rules_text << ' ' << ending_text << ' ' << defender_name << ' '
                                << game.start << ' ' << nebel::text(game.reason);
        tally.add(game);
    }
    return tally;
}

}  // namespace

TEST(Finish, MatesWithQueenOrRookWhateverTheDefenderKnows) {
    for (const auto* ending : {"KQK", "KRK"})
        for (const auto* defender : {"random", "seeing"}) {
            const auto result = tally("wild16", ending, defender, 8);
            EXPECT_EQ(result.mated, 8);
            EXPECT_EQ(result.stalemates, 0);
        }
    for (const auto* ending : {"KQQK", "KRRK"})
        for (const auto* defender : {"random", "prophet"})
            EXPECT_EQ(tally("wild16", ending, defender, 4).mated, 4);
}

TEST(Finish, MatesADefenderThatKnowsItsPlans) {
    EXPECT_EQ(tally("wild16", "KRK", "prophet", 3).mated, 3);
}

// Starts from which a king that strolled at random was lost sight of among ten squares, or looked
// for on the whole board, until the fifty moves were over.
TEST(Finish, DoesNotWalkAroundAKingThatStrolls) {
    const Rules rules;
    const auto ending = Ending::parse("KRK").value();
    RandomDefender defender;
    for (const std::uint64_t n : {59, 89, 133}) {
        const auto game = convert(rules, conversion_start(ending, rules, 1, n), defender, Budget{},
                                  mix_seed(1, n));
        EXPECT_TRUE(game.mated) << game.start;
        EXPECT_LT(game.moves, 40) << game.start;
    }
}

// A rook in the corner, and wherever it goes an unseen king might take it: to stay risks least, and
// staying for ever wins nothing.
TEST(Finish, DoesNotWaitForEverWhereEveryTryIsARisk) {
    for (const char* start : {"7R/8/8/6k1/8/3K4/8/8 b - - 0 1", "7R/8/8/8/2k5/8/8/K7 b - - 0 1"}) {
        HeardHunt hunt(start);
        Rng rng(4);
        RandomDefender defender;
        int waited = 0;
        for (int i = 0; i < 40 && !hunt.referee.outcome(); ++i) {
            if (hunt.referee.to_act() == Seat::First) {
                const auto action = hunt.finisher.act();
                if (action->from == chess::kH8)
                    break;
                ++waited;
                hunt.act(*action);
            } else {
                hunt.act(defender, rng);
            }
        }
        EXPECT_LT(waited, 10) << start;
    }
}

TEST(Finish, AskingTwiceGivesTheSameTry) {
    HeardHunt hunt("8/8/3k4/8/8/8/8/KR6 w - - 0 1");
    Rng rng(4);
    RandomDefender defender;
    for (int i = 0; i < 24 && !hunt.referee.outcome(); ++i) {
        if (hunt.referee.to_act() == Seat::First) {
            Finisher copy = hunt.finisher;
            const auto action = hunt.finisher.act();
            EXPECT_EQ(hunt.finisher.act(), action);
            EXPECT_EQ(copy.act(), action) << "a copy knows the same";
            hunt.act(*action);
        } else {
            hunt.act(defender, rng);
        }
    }
}

TEST(Finish, MatesInEveryRuleset) {
    for (const auto& says : all_announcements())
        tally(std::string(says.name), "KRK", "seeing", 2);
}

TEST(Finish, MatesOnSmallBoards) {
    for (const auto* board : {"4x4", "5x5", "6x6", "6x5"})
        for (const auto* ending : {"KQK", "KRK"})
            tally(std::string("wild16,board=") + board, ending, "seeing", 4);
    tally("wild16,board=6x6", "KBBK", "seeing", 3);
    tally("wild16,board=6x6", "KBBK", "random", 3);
}

TEST(Finish, PromotesAPawnAndMates) {
    tally("wild16", "KQPK", "seeing", 4);
    tally("wild16", "KPPPK", "random", 4);
}

TEST(Finish, UnderpromotesRatherThanStalemate) {
    const auto rules = Rules::parse("open").value();
    auto referee = Referee::from_start(rules, "8/5P1k/5K2/8/8/8/8/8 w - - 0 1").value();
    Finisher finisher;
    finisher.begin(rules, Seat::First);
    const auto opening = referee.open();
    for (const auto& event : opening.events[Seat::First])
        finisher.hear(event);
    const auto action = finisher.act();
    ASSERT_TRUE(action);
    EXPECT_EQ(action->text(), "f7f8r");
}

TEST(Finish, TheSameEventsGiveTheSameGame) {
    const Rules rules;
    const auto ending = Ending::parse("KRK").value();
    const auto start = conversion_start(ending, rules, 3, 1);
    SeeingDefender defender;
    std::vector<std::string> games[2];
    for (auto& lines : games)
        convert(rules, start, defender, Budget{}, 9,
                [&](const std::string& line) { lines.push_back(line); });
    EXPECT_EQ(games[0], games[1]);
    EXPECT_GT(games[0].size(), 5U);
}

TEST(Finish, EndingsAreReadOrRefused) {
    EXPECT_EQ(Ending::parse("KBNK").value().men.size(), 2U);
    for (const auto* text : {"", "K", "KK", "KRKR", "KXK", "krk", "KKK", "KQQQQQQQQK"})
        EXPECT_FALSE(Ending::parse(text)) << text;
}

}  // namespace nebel::kriegspiel
