#include <gtest/gtest.h>

#include "chess/fen.hpp"
#include "game/registry.hpp"
#include "kriegspiel/game.hpp"
#include "kriegspiel/players/board_judge.hpp"
#include "kriegspiel/players/ismcts_tree.hpp"
#include "kriegspiel/recorded_game.hpp"

namespace nebel::kriegspiel {

namespace {

constexpr const char* kPlayers[] = {
    "los:worlds=10",
    "aosp:boards=60,worlds=15",
    "hs:boards=60,worlds=15,last=0.3",
    "pimc:boards=60,worlds=4,depth=1",
    "pimc:boards=60,worlds=6,depth=1,voting=best",
    "ismcts:boards=60,iterations=60",
    "ismcts:boards=60,iterations=20,simulation=random,cap=60",
};

}  // namespace

TEST(SamplingPlayers, PlayEveryRulesetAndEveryBoard) {
    for (const std::string player : kPlayers) {
        for (const auto& says : all_announcements())
            EXPECT_FALSE(
                recorded_game(std::string(says.name), player, "capturer", 2, 12).actions.empty());
        for (const char* rules : {"wild16,board=silverman4x4", "berkeley_any,board=5x5"})
            EXPECT_FALSE(recorded_game(rules, "capturer", player, 3, 30).actions.empty());
    }
}

TEST(SamplingPlayers, AreReproducibleAtFixedNodesAndSimulations) {
    Budget budget;
    budget.nodes = 400;
    budget.simulations = 50;
    for (const std::string player : kPlayers)
        EXPECT_EQ(recorded_game("wild16", player, "random", 5, 16, budget),
                  recorded_game("wild16", player, "random", 5, 16, budget))
            << player;
}

TEST(SamplingPlayers, MateARandomPlayer) {
    for (const std::string player : {"aosp:boards=100,worlds=20", "hs:boards=100,worlds=20"})
        EXPECT_EQ(recorded_game("wild16", player, "random", 3).outcome,
                  win_for(Seat::First, Reason::Checkmate))
            << player;
}

TEST(SamplingPlayers, CountTheirWorkAndReport) {
    for (const std::string text : kPlayers) {
        const auto player = PlayerRegistry<Kriegspiel>::instance().make(text);
        std::string line;
        player->on_info = [&](const SearchInfo& info) { line = info.line; };
        nebel::Table<Kriegspiel> table(Rules(), 1);
        player->begin(Rules(), Seat::First, 1);
        for (const auto& event : table.opening(Seat::First))
            player->hear(event);
        Budget budget;
        budget.simulations = 7;
        const auto action = player->act(budget);
        EXPECT_EQ(line, action.text()) << text;
        EXPECT_GT(player->work().nodes, 0u) << text;
        EXPECT_EQ(player->work().simulations, text.starts_with("ismcts") ? 7u : 0u);
    }
}

TEST(SamplingPlayers, AskAnyWhereAPawnCaptureIsLikely) {
    int asked = 0;
    const auto record = recorded_game("berkeley_any", "aosp:boards=60,worlds=15", "random", 4, 80);
    for (const auto& entry : record.actions)
        asked += entry.seat == Seat::First && entry.action.is_any();
    EXPECT_GT(asked, 0);
}

TEST(BoardJudge, TheBuiltinOneSeesWhatHangs) {
    const auto judge = JudgeRegistry::instance().make("builtin", 0);
    const auto board = chess::parse_fen("3q3k/8/8/8/8/8/8/3R3K w - - 0 1").value();
    const chess::Move moves[] = {chess::Move(chess::kD1, chess::kD8),
                                 chess::Move(chess::kD1, chess::kD2)};
    int scores[2];
    BudgetMeter meter{Budget{}};
    ASSERT_TRUE(judge->score(board, moves, scores, meter));
    EXPECT_GT(scores[0], 400);
    EXPECT_LT(scores[1], -400);
    EXPECT_EQ(judge->best(board, meter), moves[0]);
    EXPECT_EQ(meter.nodes() > 0, true);
}

TEST(BoardJudge, UnknownEnginesAreExplained) {
    EXPECT_THROW((void)JudgeRegistry::instance().make("deepblue", 0), UserError);
    EXPECT_THROW((void)JudgeRegistry::instance().make("builtin:fast", 0), UserError);
    EXPECT_THROW((void)PlayerRegistry<Kriegspiel>::instance().make("aosp:engine=deepblue"),
                 UserError);
}

TEST(IsmctsTree, BoardsThatSoundAlikeShareNodes) {
    IsmctsTree tree;
    const auto e4 = tree.arm(IsmctsTree::root(), chess::Move(chess::kE2, chess::kE4));
    const auto d4 = tree.arm(IsmctsTree::root(), chess::Move(chess::kD2, chess::kD4));
    EXPECT_NE(e4, d4);
    EXPECT_EQ(tree.arm(IsmctsTree::root(), chess::Move(chess::kE2, chess::kE4)), e4);
    const auto silent = tree.follow(IsmctsTree::root(), e4, 1);
    EXPECT_EQ(tree.follow(IsmctsTree::root(), e4, 1), silent);
    EXPECT_NE(tree.follow(IsmctsTree::root(), e4, 2), silent);
    EXPECT_NE(tree.follow(IsmctsTree::root(), d4, 1), silent);
    tree.clear();
    EXPECT_EQ(tree.size(), 1u);
}

}  // namespace nebel::kriegspiel
