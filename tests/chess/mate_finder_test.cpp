#include "chess/mate_finder.hpp"

#include <gtest/gtest.h>

#include "chess/random_games.hpp"

namespace nebel::chess {

namespace {

bool mates_when_made(const Position& position, Move move) {
    Position after = position;
    after.do_move(move);
    return after.in_check() && !has_legal_move(after);
}

/// How many of the moves mate; each is asked both ways.
int mates_in(const Position& position) {
    MoveList moves;
    generate_legal(position, moves);
    const MateFinder finder(position);
    int count = 0;
    for (const auto move : moves) {
        EXPECT_EQ(finder.mates(move), mates_when_made(position, move)) << to_fen(position);
        count += finder.mates(move);
    }
    EXPECT_EQ(finder.among(moves).has_value(), count > 0) << to_fen(position);
    EXPECT_EQ(finder.moves().any, !moves.empty()) << to_fen(position);
    EXPECT_EQ(finder.moves().mate, count > 0) << to_fen(position);
    return count;
}

}  // namespace

TEST(MateFinder, AgreesWithMovesThatAreMade) {
    int mates = 0;
    testing::for_random_positions(5, 40, 120, [&](const Position& position, const MoveList&) {
        mates += mates_in(position);
    });
    EXPECT_GT(mates, 100);
    for (const auto& fen : testing::tricky_fens())
        mates_in(parse_fen(fen).value());
}

TEST(MateFinder, FindsTheRareWays) {
    const auto count = [](const char* fen) { return mates_in(parse_fen(fen).value()); };
    EXPECT_EQ(count("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"), 1);    // a rook on the last rank
    EXPECT_EQ(count("R5Nk/6pp/8/8/8/8/8/7K w - - 0 1"), 3);     // a knight steps out of its way
    EXPECT_EQ(count("5k2/1P6/5K2/8/8/8/8/8 w - - 0 1"), 2);     // promotions
    EXPECT_EQ(count("5k2/8/8/8/8/8/4R1R1/4K2R w K - 0 1"), 2);  // castling, and the rook alone
    EXPECT_EQ(count("6k1/5pp1/7p/8/8/8/8/R6K w - - 0 1"), 0);   // a check is no mate
}

}  // namespace nebel::chess
