#include "kriegspiel/belief/sampled_boards.hpp"

#include <gtest/gtest.h>

#include "chess/fen.hpp"
#include "game/battery.hpp"
#include "kriegspiel/belief/histories.hpp"
#include "kriegspiel/game.hpp"
#include "kriegspiel/recorded_game.hpp"

namespace nebel::kriegspiel {

namespace {

// Replays a board's history before the real umpire: with the seat's own actions and these hidden
// moves, does the seat hear what it heard? Refused tries of the opponent that only it heard of are
// no part of the story.
testing::AssertionResult reproduces_everything(const GameRecord<Kriegspiel>& record,
                                               std::size_t actions,
                                               Seat seat,
                                               const std::vector<chess::Move>& hidden,
                                               const chess::Position& end) {
    auto referee = Referee::from_start(record.rules, record.start).value();
    referee.open();
    std::size_t next = 0;
    for (std::size_t i = 0; i < actions; ++i) {
        const auto& entry = record.actions[i];
        Action action = entry.action;
        if (entry.seat != seat) {
            if (!entry.accepted || entry.action.is_any()) {
                if (!entry.action.is_any())
                    continue;
            } else {
                if (next >= hidden.size())
                    return testing::AssertionFailure() << "the history is too short";
                const auto move = hidden[next++];
                action = {move.from(), move.to(), move.promotion()};
            }
        }
        const auto answer = referee.act(action);
        const std::vector<Event> heard(answer.events[seat].begin(), answer.events[seat].end());
        if (heard != entry.heard[seat])
            return testing::AssertionFailure()
                   << "action " << i << " " << action.text() << " sounds different";
    }
    if (next != hidden.size())
        return testing::AssertionFailure() << "the history is too long";
    if (chess::placement(referee.position()) != chess::placement(end))
        return testing::AssertionFailure() << "the history leads elsewhere";
    return testing::AssertionSuccess();
}

SampledBoards::Options small(std::size_t boards = 150) {
    SampledBoards::Options options;
    options.boards = boards;
    options.repair_proposals = 1500;
    return options;
}

// A game from the usual start that White's sampler listens to.
struct WhiteListens {
    nebel::Table<Kriegspiel> table{Rules(), 1};
    SampledBoards sampler{Rules(), Seat::First, small(), 1};

