#include <gtest/gtest.h>

#include "chess/fen.hpp"
#include "kriegspiel/players/metaposition_search.hpp"
#include "kriegspiel/recorded_game.hpp"

namespace nebel::kriegspiel {

namespace {

Budget nodes(std::uint64_t n) {
    Budget budget;
    budget.nodes = n;
    return budget;
}

// A budget too large to matter, for searches that end by depth.
BudgetMeter plenty() {
    return BudgetMeter(nodes(1'000'000));
}

std::vector<MetaSearch::Candidate> all_tries(const MetaBoard& board) {
    Turn turn;
    TryList tries;
    turn.list(board.own(), board.counts().men, tries);
    std::vector<MetaSearch::Candidate> candidates;
    for (const auto& action : tries)
        if (board.may_be_legal(action)) {
            candidates.emplace_back();
            candidates.back().action = action;
        }
    return candidates;
}

// The search's choice where everything is known.
Action choice(const char* fen, int depth) {
    const MetaBoard board(Rules(), chess::parse_fen(fen).value(), chess::kWhite);
    auto candidates = all_tries(board);
    MetaSearch::Options options;
    options.depth = depth;
    MetaSearch search(options);
    auto meter = plenty();
    search.run(board, candidates, 0, meter, [](int) {});
    return candidates[0].action;
}

}  // namespace

TEST(MetapositionPlayer, PlaysEveryRulesetAndBoard) {
    for (const char* rules : {"berkeley", "berkeley_any", "cincinnati", "rand", "english", "open",
                              "wild16,board=silverman4x4", "english,board=losalamos6x6"}) {
        const auto record = recorded_game(rules, "metaposition", "capturer", 3, 120, nodes(60));
        EXPECT_GT(record.actions.size(), 10u) << rules;
    }
}

TEST(MetapositionPlayer, BeatsRandomPlay) {
    int won = 0;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const auto record =
            recorded_game("wild16", "metaposition", "random", seed, 4000, nodes(150));
        won += record.outcome && record.outcome->score(Seat::First) == 1.0;
    }
    EXPECT_GE(won, 3);
}

TEST(MetapositionPlayer, IsAFunctionOfSeedAndBudget) {
    const auto play = [](std::uint64_t seed) {
        const auto record =
            recorded_game("wild16", "metaposition", "capturer", seed, 60, nodes(200));
        std::string all;
        for (const auto& entry : record.actions)
            all += entry.action.text() + " ";
        return all;
    };
    EXPECT_EQ(play(7), play(7));
    EXPECT_NE(play(7), play(8));
}

TEST(MetapositionPlayer, KeepsToItsNodesAndReports) {
    const auto player = PlayerRegistry<Kriegspiel>::instance().make("metaposition:depth=6");
    const Rules rules;
    nebel::Table<Kriegspiel> table(rules, 1);
    player->begin(rules, Seat::First, 5);
    for (const auto& event : table.opening(Seat::First))
        player->hear(event);
    int deepest = 0;
    std::string line;
    player->on_info = [&](const SearchInfo& info) {
        deepest = std::max(deepest, info.depth);
        line = info.line;
        EXPECT_GT(info.nodes, 0u);
        EXPECT_FALSE(info.detail.empty());
    };
    const Action first = player->act(nodes(3000));
    EXPECT_GE(deepest, 2);
    EXPECT_EQ(line.substr(0, 4), first.text());
    EXPECT_LE(player->work().nodes, 3001u);
    EXPECT_GT(player->work().nodes, 500u);
}

// A man that surely stands there and nothing covers is taken.
TEST(MetapositionSearch, TakesWhatIsFree) {
    EXPECT_EQ(choice("k7/8/8/8/3n4/8/8/K2R4 w - - 0 1", 1).text(), "d1d4");
    EXPECT_EQ(choice("k7/8/8/8/3n4/8/8/K2R4 w - - 0 1", 3).text(), "d1d4");
}

TEST(MetapositionSearch, PromotesToAQueen) {
    EXPECT_EQ(choice("8/P7/8/4k3/8/8/8/K7 w - - 0 1", 2).text(), "a7a8q");
}

// The queen's way to g6 stalemates a king in the corner whose only pawn is blocked.
TEST(MetapositionSearch, DoesNotStalemate) {
    const char* fen = "7k/8/8/8/p7/P4K2/8/6Q1 w - - 0 1";
    const MetaBoard board(Rules(), chess::parse_fen(fen).value(), chess::kWhite);
    auto candidates = all_tries(board);
    MetaSearch search({});
    auto meter = plenty();
    search.run(board, candidates, 0, meter, [](int) {});
    ASSERT_NE(candidates[0].action.text(), "g1g6");
    for (const auto& candidate : candidates) {
        if (candidate.action.text() == "g1g6") {
            EXPECT_LT(candidate.value, candidates[0].value - 10);
        }
    }
}

// The loss of a covered man costs less than that of one left alone.
TEST(MetapositionEvaluation, CoverMatters) {
    const MetaWeights weights;
    const auto worth = [&](const char* fen) {
        const MetaBoard board(Rules(), chess::parse_fen(fen).value(), chess::kWhite);
        return evaluate(board, {}, board, weights);
    };
    EXPECT_GT(worth("q3k3/8/8/8/N7/1P6/8/4K3 b - - 0 1"),
              worth("q3k3/8/8/8/N7/2P5/8/4K3 b - - 0 1") + 0.05);
}

TEST(MetapositionEvaluation, BalanceLeansToTheSideWithMore) {
    const MetaWeights weights;
    const auto balance = [&](const char* fen) {
        return material_balance(MetaBoard(Rules(), chess::parse_fen(fen).value(), chess::kWhite),
                                weights);
    };
    EXPECT_GT(balance("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"), 0.9);
    EXPECT_LT(balance("q3k3/8/8/8/8/8/8/4K3 w - - 0 1"), -0.9);
    EXPECT_NEAR(balance("q3k3/8/8/8/8/8/8/Q3K3 w - - 0 1"), 0, 0.01);
}

}  // namespace nebel::kriegspiel
