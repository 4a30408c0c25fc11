#include <gtest/gtest.h>

#include <set>

#include "darkchess/material_eval.hpp"
#include "darkchess/playout.hpp"
#include "one_game.hpp"
#include "positions.hpp"

namespace nebel::darkchess {

namespace {

/// Turns every man over, deal by deal, and lets the player answer in the first position without
/// dark men in which it is its turn.
template <class Check>
int at_open_positions(const std::string& name, int games, const Budget& budget, Check&& check) {
    int met = 0;
    for (int i = 0; i < games; ++i) {
        const auto seed = static_cast<std::uint64_t>(i);
        Table<DarkChess> table(Rules{}, seed);
        const auto player = PlayerRegistry<DarkChess>::instance().make(name);
        player->begin(Rules{}, Seat::First, seed);
        View view(Rules{}, Seat::First);
        Rng rng(seed, 5);
        while (!table.outcome()) {
            if (view.my_turn() && view.board().dark() == 0) {
                ++met;
                check(view, *player, player->act(budget));
                break;
            }
            Action action{};
            for (Squares dark = view.board().dark(); dark != 0;)
                action = Action::flip(pop_lowest(dark));
            if (view.board().dark() == 0)
                action = *random_action(view.board(), rng);
            const auto answer = table.act(action);
            for (const auto& event : answer.events[Seat::First]) {
                player->hear(event);
                view.hear(event);
            }
        }
    }
    return met;
}

/// Plain minimax with material at the leaves, to the side to move.
int minimax(const Board& board, int depth) {
    Actions actions;
    generate(board, actions);
    if (actions.empty())
        return -100000;
    if (depth == 0)
        return material_lead(board, board.to_move());
    int best = -200000;
    for (const Action action : actions) {
        Board next = board;
        next.move(action.from, action.to);
        best = std::max(best, -minimax(next, depth - 1));
    }
    return best;
}

}  // namespace

TEST(ReferencePlayer, PlaysAMinimaxMoveOnceEverythingIsOpen) {
    for (const int depth : {1, 2, 3}) {
        const int met =
            at_open_positions("reference:depth=" + std::to_string(depth), 15, {},
                              [&](const View& view, const Player<DarkChess>&, Action chosen) {
                                  Board next = view.board();
                                  next.move(chosen.from, chosen.to);
                                  EXPECT_EQ(-minimax(next, depth - 1), minimax(view.board(), depth))
                                      << view.board().text() << " " << chosen.text();
                              });
        EXPECT_GE(met, 10);
    }
}

TEST(ReferencePlayer, IsRandomWhileAManIsDark) {
    std::set<std::string> seen;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const auto player = PlayerRegistry<DarkChess>::instance().make("reference");
        player->begin(Rules{}, Seat::First, seed);
        seen.insert(player->act({}).text());
        EXPECT_EQ(player->work().nodes, 0u);
    }
    EXPECT_GE(seen.size(), 30u) << "32 flips";
}

TEST(ReferencePlayer, HonoursNodes) {
    Budget budget;
    budget.nodes = 50;
    at_open_positions("reference:depth=20", 5, budget,
                      [&](const View&, const Player<DarkChess>& player, Action) {
                          EXPECT_EQ(player.work().nodes, 50u);
                      });
}

TEST(ReferencePlayer, BeatsRandomPlay) {
    EXPECT_GE(testing::points("reference:depth=3", "random", Rules{}, 5, {}), 6);
}

}  // namespace nebel::darkchess
