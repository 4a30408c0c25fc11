#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "game/registry.hpp"
#include "kriegspiel/belief/believer.hpp"
#include "kriegspiel/recorded_game.hpp"

namespace nebel::kriegspiel {

namespace {

/// How often a small champion is refused in the first sixty actions of four games.
std::ptrdiff_t refusals(const std::string& rules, const std::string& options) {
    std::ptrdiff_t count = 0;
    for (std::uint64_t seed = 5; seed < 9; ++seed)
        count += std::ranges::count_if(
            recorded_game(rules, "champion:boards=60,worlds=20," + options, "random", seed, 60)
                .actions,
            [](const auto& action) { return action.seat == Seat::First && !action.accepted; });
    return count;
}

}  // namespace

TEST(Champion, PlaysEveryRulesetAndSmallBoards) {
    const std::string player = "champion:boards=60,worlds=20";
    for (const auto& says : all_announcements())
        EXPECT_FALSE(
            recorded_game(std::string(says.name), player, "capturer", 2, 16).actions.empty());
    for (const char* rules : {"wild16,board=silverman4x4", "berkeley_any,board=5x5"})
        EXPECT_FALSE(recorded_game(rules, "capturer", player, 3, 30).actions.empty());
}

TEST(Champion, IsReproducibleAtFixedNodes) {
    Budget budget;
    budget.nodes = 800;
    const std::string player = "champion:boards=60,worlds=20";
    EXPECT_EQ(recorded_game("wild16", player, "random", 5, 20, budget),
              recorded_game("wild16", player, "random", 5, 20, budget));
}

// Threads are beliefs of their own that are heard together: no race decides what is played.
TEST(Champion, IsReproducibleWithThreads) {
    Budget budget;
    budget.nodes = 400;
    const std::string two = "champion:boards=60,worlds=20,threads=2";
    const auto game = recorded_game("wild16", two, "random", 5, 20, budget);
    EXPECT_EQ(game, recorded_game("wild16", two, "random", 5, 20, budget));
    EXPECT_NE(game,
              recorded_game("wild16", "champion:boards=60,worlds=20", "random", 5, 20, budget));
}

// The opponent's time alters histories; it ends by itself, and at once when the flag is set.
TEST(Champion, PondersOverTheBoardsItBelievesIn) {
    const auto record = recorded_game("wild16", "random", "random", 4, 40);
    const auto black = PlayerRegistry<Kriegspiel>::instance().make("champion:boards=60,worlds=20");
    auto& believer = dynamic_cast<Believer&>(*black);
    black->begin(record.rules, Seat::Second, 1);
    for (const auto& event : record.opening[Seat::Second])
        black->hear(event);
    int altered = 0;
    for (const auto& entry : record.actions) {
        for (const auto& event : entry.heard[Seat::Second])
            black->hear(event);
        if (entry.seat == Seat::First || !entry.accepted)
            continue;
        const auto before = believer.believed()->king;
        black->ponder(true);
        EXPECT_EQ(believer.believed()->king, before);
        black->ponder(false);
        const auto after = believer.believed()->king;
        EXPECT_NEAR(std::accumulate(after.begin(), after.end(), 0.0), 1, 1e-4);
        altered += after != before ? 1 : 0;
    }
    EXPECT_GT(altered, 5);
}

// Two pools, and fewer boards that may vote than pools: each of them still has a say. By lot the
// mate takes much longer.
TEST(Champion, DoesNotMoveByLotWhereFewerBoardsVoteThanThereArePools) {
    Budget budget;
    budget.nodes = 12000;
    EXPECT_EQ(recorded_game("wild16", "champion:worlds=1", "random", 3, 220, budget).outcome,
              win_for(Seat::First, Reason::Checkmate));
}

// A large price on refusals that only we hear, or a large prize: fewer and more of them.
TEST(Champion, AsksMoreWhereARefusalIsWorthSomething) {
    EXPECT_GT(refusals("wild16", "probe=1"), refusals("wild16", "probe=-1") + 3);
}

TEST(Champion, AsksLessWhereTheOpponentHearsARefusal) {
    EXPECT_GT(refusals("cincinnati", "refusal=0"), refusals("cincinnati", "refusal=0.5") + 8);
}

// Where everybody has to try what pawns can take, a refusal tells little: a price that would stop
// nearly all of them elsewhere leaves some.
TEST(Champion, FearsARefusalLessWhereEverybodyIsRefused) {
    EXPECT_GT(refusals("berkeley", "refusal=0.2"), refusals("berkeley", "refusal=1") + 3);
}

// So few boards are a poor belief, and then an opponent that is thought to see is played otherwise.
TEST(Champion, IsMoreCarefulWhereTheBeliefIsPoor) {
    const std::string player = "champion:boards=20,worlds=10,attentive=0,doubt=";
    EXPECT_NE(recorded_game("wild16", player + "1", "random", 5, 40),
              recorded_game("wild16", player + "0", "random", 5, 40));
}

// All plans begin with one of these; by itself the champion brings out a knight.
TEST(Champion, OpensByAPlanDrawnByLot) {
    std::set<std::string> firsts;
    for (std::uint64_t seed = 1; seed <= 8; ++seed)
        firsts.insert(
            recorded_game("wild16", "champion:boards=30,worlds=10,plan=2", "random", seed, 1)
                .actions.front()
                .action.text());
    EXPECT_GE(firsts.size(), 2U);
    for (const auto& first : firsts)
        EXPECT_TRUE(first == "g2g3" || first == "e2e3") << first;
}

TEST(Champion, MatesARandomPlayer) {
    EXPECT_EQ(recorded_game("wild16", "champion:boards=100,worlds=30", "random", 3).outcome,
              win_for(Seat::First, Reason::Checkmate));
}

// Mates in three that begin quietly: by what looks best at first sight they take longer.
TEST(Champion, MatesByForceWhereItCan) {
    const auto rules = Rules::parse("open").value();
    for (const char* fen :
         {"5k2/8/3K4/8/4p1R1/8/8/2B5 w - - 0 1", "3k4/8/2K5/4p3/8/4B3/6R1/8 w - - 0 1",
          "2k5/8/8/1K5p/4R3/4B3/8/8 w - - 0 1", "6k1/8/5K2/3p4/8/8/4B2R/8 w - - 0 1"}) {
        const auto record = recorded_game(
            rules, nebel::Table<Kriegspiel>(rules, Referee::from_start(rules, fen).value()),
            "champion:boards=60,worlds=20", "random", 1, 5);
        EXPECT_EQ(record.outcome, win_for(Seat::First, Reason::Checkmate)) << fen;
    }
}

}  // namespace nebel::kriegspiel
