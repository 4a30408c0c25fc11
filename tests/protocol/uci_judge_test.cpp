#include "protocol/uci_judge.hpp"

#include <gtest/gtest.h>

#include "chess/evaluate.hpp"
#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "game/registry.hpp"
#include "kriegspiel/game.hpp"
#include "kriegspiel/recorded_game.hpp"
#include "protocol/command_line.hpp"

namespace nebel::protocol {
namespace {

using kriegspiel::JudgeRegistry;

class RealJudge : public ::testing::TestWithParam<const char*> {
 protected:
    void SetUp() override {
        if (!find_program(GetParam()))
            GTEST_SKIP() << GetParam() << " is not installed";
    }
    static std::string engine() { return std::string("uci:") + GetParam(); }
};

TEST_P(RealJudge, ScoresEveryMoveOfABoard) {
    const auto judge = JudgeRegistry::instance().make(engine(), 1);
    judge->new_game();
    const auto board = chess::parse_fen("3q3k/8/8/8/8/8/8/3R3K w - - 0 1").value();
    chess::MoveList moves;
    chess::generate_legal(board, moves);
    std::vector<int> scores(moves.size());
    BudgetMeter meter{Budget{}};
    ASSERT_TRUE(judge->score(board, {moves.data(), moves.size()}, scores, meter));
    int best = 0;
    for (std::size_t i = 1; i < moves.size(); ++i)
        if (scores[i] > scores[static_cast<std::size_t>(best)])
            best = static_cast<int>(i);
    EXPECT_EQ(chess::to_uci(moves[static_cast<std::size_t>(best)]), "d1d8");
    for (const int score : scores)
        EXPECT_LE(std::abs(score), chess::kMate);
    EXPECT_EQ(chess::to_uci(judge->best(board, meter)), "d1d8");
}

TEST_P(RealJudge, ASmallBoardFallsBackOnTheHouse) {
    const auto judge = JudgeRegistry::instance().make(engine(), 1);
    const auto rules = kriegspiel::Rules::parse("wild16,board=5x5").value();
    chess::MoveList moves;
    chess::generate_legal(rules.start(), moves);
    std::vector<int> scores(moves.size());
    BudgetMeter meter{Budget{}};
    EXPECT_TRUE(judge->score(rules.start(), {moves.data(), moves.size()}, scores, meter));
}

TEST_P(RealJudge, LendsItsEyesToASamplingPlayer) {
    const auto record = kriegspiel::recorded_game(
        "wild16", "aosp:boards=40,worlds=1,depth=0,engine=" + engine(), "random", 1, 6);
    EXPECT_EQ(record.actions.size(), 6u);
}

INSTANTIATE_TEST_SUITE_P(Engines,
                         RealJudge,
                         ::testing::Values("stockfish", "gnuchess"),
                         [](const auto& parameter) { return std::string(parameter.param); });

TEST(UciJudge, NeedsAProgram) {
    EXPECT_THROW((void)JudgeRegistry::instance().make("uci:", 0), UserError);
    EXPECT_THROW((void)JudgeRegistry::instance().make("uci:no-such-engine", 0), UserError);
}

}  // namespace
}  // namespace nebel::protocol
