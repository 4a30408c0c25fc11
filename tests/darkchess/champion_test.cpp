#include <gtest/gtest.h>

#include "darkchess/endgame_table.hpp"
#include "darkchess/game.hpp"
#include "game/battery.hpp"
#include "positions.hpp"
#include "twins.hpp"

namespace nebel::darkchess {

namespace {

Budget nodes(std::uint64_t count) {
    Budget budget;
    budget.nodes = count;
    return budget;
}

std::unique_ptr<Player<DarkChess>> player(std::string_view text) {
    return PlayerRegistry<DarkChess>::instance().make(text);
}

/// A whole game; the outcome.
Outcome played(std::string_view first,
               std::string_view second,
               const Rules& rules,
               const Budget& budget,
               std::uint64_t seed) {
    PerSeat<std::unique_ptr<Player<DarkChess>>> players{{player(first), player(second)}};
    Table<DarkChess> table(rules, seed);
    for (const Seat seat : kSeats)
        players[seat]->begin(rules, seat, seed);
    while (!table.outcome()) {
        const auto answer = table.act(players[table.to_act()]->act(budget));
        EXPECT_EQ(answer.verdict, Verdict::Accepted) << answer.why;
        if (answer.verdict != Verdict::Accepted)
            break;
        for (const Seat seat : kSeats)
            for (const auto& event : answer.events[seat])
                players[seat]->hear(event);
    }
    return *table.outcome();
}

}  // namespace

TEST(Champion, SecretTwinsAreAnsweredAlike) {
    Rng rng(29);
    int different = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const auto record =
            battery::random_game<DarkChess>(Rules{}, seed, 4 + 4 * static_cast<int>(seed)).record();
        const auto other = testing::twin(record, rng);
        different += record.start != other.start;
        for (const Seat seat : kSeats)
            battery::expect_secret_kept(record, other, seat,
                                        {"expectimax:hash=1", "champion:hash=1"}, nodes(400));
    }
    EXPECT_GE(different, 8) << "twins that are one prove nothing";
}

TEST(Champion, BeatsThePlayersThatDoNotThink) {
    const Rules rules = *Rules::parse("ntu60");
    double points = 0;
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        points +=
            played("champion:hash=4", "capturer", rules, nodes(2000), seed).score(Seat::First);
        points += played("random", "champion:hash=4", rules, nodes(2000), seed).score(Seat::Second);
    }
    EXPECT_GE(points, 7.5);
}

TEST(Champion, LevelsSpendWhatTheySay) {
    const auto record = battery::random_game<DarkChess>(Rules{}, 5, 20).record();
    const auto spent = [&](std::string_view text, const Budget& budget) {
        const auto champion = player(text);
        champion->begin(record.rules, Seat::First, 1);
        for (const auto& event : record.heard_by(Seat::First))
            champion->hear(event);
        champion->act(budget);
        return champion->work().nodes;
    };
    EXPECT_EQ(spent("champion:hash=1,level=1", {}), 300u);
    EXPECT_EQ(spent("champion:hash=1,level=2", {}), 3000u);
    EXPECT_EQ(spent("champion:hash=1,level=2", nodes(1000)), 1000u);
    EXPECT_EQ(spent("champion:hash=1,level=3", nodes(100000)), 30000u);
    EXPECT_EQ(spent("champion:hash=1,nodes=4321", {}), 4321u);
    EXPECT_EQ(spent("champion:hash=1", nodes(12345)), 12345u);
}

}  // namespace nebel::darkchess
