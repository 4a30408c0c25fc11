#include <gtest/gtest.h>

#include <set>

#include "game/battery.hpp"
#include "stratego/game.hpp"

namespace nebel::stratego {
namespace {

/// What every square to every other would be for the referee, against the view's list.
void expect_list_is_the_law(const View& view, const Referee& referee) {
    MoveList listed;
    view.legal_moves(listed);
    std::set<std::pair<int, int>> offered;
    for (const Move move : listed)
        EXPECT_TRUE(offered.insert({move.from, move.to}).second);
    for (int from = 0; from < static_cast<int>(kSquares); ++from)
        for (int to = 0; to < static_cast<int>(kSquares); ++to) {
            const Move move{static_cast<Square>(from), static_cast<Square>(to)};
            const bool legal = referee.position().fault(move) == Fault::None;
            ASSERT_EQ(legal, offered.count({from, to}) == 1)
                << Action::of(move).text() << " " << text(referee.position().fault(move)) << "\n"
                << view.text();
        }
}

/// The view's men are the referee's, seen from one side.
void expect_sees_the_board(const View& view, const Referee& referee) {
    const Position& truth = referee.position();
    for (const Seat seat : kSeats) {
        EXPECT_EQ(view.position().men(seat), truth.men(seat));
        int alive = 0;
        for (const Man& man : view.men(seat)) {
            if (!man.alive())
                continue;
            ++alive;
            ASSERT_TRUE(truth.men(seat).has(man.at));
            EXPECT_EQ(view.position().rank(man.at), man.rank);
            if (seat == view.seat() || man.shown)
                EXPECT_EQ(man.rank, truth.rank(man.at));
            else
                EXPECT_EQ(man.rank, Rank::Unknown);
        }
        EXPECT_EQ(alive, truth.men(seat).size());
    }
    int unknown = 0;
    for (const Man& man : view.men(other(view.seat())))
        unknown += man.rank == Rank::Unknown;
    int hidden = 0;
    for (const auto count : view.hidden())
        hidden += count;
    EXPECT_EQ(hidden, unknown);
}

class StrategoView : public testing::TestWithParam<const char*> {};

TEST_P(StrategoView, ListsExactlyWhatTheRefereeAccepts) {
    const auto rules = *Rules::parse(GetParam());
    int by_two_squares = 0;
    int by_more_squares = 0;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        Table<Stratego> table(rules, seed);
        PerSeat<View> views{{View(rules, Seat::First), View(rules, Seat::Second)}};
        for (const Seat seat : kSeats)
            for (const auto& event : table.opening(seat))
                views[seat].hear(event);
        Rng rng(seed);
        while (!table.outcome()) {
            const Seat seat = table.to_act();
            const Referee& truth = table.truth();
            if (views[seat].playing()) {
                ASSERT_NO_FATAL_FAILURE(expect_list_is_the_law(views[seat], truth));
                ASSERT_NO_FATAL_FAILURE(expect_sees_the_board(views[seat], truth));
                for (int from = 0; from < 100; ++from)
                    for (int to = 0; to < 100; ++to) {
                        const auto fault = truth.position().fault(
                            {static_cast<Square>(from), static_cast<Square>(to)});
                        by_two_squares += fault == Fault::TwoSquares;
                        by_more_squares += fault == Fault::MoreSquares;
                    }
            }
            const auto answer = table.act(views[seat].random_action(rng));
            ASSERT_EQ(answer.verdict, Verdict::Accepted) << answer.why;
            for (const Seat listener : kSeats)
                for (const auto& event : answer.events[listener])
                    views[listener].hear(event);
        }
    }
    RecordProperty("two_squares", by_two_squares);
    RecordProperty("more_squares", by_more_squares);
}

INSTANTIATE_TEST_SUITE_P(Variants,
                         StrategoView,
                         testing::Values("classic,cap=500,setup=human",
                                         "barrage,cap=600",
                                         "8x8,cap=800",
                                         "6x6,quiet=off,cap=1000",
                                         "5x5,quiet=off,cap=2000",
                                         "tiny,quiet=off,two_squares=5",
                                         "micro,quiet=off"));

// Random play alone seldom chases; on a small board with two men it does, so that both rules have
// their say.
TEST(StrategoViewRepetition, BothRulesBiteOnASmallBoard) {
    const auto rules = *Rules::parse("tiny,quiet=off");
    int two_squares = 0;
    int more_squares = 0;
    Rng rng(3);
    for (int game = 0; game < 20; ++game) {
        auto referee = *Referee::from_start(rules, "GAAMAAAAAAAAYAAU");
        View view(rules, Seat::First);
        const auto opening = referee.open();
        for (const auto& event : opening.events[Seat::First])
            view.hear(event);
        for (int ply = 0; ply < 400 && !referee.outcome(); ++ply) {
            if (referee.to_act() == Seat::First) {
                ASSERT_NO_FATAL_FAILURE(expect_list_is_the_law(view, referee));
                for (int from = 0; from < 40; ++from)
                    for (int to = 0; to < 40; ++to) {
                        const auto fault = referee.position().fault(
                            {static_cast<Square>(from), static_cast<Square>(to)});
                        two_squares += fault == Fault::TwoSquares;
                        more_squares += fault == Fault::MoreSquares;
                    }
            }
            // Red runs after blue; nobody strikes if it can be helped.
            const Position& position = referee.position();
            MoveList moves;
            position.legal_moves(moves);
            InlineVec<Move, kMaxMoves> calm;
            InlineVec<Move, kMaxMoves> close;
            for (const Move move : moves)
                if (position.empty(move.to)) {
                    calm.push_back(move);
                    if (kNeighbours[move.to] & position.men(Seat::Second))
                        close.push_back(move);
                }
            const bool chase = position.to_move() == Seat::First && !close.empty();
            const auto& choice = chase ? close : calm.empty() ? moves : calm;
            const auto answer = referee.act(
                Action::of(choice[rng.below(static_cast<std::uint32_t>(choice.size()))]));
            for (const auto& event : answer.events[Seat::First])
                view.hear(event);
        }
    }
    EXPECT_GT(two_squares, 50);
    EXPECT_GT(more_squares, 50);
}

TEST(StrategoViewMen, AreFollowedFromSetUpToFall) {
    const auto rules = *Rules::parse("classic");
    std::string board =
        "MAAAAAAAAAAAAAAAAAAADAAAAAAAAAHAAAAAAAAAAA__AA__AA"
        "AA__AA__AAQAAAAAAAAAPAAAAAAAAAAAAAAAAAAAAAAAAAAAAY";
    auto referee = *Referee::from_start(rules, board);
    View view(rules, Seat::First);
    const auto hear = [&](const Answer<Event>& answer) {
        for (const auto& event : answer.events[Seat::First])
            view.hear(event);
    };
    hear(referee.open());
    ASSERT_TRUE(view.my_turn());
    const auto at = [](const char* text) { return *parse_square(text); };
    EXPECT_EQ(view.men(Seat::First).size(), 3U);
    EXPECT_EQ(view.man_at(at("a7"))->rank, Rank::Unknown);

    hear(referee.act(*Action::parse("a4a5")));
    EXPECT_TRUE(view.man_at(at("a5"))->moved);
    EXPECT_FALSE(view.man_at(at("a5"))->shown);
    EXPECT_EQ(view.man_at(at("a5"))->start, at("a4"));
    EXPECT_EQ(view.man_at(at("a4")), nullptr);

    hear(referee.act(*Action::parse("a8f8")));  // a long step shows a scout
    EXPECT_EQ(view.man_at(at("f8"))->rank, Rank::Scout);
    EXPECT_TRUE(view.man_at(at("f8"))->shown);

    hear(referee.act(*Action::parse("a5a6")));
    hear(referee.act(*Action::parse("f8f7")));
    hear(referee.act(*Action::parse("a6a7")));  // the captain beats the miner
    EXPECT_EQ(view.lost(Seat::Second)[index(Rank::Miner)], 1);
    EXPECT_TRUE(view.man_at(at("a7"))->shown);
    EXPECT_EQ(view.man_at(at("a7"))->rank, Rank::Captain);
    EXPECT_FALSE(view.my_turn());
    EXPECT_EQ(view.hidden()[index(Rank::Scout)], 7);
    EXPECT_EQ(view.hidden()[index(Rank::Miner)], 4);
}

}  // namespace
}  // namespace nebel::stratego
