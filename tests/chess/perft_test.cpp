#include "chess/perft.hpp"

#include <gtest/gtest.h>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/start_positions.hpp"

namespace nebel::chess {
namespace {

struct Known {
    const char* name;
    const char* fen;
    std::vector<std::uint64_t> counts;  ///< depth 1, 2, ...
};

class PerftTest : public ::testing::TestWithParam<Known> {};

TEST_P(PerftTest, MatchesThePublishedCounts) {
    const Position pos = *parse_fen(GetParam().fen);
    for (std::size_t i = 0; i < GetParam().counts.size(); ++i)
        EXPECT_EQ(perft(pos, static_cast<int>(i) + 1), GetParam().counts[i]) << "depth " << i + 1;
}

INSTANTIATE_TEST_SUITE_P(
    Published,
    PerftTest,
    ::testing::Values(
        Known{"Start",
              "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
              {20, 400, 8902, 197281, 4865609, 119060324}},
        Known{"Kiwipete",
              "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
              {48, 2039, 97862, 4085603, 193690690}},
        Known{"Position3",
              "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
              {14, 191, 2812, 43238, 674624, 11030083, 178633661}},
        Known{"Position4",
              "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
              {6, 264, 9467, 422333, 15833292}},
        Known{"Position4Mirrored",
              "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
              {6, 264, 9467, 422333, 15833292}},
        Known{"Position5",
              "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
              {44, 1486, 62379, 2103487, 89941194}},
        Known{"Position6",
              "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
              {46, 2079, 89890, 3894594, 164075551}}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST(Perft, DivideAddsUp) {
    const Position pos =
        *parse_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    std::uint64_t sum = 0;
    for (const auto& [move, count] : perft_divide(pos, 3))
        sum += count;
    EXPECT_EQ(sum, 97862u);
    EXPECT_EQ(perft(pos, 0), 1u);
}

std::uint64_t slow_perft(Position& pos, int depth) {
    if (depth == 0)
        return 1;
    MoveList moves;
    generate_legal(pos, moves);
    std::uint64_t total = 0;
    for (const Move m : moves) {
        Undo undo;
        pos.do_move(m, undo);
        total += slow_perft(pos, depth - 1);
        pos.undo_move(m, undo);
    }
    return total;
}

TEST(Perft, BulkCountingEqualsPlayingEveryMoveOnEverySize) {
    for (const StartPosition& start : start_positions()) {
        Position pos = *start_position(start.name);
        EXPECT_EQ(perft(pos, 4), slow_perft(pos, 4)) << start.name;
    }
}

}  // namespace
}  // namespace nebel::chess
