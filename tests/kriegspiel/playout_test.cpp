#include "kriegspiel/playout.hpp"

#include <gtest/gtest.h>

#include "kriegspiel/game.hpp"
#include "support/allocations.hpp"

namespace nebel::kriegspiel {
namespace {

// The same game by two views that hear the umpire's events and draw from one generator.
PlayoutEnd play_by_views(Referee& referee, Rng& rng) {
    PerSeat<View> views{{View(referee.rules(), Seat::First), View(referee.rules(), Seat::Second)}};
    const auto tell = [&](const Answer<Event>& answer) {
        for (const Seat seat : kSeats)
            for (const auto& event : answer.events[seat])
                views[seat].hear(event);
    };
    PlayoutEnd end{};
    tell(referee.open());
    while (!referee.outcome()) {
        const Action action = views[referee.to_act()].random_action(rng);
        const auto answer = referee.act(action);
        EXPECT_NE(answer.verdict, Verdict::Invalid) << action.text();
        if (answer.verdict == Verdict::Invalid)
            break;
        tell(answer);
        if (answer.verdict == Verdict::Refused)
            ++end.refusals;
        else if (!action.is_any())
            ++end.moves;
    }
    end.outcome = referee.outcome().value_or(Outcome{});
    return end;
}

class PlayoutOf : public testing::TestWithParam<const char*> {};

TEST_P(PlayoutOf, IsTheGameOfTwoRandomViews) {
    const auto rules = Rules::parse(GetParam()).value();
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Rng fast(seed);
        Rng slow(seed);
        Referee played(rules, fast);
        Referee expected(rules, slow);
        const auto end = random_playout(played, fast);
        const auto reference = play_by_views(expected, slow);
        EXPECT_EQ(end.outcome, reference.outcome);
        EXPECT_EQ(end.moves, reference.moves);
        EXPECT_EQ(end.refusals, reference.refusals);
        EXPECT_EQ(played.state_text(), expected.state_text());
        EXPECT_EQ(fast, slow);
    }
}

INSTANTIATE_TEST_SUITE_P(EveryRuleset,
                         PlayoutOf,
                         testing::Values("wild16",
                                         "berkeley",
                                         "berkeley_any",
                                         "cincinnati",
                                         "rand",
                                         "english",
                                         "open",
                                         "wild16,board=5x6",
                                         "english,board=7x8,fifty=off"));

TEST(Playout, StartsFromAnyPosition) {
    const Rules rules;
    for (const char* fen : {"8/P6k/8/8/8/8/p6K/8 w - - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
                            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"}) {
        Rng fast(7);
        Rng slow(7);
        auto played = Referee::from_start(rules, fen).value();
        auto expected = Referee::from_start(rules, fen).value();
        const auto end = random_playout(played, fast);
        const auto reference = play_by_views(expected, slow);
        EXPECT_EQ(end.moves, reference.moves) << fen;
        EXPECT_EQ(end.refusals, reference.refusals) << fen;
        EXPECT_EQ(played.state_text(), expected.state_text()) << fen;
    }
}

TEST(Playout, OfAFinishedGameIsItsEnd) {
    auto mated = Referee::from_start(Rules{}, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").value();
    Rng rng(1);
    const auto end = random_playout(mated, rng);
    EXPECT_EQ(end.outcome, win_for(Seat::First, Reason::Checkmate));
    EXPECT_EQ(end.moves, 0);
}

TEST(Playout, AllocatesNothingOnceTheRefereeHasItsStorage) {
    Rng rng(3);
    const Referee start(Rules{}, rng);
    Referee referee = start;
    for (int game = 0; game < 50; ++game) {
        referee = start;
        random_playout(referee, rng);
    }
    const auto before = test::allocations();
    for (int game = 0; game < 50; ++game) {
        referee = start;
        random_playout(referee, rng);
    }
    EXPECT_EQ(test::allocations(), before);
}

}  // namespace
}  // namespace nebel::kriegspiel
