#include "darkchess/referee.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "darkchess/game.hpp"
#include "positions.hpp"

namespace nebel::darkchess {

namespace {

constexpr std::string_view kDeal = "KGGM/MRRN/NCCP/PPPP/kggm/mrrn/nccp/pppp";

Referee referee(std::string_view rules = "icga180", std::string_view deal = kDeal) {
    return Referee::from_start(*Rules::parse(rules), deal).value();
}

Action action(std::string_view text) {
    return Action::parse(text).value();
}

/// Plays moves and flips ("a2", with the man it shows as "a2P") and returns the last judgement;
/// fails if the game ends earlier.
std::optional<Outcome> play(Course& course, const std::vector<std::string>& plies) {
    std::optional<Outcome> outcome;
    for (const auto& ply : plies) {
        EXPECT_FALSE(outcome) << "over before " << ply;
        const auto played = action(ply.size() == 3 ? ply.substr(0, 2) : ply);
        EXPECT_EQ(why_illegal(course.board(), played), "") << ply;
        outcome = played.is_flip() ? course.flip(played.from, *man_from_letter(ply[2]))
                                   : course.move(played);
    }
    return outcome;
}

Course course(std::string_view rules, const Board& board) {
    return Course(*Rules::parse(rules), board);
}

std::vector<std::string> times(int n, const std::vector<std::string>& round) {
    std::vector<std::string> all;
    for (int i = 0; i < n; ++i)
        all.insert(all.end(), round.begin(), round.end());
    return all;
}

const std::vector<std::string> kRound{"a1-a2", "d8-d7", "a2-a1", "d7-d8"};
const Board kTwoGenerals = testing::few_men("a1G d8g", "red");

}  // namespace

TEST(Referee, DealsEveryManOnceAndDifferently) {
    Rng rng(3);
    const Referee one(Rules{}, rng);
    const Referee two(Rules{}, rng);
    EXPECT_NE(one.start_text(), two.start_text());
    auto letters = one.start_text();
    std::sort(letters.begin(), letters.end());
    EXPECT_EQ(letters, "///////CCGGKMMNNPPPPPRRccggkmmnnppppprr");
    EXPECT_EQ(Referee::from_start(Rules{}, one.start_text())->start_text(), one.start_text());
}

TEST(Referee, RefusesStartsThatAreNoDeal) {
    for (const auto text :
         {"", "KGGM", "KGGM/MRRN/NCCP/PPPP/kggm/mrrn/nccp/pppX",
          "KGGM/MRRN/NCCP/PPPP/kggm/mrrn/nccp/ppp-", "KKGM/MRRN/NCCP/PPPP/kggm/mrrn/nccp/pppp"})
        EXPECT_FALSE(Referee::from_start(Rules{}, text)) << text;
}

TEST(Referee, AFlipShowsTheManToBothAndNamesTheColours) {
    auto truth = referee();
    EXPECT_TRUE(truth.open().events[Seat::First].empty());
    const auto answer = truth.act(action("a4"));
    EXPECT_EQ(answer.verdict, Verdict::Accepted);
    for (const Seat seat : kSeats) {
        ASSERT_EQ(answer.events[seat].size(), 1u);
        EXPECT_EQ(answer.events[seat][0].text(), "flip first a4 k");
    }
    EXPECT_EQ(truth.to_act(), Seat::Second);
    EXPECT_EQ(truth.course().board().colour_of_seat(Seat::First), Colour::Black);
    View view(Rules{}, Seat::Second);
    EXPECT_FALSE(view.my_colour());
    view.hear(answer.events[Seat::Second][0]);
    EXPECT_EQ(view.my_colour(), Colour::Red);
}

TEST(Referee, ACaptureNamesTheManTaken) {
    auto truth = referee();
    truth.open();
    truth.act(action("a8"));  // first: K
    truth.act(action("b4"));  // second: g
    truth.act(action("b8"));  // G
    truth.act(action("a5"));  // second turns over P
    truth.act(action("a4"));  // first turns over k
    EXPECT_EQ(truth.act(action("a4-a5")).why, "that man cannot take this one");
    EXPECT_EQ(truth.act(action("b4-a4")).why, "an own man cannot be captured");
    truth.act(action("d1"));
    const auto taken = truth.act(action("a5-a4"));
    ASSERT_EQ(taken.verdict, Verdict::Accepted);
    EXPECT_EQ(taken.events[Seat::Second][0].text(), "move first a5-a4 takes k");
    EXPECT_EQ(taken.events[Seat::Second][0].to_json()["captured"], "k");
    const auto back = truth.act(action("b4-a4"));
    EXPECT_EQ(back.events[Seat::First][0].text(), "move second b4-a4 takes P");
    const auto quiet = truth.act(action("a8-a7"));
    EXPECT_EQ(quiet.verdict, Verdict::Invalid);  // a7 is dark
}

TEST(Referee, AnInvalidActionChangesNothing) {
    auto truth = referee();
    truth.open();
    truth.act(action("a8"));
    const auto before = truth;
    for (const auto text : {"a8", "a8-a7", "b2-b3"}) {
        const auto answer = truth.act(action(text));
        EXPECT_EQ(answer.verdict, Verdict::Invalid);
        EXPECT_FALSE(answer.why.empty());
        EXPECT_TRUE(answer.events[Seat::First].empty() && answer.events[Seat::Second].empty());
    }
    EXPECT_EQ(truth, before);
}

TEST(Referee, TheSameWordsWhateverLiesUnderADarkSquare) {
    for (const auto deal : {kDeal, std::string_view("pppp/nccp/mrrn/kggm/PPPP/NCCP/MRRN/KGGM")}) {
        auto truth = referee("icga180", deal);
        EXPECT_EQ(truth.act(action("a1-a2")).why, "a dark man cannot move");
        EXPECT_EQ(truth.course().board().text(), Board().text());
    }
}

TEST(Course, QuietLimitCountsPliesWithoutCaptureOrFlip) {
    auto game = course("quiet=8,repetition=off", kTwoGenerals);
    EXPECT_EQ(play(game, times(2, kRound)), draw(Reason::QuietLimit));
    // A capture sets the counter back,
    game = course("quiet=4,repetition=off", testing::few_men("a1G a3p d8g", "red"));
    EXPECT_EQ(play(game, {"a1-a2", "d8-d7", "a2-a3", "d7-d8", "a3-a2", "d8-d7", "a2-a3"}),
              draw(Reason::QuietLimit));
    // and so does a flip.
    game = course("quiet=4,repetition=off",
                  testing::position("----/----/----/----/----/----/X---/G--g red "
                                    "KGMMRRNNCCPPPPkgmmrrnnccppppp"));
    EXPECT_EQ(play(game, {"a1-b1", "d1-d2", "a2P", "d2-d1", "b1-a1", "d1-d2", "a1-b1"}),
              draw(Reason::QuietLimit));
    game = course("quiet=off,repetition=off", kTwoGenerals);
    EXPECT_EQ(play(game, times(300, kRound)), std::nullopt);
}

TEST(Course, ThePresetsDifferInTheirQuietLimit) {
    for (const auto& [rules, rounds] : {std::pair{"seed40", 10}, {"ntu60", 15}, {"icga180", 45}}) {
        auto game = course(std::string(rules) + ",repetition=off", kTwoGenerals);
        EXPECT_EQ(play(game, times(rounds, kRound)), draw(Reason::QuietLimit)) << rules;
    }
}

TEST(Course, ThePositionForTheThirdTime) {
    auto game = course("icga180", kTwoGenerals);
    EXPECT_EQ(play(game, times(2, kRound)), draw(Reason::Repetition));
    EXPECT_EQ(game.plies(), 8);
    // By different routes, too: black triangulates.
    game = course("icga180", testing::few_men("a1G d5g", "red"));
    EXPECT_EQ(play(game, {"a1-a2", "d5-d6", "a2-a1", "d6-d5", "a1-b1", "d5-c5", "b1-a1", "c5-d5"}),
              draw(Reason::Repetition));
    // The same men with the other side to move are another position.
    game = course("icga180", kTwoGenerals);
    EXPECT_EQ(play(game, {"a1-a2", "d8-d7", "a2-b2", "d7-d8", "b2-b1", "d8-d7", "b1-a1"}),
              std::nullopt);
}

TEST(Course, ThePlatformsRepetitionWantsTheSamePliesThreeTimes) {
    auto game = course("icga180,repetition=platform", kTwoGenerals);
    EXPECT_EQ(play(game, times(3, kRound)), draw(Reason::Repetition));
    EXPECT_EQ(game.plies(), 12);
    EXPECT_EQ(game.line().cycle(), 4);
    // The plies before do not matter, but a capture in between does.
    game = course("icga180,repetition=platform", testing::few_men("a1G b1p d8g", "red"));
    EXPECT_EQ(play(game, {"a1-a2", "d8-d7", "a2-a1", "d7-d8", "a1-b1", "d8-d7", "b1-a1", "d7-d8"}),
              std::nullopt);
    EXPECT_EQ(play(game, times(2, kRound)), std::nullopt);
    // The position has stood three times by now, which this form does not mind: of the same four
    // plies there are only nine in a row. Three more make it twelve.
    EXPECT_EQ(game.line().occurrences(), 3);
    EXPECT_EQ(play(game, {"a1-a2", "d8-d7", "a2-a1"}), draw(Reason::Repetition));
}

TEST(Course, ThePlatformFindsLongPeriods) {
    const std::vector<std::string> loop{"a1-a2", "d8-d7", "a2-b2", "d7-d8",
                                        "b2-b1", "d8-d7", "b1-a1", "d7-d8"};
    auto game = course("icga180,repetition=platform", kTwoGenerals);
    EXPECT_EQ(play(game, times(3, loop)), draw(Reason::Repetition));
    EXPECT_EQ(game.line().cycle(), 8);
}

TEST(Course, NoRepetitionRule) {
    auto game = course("icga180,repetition=off", kTwoGenerals);
    EXPECT_EQ(play(game, times(10, kRound)), std::nullopt);
}

TEST(Course, ASideWithoutMenLosesWhileDarkMenRemain) {
    // The last dark man is red, and everybody can know it.
    auto game = course("icga180", testing::position("----/----/----/----/----/----/X---/G--g red "
                                                    "KGMMRRNNCCPPPPkgmmrrnnccppppp"));
    EXPECT_EQ(play(game, {"a1-b1", "d1-d2", "b1-c1", "d2-d1", "c1-d1"}),
              win_for(Seat::First, Reason::NoMen));
    EXPECT_EQ(std::popcount(game.board().dark()), 1);
}

TEST(Course, ASideThatStillHasADarkManPlaysOn) {
    // The dark man is black this time.
    auto game = course("icga180", testing::position("----/----/----/----/----/----/X---/G-g- red "
                                                    "KGMMRRNNCCPPPPPkgmmrrnnccpppp"));
    EXPECT_EQ(play(game, {"a1-b1", "c1-d1", "b1-c1", "d1-d2", "c1-d1", "d2-d3"}), std::nullopt);
    game = course("icga180", testing::position("----/----/----/----/----/----/X---/-Gg- red "
                                               "KGMMRRNNCCPPPPPkgmmrrnnccpppp"));
    EXPECT_EQ(play(game, {"b1-c1"}), std::nullopt);
    EXPECT_EQ(play(game, {"a2p"}), std::nullopt);
}

TEST(Course, ASideWithoutALegalActionLoses) {
    const auto board = testing::few_men("a3P b1P a1k", "red");
    auto game = course("icga180", board);
    EXPECT_EQ(play(game, {"a3-a2"}), win_for(Seat::First, Reason::NoMove));
    // By a flip: b1 turns out to be a pawn and shuts the king in.
    game = course("icga180", testing::position("----/----/----/----/----/----/P---/kX-- red "
                                               "KGGMMRRNNCCPPPggmmrrnnccppppp"));
    EXPECT_EQ(play(game, {"b1P"}), win_for(Seat::First, Reason::NoMove));
}

TEST(Course, TheOrderOfTheTests) {
    const auto board = testing::few_men("a3P b1P a1k", "red");
    auto game = course("quiet=1", board);
    EXPECT_EQ(play(game, {"a3-a2"}), draw(Reason::QuietLimit)) << "before no move";
    game = course("quiet=8", kTwoGenerals);
    EXPECT_EQ(play(game, times(2, kRound)), draw(Reason::QuietLimit)) << "before repetition";
    game = course("cap=1", board);
    EXPECT_EQ(play(game, {"a3-a2"}), win_for(Seat::First, Reason::NoMove)) << "before the cap";
}

TEST(Course, TheCapEndsEveryGame) {
    auto game = course("quiet=off,repetition=off,cap=20", kTwoGenerals);
    EXPECT_EQ(play(game, times(5, kRound)), draw(Reason::PlyLimit));
}

TEST(View, ThrowsOnEventsThatCannotBe) {
    const auto event = [](std::string_view text) { return Event::parse(text).value(); };
    View view(Rules{}, Seat::First);
    EXPECT_THROW(view.hear(event("flip second a1 K")), UserError);
    EXPECT_THROW(view.hear(event("move first a1-a2")), UserError);
    view.hear(event("flip first a1 K"));
    EXPECT_THROW(view.hear(event("flip second a1 k")), UserError);
    EXPECT_THROW(view.hear(event("flip second a2 K")), UserError) << "a second red king";
    view.hear(event("flip second a2 k"));
    EXPECT_THROW(view.hear(event("move first a1-a2")), UserError) << "takes k, and must say so";
    EXPECT_THROW(view.hear(event("move first a1-a2 takes g")), UserError);
    view.hear(event("move first a1-a2 takes k"));
    view.hear(event("end 0-1 resignation"));
    EXPECT_THROW(view.hear(event("flip second a3 p")), UserError);
    EXPECT_FALSE(view.my_turn());
}

TEST(Event, RefusesOtherText) {
    for (const auto text :
         {"", "flip", "flip first a1", "flip first a1 X", "flip third a1 K", "flip first a1-a2 K",
          "move first a1", "move first a1-a2 takes", "move first a1-a2 takes -",
          "move first a1-a2 eats K", "end", "end 1-0", "end 2-0 no_men", "end 1-0 boredom"})
        EXPECT_FALSE(Event::parse(text)) << text;
    for (const auto text :
         {"[]", "null", "{}", R"({"type":"flip"})", R"({"type":"flip","seat":"first"})",
          R"({"type":"flip","seat":"first","square":"a1","man":"X"})",
          R"({"type":"flip","seat":"first","square":3,"man":"K"})",
          R"({"type":"move","seat":"first","from":"a1","to":"a2"})",
          R"({"type":"move","seat":"first","from":"a1","to":"a1","captured":null})",
          R"({"type":"move","seat":"first","from":"a1","to":"a2","captured":1})",
          R"({"type":"end","result":"1-0"})"})
        EXPECT_FALSE(Event::from_json(nlohmann::json::parse(text))) << text;
}

}  // namespace nebel::darkchess
