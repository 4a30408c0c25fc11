#include <gtest/gtest.h>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/start_positions.hpp"
#include "game/table.hpp"
#include "kriegspiel/belief/edited_board.hpp"
#include "kriegspiel/belief/sampled_boards.hpp"
#include "kriegspiel/belief/wanted.hpp"
#include "kriegspiel/game.hpp"
#include "kriegspiel/recorded_game.hpp"

namespace nebel::kriegspiel {

namespace {

chess::Position position(const char* fen) {
    return chess::parse_fen(fen).value();
}

// Feeds a seat's events to a sampler and looks at the pool before each of its actions.
template <class Look>
void follow(const GameRecord<Kriegspiel>& record, Seat seat, SampledBoards& sampler, Look&& look) {
    for (const auto& event : record.opening[seat])
        sampler.hear(event);
    for (const auto& entry : record.actions) {
        if (entry.seat == seat)
            look();
        for (const auto& event : entry.heard[seat])
            sampler.hear(event);
    }
}

SampledBoards::Options tiny(std::size_t boards) {
    SampledBoards::Options options;
    options.boards = boards;
    options.repair_proposals = 800;
    return options;
}

}  // namespace

TEST(Wanted, WhoCouldHaveTaken) {
    const auto board = position("4k3/8/8/8/8/5N2/8/4K3 b - - 0 1");
    Ply ply;
    ply.said.capture = chess::kF3;
    const auto wanted = wanted_for_hidden(board, ply);
    EXPECT_EQ(wanted.squares[chess::kKnight], chess::knight_attacks(chess::kF3));
    EXPECT_EQ(wanted.squares[chess::kPawn], chess::bit(chess::kE4) | chess::bit(chess::kG4));
    EXPECT_TRUE(chess::contains(wanted.squares[chess::kRook], chess::kF8));
    EXPECT_FALSE(chess::contains(wanted.squares[chess::kBishop], chess::kF8));
}

TEST(Wanted, WhoCouldHaveCheckedInOneMove) {
    const auto board = position("7k/8/8/8/8/8/8/4K3 b - - 0 1");
    Ply ply;
    ply.said.kinds = kFileCheck;
    const auto wanted = wanted_for_hidden(board, ply);
    EXPECT_TRUE(chess::contains(wanted.squares[chess::kRook], chess::kA8)) << "by e8";
    EXPECT_EQ(wanted.squares[chess::kKnight], 0u);
}

TEST(Wanted, ARefusedTryWantsSomebodyInTheWay) {
    const auto board = position("7k/8/8/8/8/8/8/R3K3 w - - 0 1");
    Rng rng(1);
    const Action refused[] = {{chess::kA1, chess::kA4, chess::kNoType}};
    const auto wanted = wanted_for_own(board, nullptr, refused, rng);
    EXPECT_EQ(wanted.squares[chess::kKnight], chess::bit(chess::kA2) | chess::bit(chess::kA3));
    int edited = 0;
    for (int i = 0; i < 40; ++i)
        if (const auto board_with = edit_board(position("6nk/8/8/8/8/8/8/R3K3 w - - 0 1"),
                                               chess::kBlack, wanted, rng)) {
            ++edited;
            EXPECT_FALSE(chess::to_legal_move(*board_with, chess::kA1, chess::kA4, chess::kNoType));
        }
    EXPECT_GT(edited, 5);
}

// Ten boards cannot have foreseen a knight on f3; re-routing finds how it came there.
TEST(Repair, FindsTheManThatTook) {
    std::uint64_t repaired = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        nebel::Table<Kriegspiel> table(Rules(), 1);
        SampledBoards sampler(Rules(), Seat::First, tiny(10), seed);
        for (const auto& event : table.opening(Seat::First))
            sampler.hear(event);
        for (const char* text : {"g1f3", "b8c6", "a2a3", "c6d4", "a3a4", "d4f3"}) {
            sampler.boards();
            const auto answer = table.act(Action::parse(text).value());
            for (const auto& event : answer.events[Seat::First])
                sampler.hear(event);
        }
        for (const auto& board : sampler.boards()) {
            EXPECT_EQ(sampler.root_of(board).ply, 0u) << "made up";
            EXPECT_TRUE(chess::contains(board.position.pieces(chess::kBlack), chess::kF3));
            EXPECT_TRUE(board.position.in_check());
        }
        repaired += sampler.health().repaired;
    }
    EXPECT_GT(repaired, 0u);
}

