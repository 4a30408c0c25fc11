#include "stratego/playout.hpp"

#include <gtest/gtest.h>

#include <map>

#include "sandbox.hpp"
#include "stratego/setup_sources.hpp"

namespace nebel::stratego {
namespace {

// The fast loop and the referee agree on every game, to the ply.
TEST(StrategoPlayout, GoesAsTheRefereeSays) {
    std::map<Reason, int> endings;
    for (const char* text : {"classic", "barrage", "8x8", "6x6", "5x5,quiet=off,cap=300", "tiny",
                             "micro,quiet=20", "tiny,quiet=off"}) {
        const auto rules = *Rules::parse(text);
        for (std::uint64_t seed = 0; seed < 25; ++seed) {
            Rng rng(seed);
            const auto red = random_setup(rules, rng);
            const auto blue = random_setup(rules, rng);
            auto referee = *Referee::from_start(rules, red.text() + "/" + blue.text());
            referee.open();
            Rng same = rng;
            const Playout playout = random_playout(position_of(rules, red, blue), rng);
            while (!referee.outcome())
                ASSERT_EQ(referee.act(Action::of(*referee.position().random_move(same))).verdict,
                          Verdict::Accepted);
            EXPECT_EQ(playout.outcome, *referee.outcome()) << text << " " << seed;
            EXPECT_EQ(playout.plies, referee.position().plies());
            ++endings[playout.outcome.reason];
        }
    }
    for (const Reason reason : {Reason::FlagTaken, Reason::NoMove, Reason::QuietLimit})
        EXPECT_GT(endings[reason], 0) << nebel::text(reason);
}

TEST(StrategoPlayout, EveryLegalMoveIsEquallyLikely) {
    auto referee = board_with({"Da2", "Ge2", "Bf2", "Mj1", "Yj10", "Ta9", "Pe7"});
    // After this the scout may go only part of the way down.
    play_all(referee, {"a2a6", "a9b9", "a6a3", "b9c9", "a3a8", "c9d9"});
    const Position& position = referee.position();
    MoveList legal;
    position.legal_moves(legal);
    std::map<std::string, int> drawn;
    Rng rng(12);
    constexpr int kEach = 2000;
    const int draws = kEach * static_cast<int>(legal.size());
    for (int i = 0; i < draws; ++i)
        ++drawn[Action::of(*position.random_move(rng)).text()];
    EXPECT_EQ(drawn.size(), legal.size());
    for (const Move move : legal)
        EXPECT_NEAR(drawn[Action::of(move).text()], kEach, 250) << Action::of(move).text();
}

}  // namespace
}  // namespace nebel::stratego
