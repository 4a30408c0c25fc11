#include "match/play_game.hpp"

#include <gtest/gtest.h>

#include "game/battery.hpp"
#include "toy_match.hpp"

namespace nebel::match::toy {
namespace {

GameSummary play_one(const MatchSpec& spec, std::uint64_t index = 0) {
    MatchWorker<Toy> worker(spec);
    const std::atomic<bool> never{false};
    auto game = worker.play(index, never);
    EXPECT_TRUE(game);
    return *game;
}

TEST(PlayGame, TheToyIsAGame) {
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        battery::expect_round_trips(battery::random_game<Toy>({}, seed).record());
}

TEST(PlayGame, IsAPureFunctionOfSpecAndIndex) {
    const auto spec = toy_spec("random", "forgetful");
    MatchWorker<Toy> used(spec);
    const std::atomic<bool> never{false};
    for (std::uint64_t index = 0; index < 20; ++index) {
        const auto game = used.play(19 - index, never);
        const auto fresh = play_one(spec, 19 - index);
        EXPECT_EQ(game->record, fresh.record);
        EXPECT_EQ(game->outcome, fresh.outcome);
        EXPECT_EQ(game->efforts[0].nodes, fresh.efforts[0].nodes);
    }
    EXPECT_NE(play_one(spec, 0).record, play_one(spec, 2).record);
    EXPECT_NE(play_one(spec, 0).record, play_one(toy_spec("random", "forgetful", 8), 0).record);
}

TEST(PlayGame, APairSharesTheDealAndTheLuckOfTheSeats) {
    const auto spec = toy_spec("random", "random");
    for (std::uint64_t pair = 0; pair < 10; ++pair) {
        const auto first = record_from_line<Toy>(play_one(spec, 2 * pair).record);
        const auto second = record_from_line<Toy>(play_one(spec, 2 * pair + 1).record);
        ASSERT_TRUE(first && second);
        // The same player on both sides: the two games of a pair are the same game.
        EXPECT_EQ(*first, *second);
        EXPECT_EQ(first->seed, deal_seed(7, pair));
    }
    const auto other_player = toy_spec("random", "forgetful");
    const auto first = record_from_line<Toy>(play_one(other_player, 4).record);
    const auto second = record_from_line<Toy>(play_one(other_player, 5).record);
    EXPECT_EQ(first->start, second->start);
    EXPECT_EQ(first->players[Seat::First], "random");
    EXPECT_EQ(second->players[Seat::First], "forgetful");
}

TEST(PlayGame, SeedsDifferBySeatPairAndMatch) {
    std::set<std::uint64_t> seeds;
    for (std::uint64_t match_seed = 0; match_seed < 10; ++match_seed)
        for (std::uint64_t pair = 0; pair < 10; ++pair) {
            seeds.insert(deal_seed(match_seed, pair));
            for (const Seat seat : kSeats)
                seeds.insert(player_seed(match_seed, pair, seat));
        }
    EXPECT_EQ(seeds.size(), 300u);
}

TEST(PlayGame, RecordsReplay) {
    const auto spec = toy_spec("random", "forgetful");
    for (std::uint64_t index = 0; index < 10; ++index) {
        const auto game = play_one(spec, index);
        const auto record = record_from_line<Toy>(game.record);
        ASSERT_TRUE(record) << record.error().message;
        const auto end = replay(*record);
        ASSERT_TRUE(end) << end.error().message;
        EXPECT_EQ(end->outcome(), game.outcome);
    }
}

TEST(PlayGame, CountsMovesAndTries) {
    const auto spec = toy_spec("random", "forgetful");
    const auto game = play_one(spec, 3);
    const auto record = record_from_line<Toy>(game.record);
    PerSeat<Effort> counted;
    for (const auto& entry : record->actions)
        ++(entry.accepted ? counted[entry.seat].moves : counted[entry.seat].tries);
    // Game 3 has the seats swapped: the first player sits second.
    EXPECT_EQ(game.efforts[0].moves, counted[Seat::Second].moves);
    EXPECT_EQ(game.efforts[0].tries, counted[Seat::Second].tries);
    EXPECT_EQ(game.efforts[1].moves, counted[Seat::First].moves);
    EXPECT_EQ(game.efforts[1].tries, counted[Seat::First].tries);
    EXPECT_EQ(game.efforts[0].nodes, game.efforts[0].moves + game.efforts[0].tries);
}

TEST(PlayGame, EachPlayerHasItsOwnBudget) {
    auto spec = toy_spec("random", "random");
    spec.contestants[0].budget.nodes = 5;
    spec.contestants[1].budget.nodes = 11;
    for (const std::uint64_t index : {0u, 1u}) {
        const auto game = play_one(spec, index);
        EXPECT_EQ(game.efforts[0].nodes, 5 * (game.efforts[0].moves + game.efforts[0].tries));
        EXPECT_EQ(game.efforts[1].nodes, 11 * (game.efforts[1].moves + game.efforts[1].tries));
    }
}

struct Misdeed {
    const char* how;
    Reason reason;
};

class Misdeeds : public testing::TestWithParam<Misdeed> {};

TEST_P(Misdeeds, LoseTheGameForTheirReason) {
    auto spec = toy_spec(std::string("bad:after=2,how=") + GetParam().how, "random");
    spec.limits.refusals_per_turn = 20;
    int seen = 0;
    for (std::uint64_t index = 0; index < 40; ++index) {
        const auto game = play_one(spec, index);
        if (game.outcome.reason != GetParam().reason)
            continue;
        ++seen;
        EXPECT_EQ(game.score(), 0);
        EXPECT_EQ(game.note.empty(), GetParam().reason == Reason::Resignation);
        const auto record = record_from_line<Toy>(game.record);
        ASSERT_TRUE(record);
        EXPECT_TRUE(replay(*record)) << "the record of a forfeit replays";
        for (const Seat seat : kSeats)
            EXPECT_EQ(record->heard_by(seat).back().outcome(), game.outcome);
    }
    EXPECT_GT(seen, 5) << GetParam().how;
}

INSTANTIATE_TEST_SUITE_P(PlayGame,
                         Misdeeds,
                         testing::Values(Misdeed{"crash", Reason::Crash},
                                         Misdeed{"crash-at-begin", Reason::Crash},
                                         Misdeed{"crash-at-hear", Reason::Crash},
                                         Misdeed{"hang", Reason::TimeOut},
                                         Misdeed{"nonsense", Reason::Nonsense},
                                         Misdeed{"stubborn", Reason::Nonsense},
                                         Misdeed{"resign", Reason::Resignation}),
                         [](const auto& test) {
                             std::string name = test.param.how;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST(PlayGame, FailingAtOnceLosesFromEitherSeat) {
    const auto spec = toy_spec("bad:how=crash-at-begin", "bad:how=none");
    for (const std::uint64_t index : {0u, 1u}) {
        const auto game = play_one(spec, index);
        EXPECT_EQ(game.score(), 0);
        EXPECT_EQ(game.outcome.reason, Reason::Crash);
        EXPECT_EQ(game.note, "no such program");
    }
}

TEST(PlayGame, TimeForMoveIsEnforcedBeyondTheMargin) {
    auto spec = toy_spec("bad:how=slow", "random");
    spec.contestants[0].budget.time = std::chrono::milliseconds(1);
    spec.limits.time_margin = std::chrono::milliseconds(10);  // it sleeps for 30
    const auto game = play_one(spec);
    EXPECT_EQ(game.outcome.reason, Reason::TimeOut);
    EXPECT_EQ(game.score(), 0);
    EXPECT_GE(game.efforts[0].time.count(), 30000);
    // Sleeping costs no processor time.
    spec.contestants[0].budget.cpu = true;
    EXPECT_NE(play_one(spec).outcome.reason, Reason::TimeOut);
    spec.contestants[0].budget.cpu = false;
    spec.limits.time_margin = std::chrono::hours(1);
    EXPECT_NE(play_one(spec).outcome.reason, Reason::TimeOut);
}

TEST(PlayGame, TheClockRunsOverTheWholeGame) {
    auto spec = toy_spec("bad:how=slow", "random");
    spec.limits.time_margin = std::chrono::milliseconds(0);
    // 50 ms are enough for one action of 30 ms, never for two.
    spec.clock = TimeControl{std::chrono::milliseconds(50), {}};
    int timed_out = 0;
    for (std::uint64_t index = 0; index < 4; ++index) {
        const auto game = play_one(spec, index);
        if (game.efforts[0].moves + game.efforts[0].tries >= 2)
            ADD_FAILURE() << "two actions in the time of one";
        timed_out += game.outcome.reason == Reason::TimeOut && game.score() == 0 ? 1 : 0;
    }
    EXPECT_GT(timed_out, 0);
    // An increment that pays for every action keeps the clock alive.
    spec.clock = TimeControl{std::chrono::hours(1), std::chrono::hours(1)};
    EXPECT_NE(play_one(spec).outcome.reason, Reason::TimeOut);
}

TEST(PlayGame, AnEndlessGameIsAdjudicated) {
    auto spec = toy_spec("random", "random");
    spec.limits.actions_per_game = 1;
    int adjudicated = 0;
    for (std::uint64_t index = 0; index < 20; ++index) {
        const auto game = play_one(spec, index);
        EXPECT_EQ(game.efforts[0].moves + game.efforts[1].moves, 1u);
        adjudicated += game.outcome == draw(Reason::Adjudication) ? 1 : 0;
    }
    EXPECT_GT(adjudicated, 10);
}

TEST(PlayGame, AStoppedGameIsNoGame) {
    MatchWorker<Toy> worker(toy_spec("random", "random"));
    const std::atomic<bool> now{true};
    EXPECT_FALSE(worker.play(0, now));
}

TEST(PlayGame, UnknownPlayersAndRulesAreTheUsersMistake) {
    EXPECT_THROW(MatchWorker<Toy>(toy_spec("random", "nobody")), UserError);
    EXPECT_THROW(MatchWorker<Toy>(toy_spec("random", "bad:when=now")), UserError);
    auto spec = toy_spec("random", "random");
    spec.rules = "free";
    EXPECT_THROW(MatchWorker<Toy>{spec}, UserError);
}

TEST(TimeControl, Text) {
    EXPECT_EQ(TimeControl::parse("60s+1s"),
              (TimeControl{std::chrono::seconds(60), std::chrono::seconds(1)}));
    EXPECT_EQ(TimeControl::parse("5m"), (TimeControl{std::chrono::minutes(5), {}}));
    const auto control = *TimeControl::parse("1500ms+20ms");
    EXPECT_EQ(TimeControl::parse(control.text()), control);
    for (const char* bad : {"", "0s", "+1s", "60s+", "60s+x", "sixty", "60s+1s+1s"})
        EXPECT_FALSE(TimeControl::parse(bad)) << bad;
}

}  // namespace
}  // namespace nebel::match::toy
