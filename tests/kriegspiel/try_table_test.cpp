#include "kriegspiel/choice/try_table.hpp"

#include <gtest/gtest.h>

#include "chess/fen.hpp"

namespace nebel::kriegspiel {

TEST(TryTable, BoardsWhereATryIsIllegalDoNotVoteOnIt) {
    const ReplyModel model(Rules(), {});
    TryList tries;
    tries.push_back({chess::kA1, chess::kA8, chess::kNoType});
    tries.push_back({chess::kA1, chess::kA2, chess::kNoType});
    TryTable table(tries, model);
    BudgetMeter meter{Budget{}};
    const auto open = chess::parse_fen("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1").value();
    const auto blocked = chess::parse_fen("6k1/p4ppp/8/8/8/8/8/R6K w - - 0 1").value();
    table.judge(open, 1, meter);
    table.judge(blocked, 3, meter);
    EXPECT_DOUBLE_EQ(table.values()[0].mean(), 1);
    EXPECT_DOUBLE_EQ(table.values()[0].legal(), 0.25);
    EXPECT_DOUBLE_EQ(table.values()[1].legal(), 1);
    EXPECT_EQ(meter.nodes(), 3u);
}

TEST(TryTable, TriesFarBehindDropOutAndTheBestStays) {
    const ReplyModel model(Rules(), {});
    TryList tries;
    tries.push_back({chess::kD1, chess::kD5, chess::kNoType});  // takes a guarded pawn
    tries.push_back({chess::kD1, chess::kD4, chess::kNoType});
    TryTable table(tries, model);
    BudgetMeter meter{Budget{}};
    const auto board = chess::parse_fen("2r3k1/5ppp/4p3/3p4/8/8/5PPP/3Q2K1 w - - 0 1").value();
    for (int i = 0; i < 60; ++i)
        table.judge(board, 1, meter);
    EXPECT_FALSE(table.values()[0].racing);
    EXPECT_TRUE(table.values()[1].racing);
    EXPECT_EQ(table.values()[1].votes, 60);
    EXPECT_LT(table.values()[0].votes, 60);
}

TEST(TryTable, WhereADrawByQuietMovesIsNearALeadMustDoSomething) {
    const ReplyModel model(Rules(), {});
    TryList tries;
    tries.push_back({chess::kA1, chess::kB1, chess::kNoType});
    tries.push_back({chess::kH2, chess::kH3, chess::kNoType});
    tries.push_back({chess::kA1, chess::kA8, chess::kNoType});
    const auto board = chess::parse_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").value();
    BudgetMeter meter{Budget{}};
    TryTable early(tries, model);
    TryTable late(tries, model, QuietClock(77));
    early.judge(board, 1, meter);
    late.judge(board, 1, meter);
    EXPECT_LT(late.values()[0].mean(), early.values()[0].mean() - 0.2);
    EXPECT_DOUBLE_EQ(late.values()[1].mean(), early.values()[1].mean());  // a pawn's move
    EXPECT_DOUBLE_EQ(late.values()[2].mean(), 1);                         // mate
}

}  // namespace nebel::kriegspiel