    WhiteListens() {
        for (const auto& event : table.opening(Seat::First))
            sampler.hear(event);
    }
    void act(const char* action) {
        const auto answer = table.act(Action::parse(action).value());
        for (const auto& event : answer.events[Seat::First])
            sampler.hear(event);
    }
};

double share_of_first_kind(SampledBoards& sampler) {
    double first = 0;
    double all = 0;
    for (const auto& board : sampler.boards()) {
        all += board.weight;
        first += board.kind == 0 ? board.weight : 0;
    }
    return first / all;
}

}  // namespace

// Two kinds of opponents that differ in one habit: what is heard tells which of them it is.
TEST(SampledBoards, WhatIsHeardTellsTheKindOfOpponent) {
    MoveModel::Weights takes_back{};
    MoveModel::Weights never{};
    for (int type = 0; type < MoveFeatures::kTypes; ++type) {
        takes_back[static_cast<std::size_t>(MoveFeatures::kRetake + type)] = 4;
        never[static_cast<std::size_t>(MoveFeatures::kRetake + type)] = -4;
    }
    auto options = small(400);
    options.prior.kinds = {std::make_shared<const MoveModel>(takes_back),
                           std::make_shared<const MoveModel>(never)};
    const auto share_of_takers = [&](const char* answer) {
        nebel::Table<Kriegspiel> table(Rules(), 1);
        SampledBoards sampler(Rules(), Seat::First, options, 1);
        for (const auto& event : table.opening(Seat::First))
            sampler.hear(event);
        for (const char* action : {"e2e4", "d7d5", "e4d5", answer}) {
            const auto told = table.act(Action::parse(action).value());
            for (const auto& event : told.events[Seat::First])
                sampler.hear(event);
        }
        return share_of_first_kind(sampler);
    };
    EXPECT_GT(share_of_takers("d8d5"), 0.9);
    EXPECT_LT(share_of_takers("a7a6"), 0.4);
}

// Two kinds that move alike: only what was expected of them can tell them apart.
TEST(SampledBoards, BeforeAnythingIsHeardKindsHaveTheShareThatIsExpected) {
    const auto model = std::make_shared<const MoveModel>(MoveModel::Weights{});
    auto options = small(4000);
    options.prior.kinds = {{model, 0.6}, {model, 0.2}};
    nebel::Table<Kriegspiel> table(Rules(), 1);
    SampledBoards sampler(Rules(), Seat::First, options, 1);
    for (const auto& event : table.opening(Seat::First))
        sampler.hear(event);
    EXPECT_DOUBLE_EQ(share_of_first_kind(sampler), 0.75);
    for (const char* action : {"e2e4", "d7d6", "a2a3", "h7h6"}) {
        const auto told = table.act(Action::parse(action).value());
        for (const auto& event : told.events[Seat::First])
            sampler.hear(event);
    }
    EXPECT_NEAR(share_of_first_kind(sampler), 0.75, 0.05);
}

TEST(MovePrior, KindsAreDrawnByWhatIsExpected) {
    const auto model = std::make_shared<const MoveModel>(MoveModel::Weights{});
    MovePrior prior;
    prior.kinds = {{model, 1}, {model, 0}, {model, 3}};
    Rng rng(1);
    std::array<int, 3> drawn{};
    for (int i = 0; i < 4000; ++i)
        ++drawn[prior.draw_kind(rng)];
    EXPECT_NEAR(drawn[0], 1000, 120);
    EXPECT_EQ(drawn[1], 0);
    EXPECT_EQ(MovePrior{}.draw_kind(rng), 0);
}

// Not in english: there a yes to "Any?" obliges the opponent to a try of which only the refusal is
// heard, so its turn cannot be replayed from the accepted moves alone.
TEST(SampledBoards, EveryHistoryReproducesEveryAnnouncement) {
    int checked = 0;
    for (const char* rules :
         {"wild16", "berkeley", "berkeley_any", "cincinnati", "rand", "wild16,board=6x6"}) {
        const auto record = recorded_game(rules, "capturer", "random", 4, 120);
        for (const Seat seat : kSeats) {
            SampledBoards sampler(record.rules, seat, small(), 1);
            for (const auto& event : record.opening[seat])
                sampler.hear(event);
            for (std::size_t i = 0; i < record.actions.size(); ++i) {
                if (record.actions[i].seat == seat) {
                    const auto boards = sampler.boards();
                    ASSERT_FALSE(boards.empty());
                    const auto& board = boards[i % boards.size()];
                    if (sampler.root_of(board).ply == 0) {
                        ++checked;
                        ASSERT_TRUE(reproduces_everything(
                            record, i, seat, sampler.hidden_moves(board), board.position))
                            << rules << " " << seat_name(seat);
                    }
                }
                for (const auto& event : record.actions[i].heard[seat])
                    sampler.hear(event);
            }
        }
    }
    EXPECT_GT(checked, 200);
}

TEST(SampledBoards, KnowsTheStartExactly) {
    SampledBoards sampler(Rules(), Seat::First, small(), 1);
    const auto boards = sampler.boards();
    ASSERT_EQ(boards.size(), 1u);
    EXPECT_EQ(boards[0].position, Rules().start());
}

// After one silent move of Black the pool is exactly Black's moves that give no check and no
// capture.
TEST(SampledBoards, TheFirstReplyIsEnumerated) {
    WhiteListens game;
    game.act("e2e4");
    game.act("a7a6");
    // Twenty replies, less d7d5 and f7f5, which would give White a pawn capture.
    EXPECT_EQ(game.sampler.boards().size(), 18u);
    double sum = 0;
    for (const auto& board : game.sampler.boards())
        sum += board.weight;
    EXPECT_NEAR(sum, 1.0, 1e-9);
}

TEST(SampledBoards, ARefusedTryLeavesOnlyBoardsThatRefuseIt) {
    WhiteListens game;
    game.act("e2e4");
    game.act("e7e5");
    EXPECT_GT(game.sampler.boards().size(), 1u);
    game.act("e4e5");
    ASSERT_FALSE(game.sampler.boards().empty());
    for (const auto& board : game.sampler.boards())
        EXPECT_EQ(board.position.piece_on(chess::kE5), chess::kBlackPawn);
}

TEST(SampledBoards, NeverRunsDry) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const auto record = recorded_game("wild16", "random", "capturer", seed, 400);
        SampledBoards sampler(record.rules, Seat::First, small(60), seed);
        for (const auto& event : record.opening[Seat::First])
            sampler.hear(event);
        for (const auto& entry : record.actions) {
            if (entry.seat == Seat::First) {
                ASSERT_FALSE(sampler.boards().empty());
                for (const auto& board : sampler.boards())
                    ASSERT_EQ(OwnMen(board.position, chess::kWhite), sampler.story().view().own());
            }
            for (const auto& event : entry.heard[Seat::First])
                sampler.hear(event);
        }
    }
}

