#include "protocol/nep_player.hpp"

#include <gtest/gtest.h>

#include "protocol/support.hpp"
#include "protocol/toy_game.hpp"

namespace nebel::protocol {
namespace {

using namespace testing_support;
using std::chrono::milliseconds;
using toy::Toy;

/// Generous where an answer must come, short where the engine is known to hang.
EngineLimits patient() {
    EngineLimits limits;
    limits.farewell = milliseconds(100);
    limits.output = 1 << 20;
    return limits;
}
EngineLimits hasty() {
    EngineLimits limits = patient();
    limits.answer = milliseconds(200);
    return limits;
}
EngineLimits hasty_from_the_start() {
    EngineLimits limits = patient();
    limits.handshake = milliseconds(200);
    return limits;
}

class Rogue : public ::testing::Test {
 protected:
    void SetUp() override {
        if (!have_python())
            GTEST_SKIP() << "python3 is not installed: the scripted engines cannot run";
    }

    /// How a game of the rogue (first seat) against a random player ends.
    static Outcome play(const std::string& mode, const EngineLimits& limits) {
        const auto rogue = make_nep_player<Toy>(script("rogue.py", mode), limits);
        return play(*rogue);
    }
    static Outcome play(Player<Toy>& rogue, std::uint64_t seed = 1) {
        RandomPlayer<Toy> random;
        return play_game<Toy>({1000}, {{&rogue, &random}}, seed, {}).outcome.value();
    }

    static void expect_loss(const std::string& mode, const EngineLimits& limits, Reason reason) {
        EXPECT_EQ(play(mode, limits), win_for(Seat::Second, reason)) << mode;
    }

    static Reason begin_fails(const std::string& mode, const EngineLimits& limits) {
        const auto rogue = make_nep_player<Toy>(script("rogue.py", mode), limits);
        try {
            rogue->begin({1000}, Seat::First, 1);
        } catch (const PlayerFailure& failure) {
            EXPECT_THROW(rogue->act({}), PlayerFailure);
            return failure.reason;
        }
        ADD_FAILURE() << mode << " began";
        return Reason::Agreement;
    }
};

TEST_F(Rogue, WellBehavedPlaysToTheEnd) {
    for (const auto* mode : {"good", "chatty", "stale", "late", "ignore_quit"})
        EXPECT_EQ(play(mode, patient()).reason, Reason::NoMove) << mode;
}

TEST_F(Rogue, HangingIsATimeOut) {
    expect_loss("hang", hasty(), Reason::TimeOut);
    expect_loss("hang_later", hasty(), Reason::TimeOut);
    EXPECT_EQ(begin_fails("hang_at_start", hasty_from_the_start()), Reason::TimeOut);
}

TEST_F(Rogue, DyingIsACrash) {
    expect_loss("crash", patient(), Reason::Crash);
    expect_loss("crash_later", patient(), Reason::Crash);
    EXPECT_EQ(begin_fails("crash_at_start", patient()), Reason::Crash);
    EngineLimits limits = patient();
    limits.margin = milliseconds(100);
    expect_loss("close_input", limits, Reason::Crash);
}

TEST_F(Rogue, LyingIsNonsense) {
    for (const auto* mode : {"nonsense", "illegal", "mute_error", "flood", "long_line"})
        expect_loss(mode, patient(), Reason::Nonsense);
    EXPECT_EQ(begin_fails("refuse_game", patient()), Reason::Nonsense);
}

TEST_F(Rogue, ResigningIsNoFailureOfTheProcess) {
    expect_loss("resign", patient(), Reason::Resignation);
}

TEST_F(Rogue, AFailedEngineIsStartedAnew) {
    const auto rogue = make_nep_player<Toy>(script("rogue.py", "crash_later"), patient());
    for (std::uint64_t game = 1; game <= 3; ++game)
        EXPECT_EQ(play(*rogue, game), win_for(Seat::Second, Reason::Crash));
}

TEST_F(Rogue, TheMessageQuotesTheLastWords) {
    const auto rogue = make_nep_player<Toy>(script("rogue.py", "crash"), patient());
    rogue->begin({1000}, Seat::First, 1);
    try {
        rogue->act({});
        FAIL();
    } catch (const PlayerFailure& failure) {
        const std::string what = failure.what();
        EXPECT_NE(what.find("status 7"), std::string::npos) << what;
        EXPECT_NE(what.find("stack overflow"), std::string::npos) << what;
    }
    // What the table says afterwards is not worth another failure.
    EXPECT_NO_THROW(rogue->hear(toy::Event::end(win_for(Seat::Second, Reason::Crash))));
}

TEST_F(Rogue, InformationIsPassedOn) {
    const auto rogue = make_nep_player<Toy>(script("rogue.py", "chatty"), patient());
    std::vector<SearchInfo> told;
    rogue->on_info = [&](const SearchInfo& info) { told.push_back(info); };
    rogue->begin({1000}, Seat::First, 1);
    rogue->act({});
    ASSERT_EQ(told.size(), 1u);
    EXPECT_EQ(told[0].nodes, 12u);
    EXPECT_EQ(told[0].detail, "almost");
    EXPECT_EQ(rogue->work().nodes, 12u);
}

TEST_F(Rogue, StopReachesTheEngine) {
    const auto rogue = make_nep_player<Toy>(script("rogue.py", "wait_for_stop"), patient());
    std::atomic<bool> stop = false;
    rogue->on_info = [&](const SearchInfo&) { stop = true; };
    rogue->begin({1000}, Seat::First, 1);
    Budget budget;
    budget.stop = &stop;
    EXPECT_EQ(rogue->act(budget).guess, 0);
}

TEST_F(Rogue, SettingsAreCheckedAgainstWhatTheEngineOffers) {
    const auto good =
        make_nep_player<Toy>(script("rogue.py", "good") + " option.depth=4", patient());
    EXPECT_NO_THROW(good->begin({1000}, Seat::First, 1));
    const auto bad =
        make_nep_player<Toy>(script("rogue.py", "good") + " option.width=4", patient());
    EXPECT_THROW(bad->begin({1000}, Seat::First, 1), UserError);
}

std::string bytes_sent(int secret) {
    std::string sent;
    auto referee = toy::Referee::from_start({30}, std::to_string(secret));
    Table<Toy> table({30}, *referee);
    {
        NepPlayer<Toy> player([&] { return std::make_unique<RecordingLink>(sent, "4"); }, {}, {});
        player.begin({30}, Seat::First, 7);
        Budget budget;
        budget.nodes = 5;
        const auto answer = table.act(player.act(budget));
        for (const auto& event : answer.events[Seat::First])
            player.hear(event);
        player.ponder(false);
        player.ponder(true);
        player.hear(toy::Event::end(draw(Reason::Agreement)));
    }
    return sent;
}

TEST(NepPlayer, WhatAnEngineReceivesFollowsFromItsEvents) {
    // 6 and 8 refuse the guess 4 alike; 2 does not. The truth shows only through the event.
    EXPECT_EQ(bytes_sent(6), bytes_sent(8));
    EXPECT_NE(bytes_sent(6), bytes_sent(2));
    EXPECT_EQ(bytes_sent(6),
              "nep 1\nisready\nnewgame toy north seed 7 rules limit=30\nisready\nisready\n"
              "go nodes 5\nevent 1 refused 4\nponder\nevent 2 end 1/2-1/2 agreement\n"
              "result 1/2-1/2 agreement\nquit\n");
}

}  // namespace
}  // namespace nebel::protocol
