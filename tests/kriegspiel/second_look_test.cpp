#include "kriegspiel/choice/second_look.hpp"

#include <gtest/gtest.h>

#include "chess/fen.hpp"

namespace nebel::kriegspiel {

namespace {

ReplyModel::Settings blind() {
    ReplyModel::Settings settings;
    settings.attentive = 0;
    return settings;
}

/// What each of the tries is worth after a second look at these boards, each seen so often.
std::vector<double> looked(std::vector<std::string> fens,
                           std::vector<std::string> tries,
                           int times = 40,
                           const QuietClock& clock = {}) {
    const Rules rules;
    const ReplyModel model(rules, blind());
    std::vector<Action> actions;
    for (const auto& text : tries)
        actions.push_back(Action::parse(text).value());
    SecondLook look(rules, model, actions, 1, clock);
    BudgetMeter unlimited{Budget{}};
    for (const auto& fen : fens)
        for (int i = 0; i < times; ++i)
            EXPECT_TRUE(look.look(chess::parse_fen(fen).value(), {}, unlimited));
    // One try alone: what the boards on which it is legal say of it.
    const auto whole = look.judgement();
    std::vector<double> values;
    for (std::size_t i = 0; i < actions.size(); ++i)
        values.push_back(whole.mean(static_cast<Ballots::Try>(i)));
    return values;
}

}  // namespace

// A knight can take the pawn on d5 or the one on f5; nobody says which of them is there.
TEST(SecondLook, BoardsThatSoundAlikeShareOneListOfTries) {
    const std::string left = "6k1/8/8/3p4/3P1P2/4N3/8/6K1 w - - 0 1";
    const std::string right = "6k1/8/8/5p2/3P1P2/4N3/8/6K1 w - - 0 1";
    const double knowing = (looked({left}, {"g1h1"})[0] + looked({right}, {"g1h1"})[0]) / 2;
    const double guessing = looked({left, right}, {"g1h1"})[0];
    EXPECT_LT(guessing, knowing - 0.02);
    // Told apart by the umpire, by a check to the king on one of them, they are two situations.
    const std::string checked = "7k/8/8/5p2/3P1P2/4N3/8/R5K1 w - - 0 1";
    const std::string silent = "6k1/8/8/3p4/3P1P2/4N3/8/R5K1 w - - 0 1";
    const double apart = (looked({silent}, {"a1h1"})[0] + looked({checked}, {"a1h1"})[0]) / 2;
    EXPECT_NEAR(looked({silent, checked}, {"a1h1"})[0], apart, 0.01);
}

// Whichever of the two pawns a look at one board finds, the other board was not asked.
TEST(SecondLook, AListIsNotPraisedForTheBoardsThatMadeIt) {
    const std::string left = "6k1/8/8/3p4/3P1P2/4N3/8/6K1 w - - 0 1";
    const std::string right = "6k1/8/8/5p2/3P1P2/4N3/8/6K1 w - - 0 1";
    const double once = looked({left, right}, {"g1h1"}, 1)[0];
    const double often = looked({left, right}, {"g1h1"})[0];
    EXPECT_LT(once, often - 0.02);
}

// The fork on e7 wins the rook c8 with the second move; the step of the king wins nothing.
TEST(SecondLook, SeesWhatTheNextMoveWins) {
    const auto values = looked({"2r3k1/5ppp/8/3N4/8/8/5PPP/6K1 w - - 0 1"}, {"d5e7", "g1f1"});
    EXPECT_GT(values[0], values[1] + 0.2);
}

TEST(SecondLook, AMateAtOnceIsWorthItsResultAndAnIllegalTryNothing) {
    const auto values = looked({"6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"}, {"a1a8", "h1g3"});
    EXPECT_EQ(values[0], 1);
    EXPECT_EQ(values[1], -1);
}

// A rook ahead. Another quiet move brings the draw nearer, a pawn's move begins anew.
TEST(SecondLook, KnowsThatQuietMovesEndInADraw) {
    const std::string ahead = "6k1/8/5p2/8/8/8/7P/R5K1 w - - 80 90";
    const auto early = looked({ahead}, {"a1b1", "h2h3"});
    const auto late = looked({ahead}, {"a1b1", "h2h3"}, 40, QuietClock(80));
    EXPECT_DOUBLE_EQ(late[1], early[1]);
    EXPECT_LE(late[0], early[0]);
    // With nothing but quiet moves to go on with there is no way out.
    const std::string stuck = "6k1/8/5p2/8/7p/7P/8/R5K1 w - - 80 90";
    EXPECT_LT(looked({stuck}, {"a1b1"}, 40, QuietClock(80))[0], looked({stuck}, {"a1b1"})[0] - 0.2);
}

TEST(SecondLook, ABudgetEndsIt) {
    const Rules rules;
    const ReplyModel model(rules, blind());
    SecondLook look(rules, model, {Action::parse("g1f1").value()}, 1);
    Budget few;
    few.nodes = 10;
    BudgetMeter meter(few);
    EXPECT_FALSE(
        look.look(chess::parse_fen("2r3k1/5ppp/8/3N4/8/8/5PPP/6K1 w - - 0 1").value(), {}, meter));
    EXPECT_EQ(look.boards(), 1u);
}

}  // namespace nebel::kriegspiel
