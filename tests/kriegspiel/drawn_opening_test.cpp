#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "game/registry.hpp"
#include "kriegspiel/game.hpp"
#include "match/play_game.hpp"

namespace nebel::kriegspiel {

namespace {

/// The accepted actions of a game of which the first are drawn by lot.
std::vector<std::string> played(const std::string& player, std::uint64_t deal, int drawn) {
    const Rules rules;
    match::GameSetup setup;
    setup.deal_seed = deal;
    setup.player_seeds = {{1, 2}};
    setup.limits.drawn_actions = drawn;
    setup.limits.actions_per_game = 4;
    auto& registry = PlayerRegistry<Kriegspiel>::instance();
    const auto first = registry.make(player);
    const auto second = registry.make("capturer");
    match::GameRunner<Kriegspiel> runner(rules, setup, {{first.get(), second.get()}});
    std::vector<std::string> actions;
    const auto game = runner.play();
    for (const auto& entry : game->record.actions)
        if (entry.accepted)
            actions.push_back(entry.action.text());
    return actions;
}

}  // namespace

TEST(DrawnOpening, IsTheDealsAndEveryPlayerGoesOnFromIt) {
    std::set<std::vector<std::string>> openings;
    for (std::uint64_t deal = 1; deal <= 6; ++deal) {
        const auto game = played("random", deal, 6);
        ASSERT_EQ(game.size(), 10u) << "six drawn, then four of the players'";
        openings.insert({game.begin(), game.begin() + 6});
        for (const char* player :
             {"metaposition:nodes=50", "mcts-a", "mcts-b", "mcts-c", "aosp:boards=30,worlds=5",
              "ismcts:boards=30", "champion:boards=30,worlds=5"}) {
            if (deal > 1 && std::string(player) != "mcts-c")
                continue;
            const auto other = played(player, deal, 6);
            ASSERT_EQ(other.size(), 10u) << player;
            EXPECT_TRUE(std::equal(game.begin(), game.begin() + 6, other.begin())) << player;
        }
    }
    EXPECT_GT(openings.size(), 4u);
}

}  // namespace nebel::kriegspiel