TEST(Repair, MostOfALongGameIsExplainedWithoutInvention) {
    double invented = 0;
    int turns = 0;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const auto record = recorded_game("wild16", "capturer", "random", seed, 150);
        SampledBoards sampler(record.rules, Seat::First, tiny(200), seed);
        follow(record, Seat::First, sampler, [&] {
            sampler.boards();
            invented += sampler.health().invented_share;
            ++turns;
        });
    }
    EXPECT_LT(invented / turns, 0.35);
}

TEST(Repair, NoRulesetAndNoBoardRunsDry) {
    std::vector<std::string> variants;
    for (const auto& says : all_announcements())
        if (!says.moves_told)
            variants.emplace_back(says.name);
    for (const auto& start : chess::start_positions())
        variants.push_back("wild16,board=" + std::string(start.name));
    variants.push_back("berkeley_any,board=silverman4x4");
    for (const auto& rules : variants) {
        const auto record = recorded_game(rules, "random", "capturer", 5, 90);
        for (const Seat seat : kSeats) {
            SampledBoards sampler(record.rules, seat, tiny(24), 3);
            follow(record, seat, sampler, [&] {
                const auto boards = sampler.boards();
                ASSERT_FALSE(boards.empty()) << rules;
                for (const auto& board : boards)
                    ASSERT_EQ(OwnMen(board.position, colour_of(seat)), sampler.story().view().own())
                        << rules;
            });
        }
    }
}

TEST(Repair, AGameFromElsewhereDoesNotRunDry) {
    for (const char* fen : {"r3k2r/8/2n5/8/8/5N2/8/R3K2R w KQkq - 0 1",
                            "8/5k2/3p4/8/8/2P5/1K6/3R4 b - - 0 1", "7k/8/8/8/8/8/8/KQ6 w - - 0 1"})
        for (const Seat seat : kSeats) {
            nebel::Table<Kriegspiel> table(Rules(), Referee::from_start(Rules(), fen).value());
            SampledBoards sampler(Rules(), seat, tiny(40), 2);
            PerSeat<View> views{{View(Rules(), Seat::First), View(Rules(), Seat::Second)}};
            for (const Seat each : kSeats)
                for (const auto& event : table.opening(each))
                    views[each].hear(event);
            for (const auto& event : table.opening(seat))
                sampler.hear(event);
            Rng rng(7);
            for (int i = 0; i < 80 && !table.outcome(); ++i) {
                const Seat mover = table.to_act();
                if (mover == seat) {
                    ASSERT_FALSE(sampler.boards().empty());
                }
                const auto answer = table.act(views[mover].random_action(rng));
                for (const Seat each : kSeats)
                    for (const auto& event : answer.events[each])
                        views[each].hear(event);
                for (const auto& event : answer.events[seat])
                    sampler.hear(event);
            }
        }
}

TEST(SampledBoards, ABudgetOfNodesBoundsTheWork) {
    const auto record = recorded_game("wild16", "capturer", "random", 4, 80);
    auto options = tiny(2000);
    SampledBoards sampler(record.rules, Seat::First, options, 1);
    Budget budget;
    budget.nodes = 200;
    std::uint64_t before = 0;
    for (const auto& event : record.opening[Seat::First])
        sampler.hear(event);
    for (const auto& entry : record.actions) {
        if (entry.seat == Seat::First) {
            ASSERT_FALSE(sampler.boards(budget).empty());
            const auto now = sampler.health().nodes();
            // Even without budget some repair is tried, and boards are made up if need be.
            EXPECT_LT(now - before, 200u + 2 * 2600u);
            before = now;
        }
        for (const auto& event : entry.heard[Seat::First])
            sampler.hear(event);
    }
    EXPECT_LT(sampler.health().expanded, 30u * 200u);
}

TEST(SampledBoards, MarginalsAreProbabilities) {
    const auto record = recorded_game("wild16", "capturer", "random", 6, 60);
    SampledBoards sampler(record.rules, Seat::Second, tiny(200), 1);
    for (const auto& event : record.heard_by(Seat::Second))
        sampler.hear(event);
    const auto marginals = sampler.marginals();
    double king = 0;
    double men = 0;
    for (int s = 0; s < 64; ++s) {
        const auto square = static_cast<chess::Square>(s);
        king += marginals.king(square);
        men += marginals.occupied(square);
        EXPECT_LE(marginals.occupied(square), 1 + 1e-9);
    }
    EXPECT_NEAR(king, 1, 1e-9);
    EXPECT_NEAR(men, sampler.story().view().enemy_men() + 1, 1e-9);
}

}  // namespace nebel::kriegspiel
