#include "kriegspiel/choice/opening_plan.hpp"

#include <gtest/gtest.h>

#include <set>

#include "chess/movegen.hpp"
#include "core/text.hpp"

namespace nebel::kriegspiel {

namespace {

/// What a plan suggests move after move, if the opponent does nothing but pass. Each suggestion is
/// made and must be legal.
std::string followed(OpeningPlan plan, Seat seat) {
    chess::Position board = Rules().start();
    std::string moves;
    for (;;) {
        chess::Undo undo;
        if ((board.side() == chess::kWhite) != (seat == Seat::First))
            board.do_null(undo);
        TryList tries;
        chess::MoveList legal;
        chess::generate_legal(board, legal);
        for (const auto move : legal)
            tries.push_back({move.from(), move.to(), chess::kNoType});
        const auto next = plan.next(tries);
        if (!next)
            return moves;
        moves += next->text() + ' ';
        board.do_move(*chess::to_legal_move(board, next->from, next->to, chess::kNoType));
        plan.moved();
    }
}

std::string plan_of(Seat seat, std::uint64_t seed) {
    Rng lots(seed);
    return followed(OpeningPlan(Rules(), seat, lots), seat);
}

}  // namespace

TEST(OpeningPlan, EveryPlanCanBeMadeAndCastles) {
    for (const auto seat : {Seat::First, Seat::Second}) {
        std::set<std::string> plans;
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            const auto moves = plan_of(seat, seed);
            EXPECT_GE(split_words(moves).size(), 6U) << moves;
            EXPECT_NE(moves.find(seat == Seat::First ? "e1g1" : "e8g8"), std::string::npos)
                << moves;
            plans.insert(moves);
        }
        EXPECT_EQ(plans.size(), 2U);  // drawn by lot
        EXPECT_EQ(plan_of(seat, 5), plan_of(seat, 5));
    }
}

// The second seat's own plans: an early e-pawn is run over, and what takes on c6 must be taken by
// more than a pawn.
TEST(OpeningPlan, BlackCastlesBehindItsBishopAndKeepsTheKnightWhileTheCPawnGoes) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const auto moves = plan_of(Seat::Second, seed);
        EXPECT_TRUE(moves.starts_with("g7g6 f8g7 ")) << moves;
        EXPECT_LT(moves.find("e8g8"), 5 * 5U) << moves;
        EXPECT_EQ(moves.find("e7"), std::string::npos) << moves;
        const auto c_pawn = moves.find("c7c6");
        EXPECT_TRUE(c_pawn == std::string::npos || c_pawn < moves.find("b8d7")) << moves;
    }
}

TEST(OpeningPlan, GoesOnWithWhatCanStillBeTriedAndEndsWithTheOpening) {
    Rng lots(1);
    OpeningPlan plan(Rules(), Seat::First, lots);
    TryList castling;
    castling.push_back(Action::parse("a2a3").value());
    EXPECT_FALSE(plan.next(castling));
    castling.push_back(Action::parse("e1g1").value());
    EXPECT_EQ(plan.next(castling), Action::parse("e1g1").value());
    for (int i = 0; i < 20; ++i)
        plan.moved();
    EXPECT_FALSE(plan.next(castling));
}

TEST(OpeningPlan, ThereIsNoneForOtherBoards) {
    Rng lots(1);
    const auto small = Rules::parse("wild16,board=6x6");
    ASSERT_TRUE(small.has_value());
    TryList tries;
    tries.push_back(Action::parse("c2c3").value());
    tries.push_back(Action::parse("d2d3").value());
    tries.push_back(Action::parse("e2e3").value());
    EXPECT_FALSE(OpeningPlan(*small, Seat::First, lots).next(tries));
}

}  // namespace nebel::kriegspiel
