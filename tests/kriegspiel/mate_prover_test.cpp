#include "kriegspiel/prove/mate_prover.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "kriegspiel/referee.hpp"

namespace nebel::kriegspiel {

namespace {

using chess::Position;

std::vector<Position> boards_of(std::initializer_list<const char*> fens) {
    std::vector<Position> boards;
    for (const auto* fen : fens)
        boards.push_back(chess::parse_fen(fen).value());
    return boards;
}

std::vector<Action> all_tries(const std::vector<Position>& boards) {
    std::vector<Action> tries;
    for (const auto& board : boards) {
        chess::MoveList moves;
        chess::generate_legal(board, moves);
        for (const auto move : moves) {
            const Action action{move.from(), move.to(), move.promotion()};
            if (std::find(tries.begin(), tries.end(), action) == tries.end())
                tries.push_back(action);
        }
    }
    return tries;
}

std::optional<MatePlan> find(const std::vector<Position>& boards,
                             int moves,
                             const Rules& rules = {},
                             const Budget& budget = {}) {
    BudgetMeter meter(budget);
    return MateProver(rules, meter).find(boards, all_tries(boards), moves);
}

/// Plays the prover's plan against every reply, with an umpire for every board that sounds the
/// same: what it hears is the umpire's own answer.
class PlanCheck {
 public:
    explicit PlanCheck(const Rules& rules) : rules_(rules) {}

    void check(const std::vector<Position>& boards, int moves) {
        std::vector<Referee> worlds;
        for (const auto& board : boards) {
            worlds.push_back(Referee::from_start(rules_, chess::to_fen(board)).value());
            worlds.back().open();
        }
        for (std::size_t truth = 0; truth < worlds.size(); ++truth)
            play(worlds, truth, moves);
    }
    [[nodiscard]] int mates() const { return mates_; }

 private:
    void play(std::vector<Referee> worlds, std::size_t truth, int moves) {
        ASSERT_GT(moves, 0);
        const Seat seat = worlds[truth].to_act();
        for (;;) {
            std::vector<Position> boards;
            for (const auto& world : worlds)
                boards.push_back(world.position());
            const auto plan = find(boards, moves, rules_);
            ASSERT_TRUE(plan && plan->complete) << worlds[truth].state_text();
            Referee real = worlds[truth];
            const auto answer = real.act(plan->action);
            std::vector<Referee> same;
            std::size_t place = 0;
            for (std::size_t i = 0; i < worlds.size(); ++i) {
                Referee world = worlds[i];
                const auto heard = world.act(plan->action);
                if (heard.verdict != answer.verdict || !(heard.events[seat] == answer.events[seat]))
                    continue;
                if (i == truth)
                    place = same.size();
                same.push_back(std::move(world));
            }
            worlds = std::move(same);
            truth = place;
            if (answer.verdict == Verdict::Accepted)
                break;
        }
        if (worlds[truth].outcome()) {
            EXPECT_EQ(worlds[truth].outcome()->result, win_for(seat, Reason::Checkmate).result);
            ++mates_;
            return;
        }
        chess::MoveList replies;
        chess::generate_legal(worlds[truth].position(), replies);
        for (const auto reply : replies)
            answer(worlds, truth, {reply.from(), reply.to(), reply.promotion()}, moves - 1);
    }

    void answer(const std::vector<Referee>& worlds,
                std::size_t truth,
                const Action& reply,
                int moves) {
        Referee real = worlds[truth];
        const Seat seat = other(real.to_act());
        const auto heard = real.act(reply);
        std::vector<Referee> same{real};
        for (const auto& world : worlds) {
            chess::MoveList moves_there;
            chess::generate_legal(world.position(), moves_there);
            for (const auto move : moves_there) {
                Referee next = world;
                if (next.act({move.from(), move.to(), move.promotion()}).events[seat] ==
                        heard.events[seat] &&
                    !next.outcome())
                    same.push_back(std::move(next));
            }
        }
        ASSERT_FALSE(real.outcome());
        play(same, 0, moves);
    }