TEST(SampledBoards, StartsInTheDark) {
    const auto rules = Rules();
    const auto referee = Referee::from_start(rules, "7k/8/8/8/8/8/8/KQ6 w - - 0 1").value();
    nebel::Table<Kriegspiel> table(rules, referee);
    SampledBoards sampler(rules, Seat::First, small(2000), 1);
    for (const auto& event : table.opening(Seat::First))
        sampler.hear(event);
    chess::Bitboard kings = 0;
    for (const auto& board : sampler.boards())
        kings |= board.position.pieces(chess::kBlack, chess::kKing);
    EXPECT_GT(chess::popcount(kings), 20);
    EXPECT_EQ(kings & chess::rank_bits(0), 0u) << "White would be giving check";
}

// With most_boards the pool is as large as the budget allows.
TEST(SampledBoards, ThePoolBreathesWithTheBudget) {
    const auto record = recorded_game("wild16", "capturer", "random", 4, 60);
    const auto largest = [&](std::uint64_t nodes, std::size_t most_boards) {
        auto options = small(100);
        options.most_boards = most_boards;
        SampledBoards sampler(record.rules, Seat::First, options, 1);
        Budget budget;
        budget.nodes = nodes;
        std::size_t most = 0;
        for (const auto& entry : record.actions) {
            for (const auto& event : entry.heard[Seat::First])
                sampler.hear(event);
            if (!sampler.story().view().outcome() && sampler.story().view().my_turn())
                most = std::max(most, sampler.boards(budget).size());
        }
        return most;
    };
    EXPECT_LE(largest(6000, 0), 100u);
    EXPECT_GT(largest(6000, 100000), 300u);
    EXPECT_LE(largest(100000, 150), 150u);
    EXPECT_LE(largest(300, 100000), 200u);
}

TEST(SampledBoards, EqualSeedsGiveEqualPools) {
    const auto record = recorded_game("wild16", "capturer", "random", 9, 60);
    const auto run = [&](std::uint64_t seed) {
        SampledBoards sampler(record.rules, Seat::Second, small(), seed);
        for (const auto& event : record.heard_by(Seat::Second))
            sampler.hear(event);
        std::string all;
        for (const auto& board : sampler.boards())
            all += chess::placement(board.position);
        return all;
    };
    EXPECT_EQ(run(5), run(5));
    EXPECT_NE(run(5), run(6));
}

TEST(Histories, CompactionKeepsWhatIsReachable) {
    Histories histories;
    const auto a = histories.append(Histories::kNone, chess::Move(chess::kE2, chess::kE4), -1);
    histories.append(a, chess::Move(chess::kD2, chess::kD4), -1);
    auto c = histories.append(a, chess::Move(chess::kG1, chess::kF3), -2);
    std::vector<Histories::Node*> ends{&c};
    histories.compact(ends);
    EXPECT_EQ(histories.size(), 2u);
    std::vector<Histories::Step> steps;
    histories.collect(c, steps);
    ASSERT_EQ(steps.size(), 2u);
    EXPECT_EQ(steps[0].move, chess::Move(chess::kE2, chess::kE4));
    EXPECT_EQ(steps[1].move, chess::Move(chess::kG1, chess::kF3));
    EXPECT_EQ(steps[1].log_probability, -2.0f);
}

}  // namespace nebel::kriegspiel
