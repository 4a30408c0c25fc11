#include <gtest/gtest.h>

#include <set>

#include "game/registry.hpp"
#include "kriegspiel/belief/densities.hpp"
#include "kriegspiel/game.hpp"
#include "kriegspiel/recorded_game.hpp"

namespace nebel::kriegspiel {

namespace {

Budget of_nodes(std::uint64_t nodes) {
    Budget budget;
    budget.nodes = nodes;
    return budget;
}

std::unique_ptr<Player<Kriegspiel>> make(const std::string& text) {
    return PlayerRegistry<Kriegspiel>::instance().make(text);
}

// A player in the first seat of a game, with the umpire beside it.
struct AtTheTable {
    explicit AtTheTable(const std::string& player, const std::string& fen = "")
        : rules(Rules::parse("wild16").value()),
          table(fen.empty()
                    ? nebel::Table<Kriegspiel>(rules, 1)
                    : nebel::Table<Kriegspiel>(rules, Referee::from_start(rules, fen).value())),
          mover(make(player)) {
        mover->begin(rules, Seat::First, 7);
        for (const auto& event : table.opening(Seat::First))
            mover->hear(event);
    }
    Verdict act(const Action& action) {
        const auto answer = table.act(action);
        for (const auto& event : answer.events[Seat::First])
            mover->hear(event);
        return answer.verdict;
    }
    Action think(std::uint64_t nodes) { return mover->act(of_nodes(nodes)); }
    Action parse(const char* text) { return Action::parse(text).value(); }