    const Rules& rules_;
    int mates_ = 0;
};

/// A few boards that differ in nothing but the enemy's men: its king near a corner and one man
/// somewhere. Queen and rook of ours are at large.
std::vector<Position> random_boards(Rng& rng) {
    using namespace chess;
    const auto anywhere = [&] { return static_cast<Square>(rng.below(64)); };
    Setup ours;
    ours.board[make_square(static_cast<int>(rng.below(4)), static_cast<int>(rng.below(4)))] =
        make_piece(kWhite, kKing);
    for (const auto type : {kQueen, kRook})
        if (const auto s = anywhere(); ours.board[s] == kNoPiece)
            ours.board[s] = make_piece(kWhite, type);
    const PieceType men[] = {kPawn, kKnight, kBishop, kRook};
    std::vector<Position> boards;
    for (int i = 0; i < 12 && boards.size() < 4; ++i) {
        Setup setup = ours;
        const auto king =
            make_square(static_cast<int>(rng.below(3)), static_cast<int>(rng.below(2)));
        const auto man = anywhere();
        if (setup.board[king] != kNoPiece || setup.board[man] != kNoPiece || king == man)
            continue;
        setup.board[king] = make_piece(kBlack, kKing);
        setup.board[man] = make_piece(kBlack, men[rng.below(4)]);
        if (setup.validate())
            boards.emplace_back(setup);
    }
    return boards;
}

/// Is there any order of tries that mates all boards at this turn? Tries all of them.
bool mates_in_some_order(std::vector<Position> boards) {
    if (boards.empty())
        return true;
    for (const auto& action : all_tries(boards)) {
        std::vector<Position> refused;
        bool sure = true;
        for (const auto& board : boards) {
            const auto move = chess::to_legal_move(board, action.from, action.to, action.promotion);
            if (!move) {
                refused.push_back(board);
                continue;
            }
            Position after = board;
            after.do_move(*move);
            sure = sure && after.in_check() && !chess::has_legal_move(after);
        }
        if (sure && mates_in_some_order(refused))
            return true;
    }
    return false;
}

}  // namespace

TEST(MateProver, OneTryForAllBoards) {
    const auto boards =
        boards_of({"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "7k/6pp/8/8/8/8/8/R5K1 w - - 0 1",
                   "5k2/4pppp/8/8/8/8/8/R5K1 w - - 0 1"});
    const auto plan = find(boards, 3);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->action.text(), "a1a8");
    EXPECT_EQ(plan->moves, 1);
    EXPECT_EQ(plan->covered, 3U);
    EXPECT_TRUE(plan->complete);
}

TEST(MateProver, ARefusalTellsTheBoardsApart) {
    const auto boards =
        boards_of({"7k/8/6K1/8/n7/8/8/RR6 w - - 0 1", "7k/8/6K1/8/1n6/8/8/RR6 w - - 0 1"});
    const auto plan = find(boards, 1);
    ASSERT_TRUE(plan);
    EXPECT_TRUE(plan->complete) << "the rook that is not blocked mates; the other one is refused";
    const Rules rules;
    PlanCheck check(rules);
    check.check(boards, 1);
    EXPECT_EQ(check.mates(), 2);
}

TEST(MateProver, AMateOnEachBoardIsNoPlanForBoth) {
    const auto boards =
        boards_of({"8/8/8/4R3/8/k1K5/8/8 w - - 0 1", "8/8/8/4R3/8/2K5/8/2k5 w - - 0 1"});
    for (const auto& board : boards)
        EXPECT_TRUE(find({board}, 1)->complete);
    EXPECT_FALSE(find(boards, 1)) << "Ra5 mates the one king, Re1 the other, and both are legal";
}

TEST(MateProver, WhatIsSureOnSomeBoardsIsFree) {
    // The first board's mate is refused on the second, where there is none.
    const auto boards =
        boards_of({"7k/8/6K1/8/8/8/8/R7 w - - 0 1", "7k/8/6K1/8/n7/8/8/R7 w - - 0 1"});
    const auto plan = find(boards, 1);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->action.text(), "a1a8");
    EXPECT_FALSE(plan->complete);
    EXPECT_EQ(plan->covered, 1U);
}

// The rooks climb: first the rank is closed, then mate wherever the king went.
TEST(MateProver, TwoMovesAgainstManyKingsAndEveryReply) {
    const auto boards =
        boards_of({"5k2/8/R7/8/8/8/8/1R5K w - - 0 1", "6k1/8/R7/8/8/8/8/1R5K w - - 0 1",
                   "7k/8/R7/8/8/8/8/1R5K w - - 0 1"});
    EXPECT_FALSE(find(boards, 1));
    const auto plan = find(boards, 3);
    ASSERT_TRUE(plan);
    EXPECT_TRUE(plan->complete);
    EXPECT_EQ(plan->moves, 2);
    for (const auto& says : all_announcements()) {
        if (says.moves_told)
            continue;
        const Rules rules = Rules::parse(says.name).value();
        PlanCheck check(rules);
        check.check(boards, 2);
        EXPECT_GE(check.mates(), 3) << says.name;
    }
}

