#include "kriegspiel/pgn.hpp"

#include <gtest/gtest.h>

#include "chess/pgn.hpp"
#include "game/battery.hpp"

namespace nebel::kriegspiel {

// The seed is not part of a PGN; everything else comes back, announcements included.
TEST(Pgn, RoundTripsInEveryRulesetAndOnEveryBoard) {
    for (const auto& says : all_announcements())
        for (const char* board : {"8x8", "silverman4x4", "6x6"}) {
            const auto rules = Rules::parse(std::string(says.name) + ",board=" + board).value();
            for (std::uint64_t seed = 1; seed <= 3; ++seed) {
                auto table = battery::random_game<Kriegspiel>(rules, seed, seed == 3 ? 25 : 20000);
                table.name_players("random", "somebody \"else\"");
                if (!table.outcome())
                    table.conclude(win_for(Seat::Second, Reason::TimeOut));
                auto record = table.record();
                const auto text = to_pgn(record);
                const auto again = from_pgn(text);
                ASSERT_TRUE(again) << again.error().message << "\n" << text;
                ASSERT_EQ(again->size(), 1u);
                record.seed = 0;
                EXPECT_EQ(again->front(), record) << text;
            }
        }
}

TEST(Pgn, ReadsBolognasComments) {
    const auto records = from_pgn(
        "[White \"a\"]\n[Black \"b\"]\n[Rules \"wild16\"]\n[Result \"1-0\"]\n\n"
        "1. e4 {:e2-d3,a2-b3} d5 {P1} 2. exd5 {Xd5:e4-e5} e6 {P1:e7-d6} 1-0\n");
    // e4-e5 is legal in that position: the record contradicts itself.
    ASSERT_FALSE(records);
    EXPECT_NE(records.error().message.find("e4-e5"), std::string::npos);
    const auto good = from_pgn(
        "[White \"a\"]\n[Black \"b\"]\n[Rules \"wild16\"]\n[Result \"1-0\"]\n\n"
        "1. e4 {:e2-d3,a2-b3} d5 {P1} 2. exd5 {Xd5:e4-f5} e6 {P1:e7-d6} 1-0\n");
    ASSERT_TRUE(good) << good.error().message;
    const auto& record = good->front();
    ASSERT_EQ(record.actions.size(), 8u);
    EXPECT_FALSE(record.actions[0].accepted);
    EXPECT_EQ(record.actions[0].action.text(), "e2d3");
    EXPECT_EQ(record.outcome, win_for(Seat::First, Reason::Resignation));
}

TEST(Pgn, PlainReadersSeeTheRealGame) {
    const auto record = battery::random_game<Kriegspiel>(Rules(), 5).record();
    const auto games = chess::parse_pgn(to_pgn(record));
    ASSERT_TRUE(games);
    std::size_t accepted = 0;
    for (const auto& entry : record.actions)
        accepted += entry.accepted;
    EXPECT_EQ(games->front().moves.size(), accepted);
}

TEST(Pgn, PlainGamesOfTheInternetChessClubAreRead) {
    const auto records = from_pgn(
        "[Event \"ICC w16 1 0\"]\n[White \"x\"]\n[Black \"y\"]\n[Result \"0-1\"]\n\n"
        "1. f3 {a remark: not a try} e5 2. g4 Qh4# 0-1\n");
    ASSERT_TRUE(records) << records.error().message;
    EXPECT_EQ(records->front().outcome, win_for(Seat::Second, Reason::Checkmate));
}

TEST(Pgn, NonsenseIsRefusedWithAReason) {
    for (const char* text : {"1. e5", "[Rules \"wild17\"]\n\n1. e4 *", "[FEN \"junk\"]\n\n1. e4 *"})
        EXPECT_FALSE(from_pgn(text)) << text;
}

}  // namespace nebel::kriegspiel
