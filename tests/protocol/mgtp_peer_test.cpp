#include <gtest/gtest.h>

#include "protocol/mgtp_engine.hpp"
#include "protocol/mgtp_player.hpp"
#include "protocol/support.hpp"

// Our two ends of MGTP against a program that shares no line with them: it knows the rules by
// itself, prints what it likes, thinks long, gives up.
namespace nebel::protocol {
namespace {

using namespace testing_support;
using darkchess::DarkChess;
using std::chrono::milliseconds;

class MgtpPeer : public ::testing::TestWithParam<Seat> {
 protected:
    void SetUp() override {
        if (!have_python())
            GTEST_SKIP() << "python3 is not installed: the scripted engines cannot run";
    }

    /// Our champion, as an engine behind MGTP, against the peer in the seat of the parameter.
    static Outcome play(const std::string& mode, milliseconds patience = milliseconds(60000)) {
        EngineLimits limits;
        limits.answer = patience;
        MgtpPlayer peer(process_factory(EngineCommand::parse(script("mgtp_peer.py", mode)), limits),
                        limits);
        MgtpPlayer champion(
            engine_thread<MgtpEngine>("champion:level=1", std::uint64_t{5}, Budget{}), {});
        PerSeat<Player<DarkChess>*> players{{&champion, &champion}};
        players[GetParam()] = &peer;
        Budget budget;
        if (mode.find("late=60") == std::string::npos)
            budget.clock = GameClock{milliseconds(900000), milliseconds(0)};
        const auto rules = DarkChess::Rules::parse("icga180,repetition=platform");
        return play_game<DarkChess>(*rules, players, 4, budget).outcome.value();
    }
};

TEST_P(MgtpPeer, NoiseAndLateAnswersDoNotDisturbAGame) {
    const Outcome outcome = play("noisy late=0.02");
    EXPECT_TRUE(ended_by_the_rules(outcome)) << text(outcome.reason);
}

TEST_P(MgtpPeer, GivingUpEndsTheGame) {
    EXPECT_EQ(play("noisy resign=3"), win_for(other(GetParam()), Reason::Resignation));
}

TEST_P(MgtpPeer, TooLateIsLost) {
    EXPECT_EQ(play("noisy late=60", milliseconds(150)),
              win_for(other(GetParam()), Reason::TimeOut));
}

INSTANTIATE_TEST_SUITE_P(BothSeats,
                         MgtpPeer,
                         ::testing::Values(Seat::First, Seat::Second),
                         [](const auto& seat) {
                             return std::string(DarkChess::seat_name(seat.param));
                         });

}  // namespace
}  // namespace nebel::protocol