// Pawns, captures, promotion and announcements of both sides: the words must be the umpire's own.
TEST(MateProver, PlansHoldBeforeTheRealUmpire) {
    const std::vector<std::vector<Position>> problems{
        boards_of({"k7/2P5/1K6/8/8/7p/8/8 w - - 0 1", "k7/2P5/1K6/8/7p/8/8/8 w - - 0 1",
                   "k7/2P5/1K6/7n/8/8/8/8 w - - 0 1"}),
        boards_of({"6k1/5ppp/8/8/8/8/1Q6/6K1 w - - 0 1", "6k1/5ppp/8/7n/8/8/1Q6/6K1 w - - 0 1",
                   "6k1/5ppp/8/8/p7/8/1Q6/6K1 w - - 0 1"}),
        boards_of({"1k6/8/1K6/8/8/8/4p3/3Q4 w - - 0 1", "1k6/8/1K6/8/8/4p3/8/3Q4 w - - 0 1"})};
    for (const auto& boards : problems) {
        const auto plan = find(boards, 3);
        ASSERT_TRUE(plan);
        ASSERT_TRUE(plan->complete) << chess::to_fen(boards[0]);
        for (const auto* name : {"wild16", "berkeley", "cincinnati", "rand"}) {
            const Rules rules = Rules::parse(name).value();
            PlanCheck check(rules);
            check.check(boards, plan->moves);
            EXPECT_GE(check.mates(), static_cast<int>(boards.size())) << name;
        }
    }
}

TEST(MateProver, ProvesExactlyTheMatesThatThereAre) {
    Rng rng(21);
    int mates = 0;
    for (int i = 0; i < 1500; ++i) {
        const auto boards = random_boards(rng);
        if (boards.empty())
            continue;
        const auto plan = find(boards, 1);
        const bool there = mates_in_some_order(boards);
        EXPECT_EQ(plan && plan->complete, there) << chess::to_fen(boards[0]);
        mates += there && boards.size() > 1;
    }
    EXPECT_GT(mates, 20);
}

TEST(MateProver, WhatItProvesHoldsOnRandomBoards) {
    for (const auto& says : all_announcements()) {
        if (says.moves_told)
            continue;
        const Rules rules = Rules::parse(says.name).value();
        Rng rng(8);
        int plans = 0;
        for (int i = 0; i < 150; ++i) {
            const auto boards = random_boards(rng);
            const auto plan = find(boards, 2, rules);
            if (!plan || !plan->complete || plan->moves < 2 || boards.size() < 2)
                continue;
            PlanCheck check(rules);
            check.check(boards, plan->moves);
            ++plans;
        }
        EXPECT_GT(plans, 5) << says.name;
    }
}

TEST(MateProver, StopsWithTheBudget) {
    const auto boards =
        boards_of({"5k2/8/R7/8/8/8/8/1R5K w - - 0 1", "6k1/8/R7/8/8/8/8/1R5K w - - 0 1",
                   "7k/8/R7/8/8/8/8/1R5K w - - 0 1"});
    Budget budget;
    budget.nodes = 60;
    BudgetMeter meter(budget);
    EXPECT_FALSE(MateProver(Rules(), meter).find(boards, all_tries(boards), 3));
    EXPECT_LT(meter.nodes(), 200U);
}

TEST(MateProver, NamesTheTriesThatStalemate) {
    const auto boards =
        boards_of({"k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "7k/8/1K6/8/8/8/8/2Q5 w - - 0 1"});
    BudgetMeter meter{Budget{}};
    const auto risks = stalemating_tries(boards, all_tries(boards), Rules(), meter);
    const auto risk = std::find_if(risks.begin(), risks.end(), [](const StalemateCount& count) {
        return count.action.text() == "c1c7";
    });
    ASSERT_NE(risk, risks.end());
    EXPECT_EQ(risk->legal, 2);
    EXPECT_EQ(risk->stalemates, 1);
    EXPECT_TRUE(std::none_of(risks.begin(), risks.end(), [](const StalemateCount& count) {
        return count.action.text() == "c1c8";
    })) << "that one mates or checks";
    const auto rules = Rules::parse("rand").value();
    EXPECT_TRUE(stalemating_tries(boards, all_tries(boards), rules, meter).empty());
}

}  // namespace nebel::kriegspiel
