#include "kriegspiel/belief/board_pools.hpp"

#include <gtest/gtest.h>

#include "chess/fen.hpp"
#include "kriegspiel/recorded_game.hpp"

namespace nebel::kriegspiel {

namespace {

BoardPools::Options pools(std::size_t most) {
    BoardPools::Options options;
    options.each.boards = 60;
    options.each.most_boards = 200;
    options.each.repair_proposals = 500;
    options.most = most;
    return options;
}

Budget nodes(std::uint64_t count) {
    Budget budget;
    budget.nodes = count;
    return budget;
}

/// A game that Black's pools listen to, shown at every turn of Black's.
template <class Turn>
void listen(BoardPools& boards, const GameRecord<Kriegspiel>& record, Turn&& turn) {
    for (const auto& event : record.opening[Seat::Second])
        boards.hear(event);
    for (const auto& entry : record.actions) {
        for (const auto& event : entry.heard[Seat::Second])
            boards.hear(event);
        if (entry.seat == Seat::First && entry.accepted)
            turn();
    }
}

}  // namespace

TEST(BoardPools, TheFirstBudgetSaysHowManyThereAre) {
    const auto record = recorded_game("wild16", "capturer", "random", 3, 60);
    const auto count = [&](std::size_t most, const Budget& first, const Budget& later) {
        BoardPools boards(Rules(), Seat::Second, pools(most), 1);
        int turns = 0;
        listen(boards, record, [&] {
            boards.visit(turns++ == 0 ? first : later,
                         [](const auto&, auto shown) { EXPECT_FALSE(shown.empty()); });
        });
        EXPECT_GT(turns, 10);
        return boards.count();
    };
    EXPECT_EQ(count(8, nodes(100), nodes(20000)), 1u);
    EXPECT_EQ(count(8, nodes(10000), nodes(100)), 4u);
    EXPECT_EQ(count(3, nodes(10000), nodes(10000)), 3u);
    // No budget at first, as when the opponent's time is used: the next one decides.
    EXPECT_EQ(count(8, {}, nodes(5000)), 2u);
    EXPECT_EQ(count(8, {}, {}), 1u);
}

// Pools that were made later have heard what was said before.
TEST(BoardPools, AllOfThemExplainTheGame) {
    const auto record = recorded_game("wild16", "capturer", "random", 5, 60);
    BoardPools boards(Rules(), Seat::Second, pools(3), 1);
    std::size_t plies = 0;
    listen(boards, record, [&] {
        int shown = 0;
        boards.visit(nodes(7500), [&](const SampledBoards& pool, auto some) {
            ++shown;
            EXPECT_EQ(pool.story().plies().size(), boards.story().plies().size());
            for (const auto& board : some)
                ASSERT_EQ(board.position.side(), chess::kBlack);
        });
        EXPECT_EQ(shown, 3);
        plies = boards.story().plies().size();
    });
    EXPECT_GT(plies, 20u);
    EXPECT_GT(boards.rejuvenate(10) + boards.rejuvenate(10) + boards.rejuvenate(10), 0);
}

TEST(BoardPools, TogetherTheyKnowAtLeastAsMuchAsOneOnAverage) {
    const auto record = recorded_game("wild16", "capturer", "random", 7, 60);
    BoardPools boards(Rules(), Seat::Second, pools(4), 1);
    listen(boards, record, [&] { boards.visit(nodes(10000), [](const auto&, auto) {}); });
    const auto all = boards.marginals(nodes(10000));
    Marginals mean;
    double effective = 0;
    boards.visit(nodes(10000), [&](const SampledBoards& pool, std::span<const SampledBoard> some) {
        double total = 0;
        for (const auto& board : some)
            total += board.weight;
        for (const auto& board : some)
            mean.on[chess::kKing][board.position.king_square(chess::kWhite)] +=
                board.weight / total / 4;
        effective += pool.health().effective;
    });
    for (std::size_t s = 0; s < 64; ++s)
        EXPECT_NEAR(all.on[chess::kKing][s], mean.on[chess::kKing][s], 1e-9);
    EXPECT_NEAR(boards.health().effective, effective, 1e-9);
}

// Pools as small as these, and with as little time, lose the thread now and then.
TEST(BoardPools, WhoMakesUpItsBoardsGoesOnWithThoseOfOneThatDoesNot) {
    auto options = pools(4);
    options.each.boards = 12;
    options.each.most_boards = 12;
    std::uint64_t made_up = 0;
    for (const std::uint64_t seed : {11, 12, 13}) {
        int turns = 0;
        const auto record = recorded_game("wild16", "capturer", "capturer", seed, 80);
        BoardPools boards(Rules(), Seat::Second, options, seed);
        listen(boards, record, [&] {
            double most = 0;
            double least = 1;
            boards.visit(nodes(turns++ == 0 ? 10000 : 40), [&](const SampledBoards& pool, auto) {
                most = std::max(most, pool.health().invented_share);
                least = std::min(least, pool.health().invented_share);
            });
            EXPECT_FALSE(most > 0.5 && least < 0.3) << most << " beside " << least;
        });
        EXPECT_GT(turns, 10);
        made_up += boards.health().invented + boards.health().edited;
    }
    EXPECT_GT(made_up, 0u);
}

TEST(BoardPools, EqualSeedsGiveEqualBeliefs) {
    const auto record = recorded_game("wild16", "capturer", "random", 9, 40);
    const auto run = [&](std::uint64_t seed) {
        BoardPools boards(Rules(), Seat::Second, pools(4), seed);
        listen(boards, record, [&] { boards.visit(nodes(10000), [](const auto&, auto) {}); });
        return boards.marginals(nodes(10000)).on;
    };
    EXPECT_EQ(run(1), run(1));
    EXPECT_NE(run(1), run(2));
}

}  // namespace nebel::kriegspiel