    Rules rules;
    nebel::Table<Kriegspiel> table;
    std::unique_ptr<Player<Kriegspiel>> mover;
};

}  // namespace

TEST(Mcts, PlaysEveryRulesetInTheDarkAndSmallBoards) {
    for (const char* player : {"mcts-a", "mcts-b:k=3", "mcts-c"}) {
        for (const auto& says : all_announcements())
            if (!says.moves_told) {
                const auto record =
                    recorded_game(std::string(says.name), player, "capturer", 2, 50, of_nodes(60));
                EXPECT_GT(record.actions.size(), 20U) << player << " " << says.name;
            }
        for (const char* board : {"wild16,board=silverman4x4", "cincinnati,board=6x6"})
            EXPECT_GT(recorded_game(board, player, "random", 3, 40, of_nodes(60)).actions.size(),
                      4U)
                << player << " " << board;
    }
}

TEST(Mcts, InTheOpenOnlyApproachAHasSomethingToPlayOn) {
    EXPECT_GT(recorded_game("open", "mcts-a", "random", 2, 10, of_nodes(40)).actions.size(), 9U);
    const auto rules = Rules::parse("open").value();
    EXPECT_THROW(make("mcts-b")->begin(rules, Seat::First, 1), PlayerFailure);
    EXPECT_THROW(make("mcts-c")->begin(rules, Seat::First, 1), PlayerFailure);
}

TEST(Mcts, FixedNodesAndThreadsGiveTheSameGame) {
    for (const std::string name : {"mcts-a:threads=", "mcts-b:threads=", "mcts-c:threads="})
        for (const char* threads : {"1", "2"}) {
            const auto play = [&](std::uint64_t seed) {
                return recorded_game("wild16", name + threads, "capturer", seed, 24, of_nodes(120));
            };
            EXPECT_EQ(play(5), play(5)) << name << threads;
            EXPECT_NE(play(5), play(6)) << name << threads;
        }
}

TEST(Mcts, SpendsTheNodesItIsGiven) {
    for (const char* name : {"mcts-a", "mcts-b", "mcts-b:threads=3"}) {
        AtTheTable at(name);
        at.think(250);
        EXPECT_EQ(at.mover->work().nodes, 250U) << name;
        EXPECT_EQ(at.mover->work().simulations, 250U) << name;
    }
    // C values the moves of a node together, so the last node may run over.
    AtTheTable at("mcts-c");
    at.think(2000);
    EXPECT_GE(at.mover->work().nodes, 2000U);
    EXPECT_LE(at.mover->work().nodes, 2100U);

    Budget simulations;
    simulations.simulations = 77;
    for (const char* name : {"mcts-a", "mcts-b", "mcts-c"}) {
        AtTheTable other(name);
        other.mover->act(simulations);
        EXPECT_EQ(other.mover->work().simulations, 77U) << name;
    }
}

TEST(Mcts, StopsWhenAsked) {
    const std::atomic<bool> stop{true};
    Budget budget;
    budget.stop = &stop;
    budget.nodes = 100'000'000;
    for (const char* name : {"mcts-a", "mcts-b", "mcts-c"}) {
        AtTheTable at(name);
        at.mover->act(budget);
        EXPECT_LT(at.mover->work().nodes, 50'000U) << name;
    }
}

TEST(Mcts, ReportsItsBestLineVisitsAndValues) {
    for (const char* name : {"mcts-a", "mcts-b", "mcts-c"}) {
        AtTheTable at(name);
        std::vector<SearchInfo> said;
        at.mover->on_info = [&](const SearchInfo& info) { said.push_back(info); };
        const Action action = at.think(1500);
        ASSERT_FALSE(said.empty()) << name;
        EXPECT_EQ(said.back().line.substr(0, 4), action.text().substr(0, 4)) << name;
        EXPECT_EQ(said.back().detail.rfind(action.text(), 0), 0U) << said.back().detail;
        EXPECT_NE(said.back().detail.find("nodes/s"), std::string::npos);
        EXPECT_EQ(said.back().nodes, at.mover->work().nodes);
    }
}

// The rook's long slide meets a man: the next answer of the turn goes on with the same tree.
TEST(Mcts, ARefusedTryKeepsTheTree) {
    for (const char* name : {"mcts-a", "mcts-b", "mcts-c"}) {
        AtTheTable at(name, "4k3/8/8/p6p/p6p/8/7P/R3K2R w - - 0 1");
        std::uint64_t in_tree = 0;
        at.mover->on_info = [&](const SearchInfo& info) {
            const auto tail = info.detail.substr(info.detail.find("nodes/s, ") + 9);
            in_tree = std::stoull(tail);
        };
        at.think(3000);
        const auto first = at.mover->work().nodes;
        const auto grown = in_tree;
        ASSERT_EQ(at.act(at.parse("a1a8")), Verdict::Refused);
        const Action next = at.think(3000);
        const auto second = at.mover->work().nodes - first;
        EXPECT_GE(first, 3000U) << name;
        EXPECT_GE(second, 300U) << name;
        EXPECT_LE(second, 400U) << name;
        EXPECT_GE(in_tree, grown) << name;  // what was there is there still
        EXPECT_NE(next, at.parse("a1a8"));
        ASSERT_NE(at.act(next), Verdict::Invalid);
    }
}

// After each loss the first tries go to the square, king first and queen last.
TEST(Mcts, TakesBackInOrderWithoutThinking) {
    AtTheTable at("mcts-c", "3rk3/8/8/8/3N4/4P3/3QK3/8 w - - 0 1");
    ASSERT_EQ(at.act(at.parse("d2d3")), Verdict::Accepted);
    ASSERT_EQ(at.act(at.parse("d8d4")), Verdict::Accepted);
    const auto before = at.mover->work().nodes;
    EXPECT_EQ(at.think(500), at.parse("e3d4"));
    EXPECT_EQ(at.mover->work().nodes, before);
}

TEST(Mcts, MakesTheAnnouncedPawnCaptureFirst) {
    AtTheTable at("mcts-b", "4k3/2n5/8/3p4/4P3/8/8/4K3 w - - 0 1");
    const Action action = at.think(200);
    EXPECT_EQ(action.from, chess::kE4);
    EXPECT_NE(chess::file_of(action.to), chess::file_of(action.from));
    EXPECT_EQ(at.mover->work().nodes, 0U);
}

TEST(Mcts, WeighedMessagesMateRandomPlay) {
    int wins = 0;
    for (std::uint64_t seed = 1; seed <= 3; ++seed)
        wins += recorded_game("wild16", "mcts-c", "random", seed, 3000, of_nodes(400)).outcome ==
                win_for(Seat::First, Reason::Checkmate);
    EXPECT_GE(wins, 2);
}

}  // namespace nebel::kriegspiel
