#include "chess/position.hpp"

#include <gtest/gtest.h>

#include "chess/random_games.hpp"

namespace nebel::chess {
namespace {

using testing::for_random_positions;
using testing::tricky_fens;

void expect_moves_restore(const Position& pos, const MoveList& moves) {
    for (const Move m : moves) {
        Position copy = pos;
        Undo undo;
        copy.do_move(m, undo);
        ASSERT_EQ(copy.key(), copy.key_from_scratch()) << to_uci(m) << " in " << to_fen(pos);
        // Rebuilt from its men, rights and clocks alone it is the same position: so the boards,
        // the checkers and the en passant square are right too.
        ASSERT_TRUE(copy.setup().validate()) << to_uci(m) << " in " << to_fen(pos);
        ASSERT_EQ(Position(copy.setup()), copy) << to_uci(m) << " in " << to_fen(pos);
        copy.undo_move(m, undo);
        ASSERT_EQ(copy, pos) << to_uci(m) << " in " << to_fen(pos);
    }
    if (!pos.in_check()) {
        Position copy = pos;
        Undo undo;
        copy.do_null(undo);
        ASSERT_EQ(copy.key(), copy.key_from_scratch());
        ASSERT_EQ(copy.side(), ~pos.side());
        copy.undo_null(undo);
        ASSERT_EQ(copy, pos);
    }
}

TEST(Position, MovesAndTheirUndoingKeepEverythingOnEverySize) {
    for_random_positions(21, 3, 100, expect_moves_restore);
    for (const std::string& fen : tricky_fens()) {
        const Position pos = parse_fen(fen).value();
        MoveList moves;
        generate_legal(pos, moves);
        expect_moves_restore(pos, moves);
    }
}

TEST(Position, IsSmallAndPlain) {
    static_assert(std::is_trivially_copyable_v<Position>);
    EXPECT_LE(sizeof(Position), 192u);
    EXPECT_EQ(sizeof(Move), 2u);
}

TEST(Position, TheWallIsOccupiedButHoldsNoMen) {
    const Position pos = *start_position("5x6");
    EXPECT_EQ(pos.occupied() & ~pos.shape().mask, pos.shape().wall);
    EXPECT_EQ(pos.pieces() & pos.shape().wall, 0u);
    EXPECT_EQ(popcount(pos.shape().mask), 30);
}

TEST(Position, EnPassantSquareOnlyWhereAPawnStandsReady) {
    Position pos;
    pos.do_move(Move(kE2, kE4));
    EXPECT_EQ(pos.ep_square(), kNoSquare);
    pos.do_move(Move(kA7, kA6));
    pos.do_move(Move(kE4, kE5));
    pos.do_move(Move(kD7, kD5));
    EXPECT_EQ(pos.ep_square(), kD6);
    const Move taking = Move::en_passant(kE5, kD6);
    EXPECT_TRUE(pos.is_capture(taking));
    EXPECT_EQ(pos.captured_by(taking), kBlackPawn);
    EXPECT_EQ(pos.capture_square(taking), kD5);
    pos.do_move(taking);
    EXPECT_EQ(pos.piece_on(kD5), kNoPiece);
    EXPECT_EQ(pos.halfmove_clock(), 0);
}

TEST(Position, TranspositionsShareAKeyAndDifferencesDoNot) {
    const auto key = [](const char* fen) { return parse_fen(fen)->key(); };
    const Key base = key("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1");
    EXPECT_EQ(base, key("4k3/8/8/8/8/8/4P3/4K2R w K - 7 9"));
    EXPECT_NE(base, key("4k3/8/8/8/8/8/4P3/4K2R w - - 0 1"));
    EXPECT_NE(base, key("4k3/8/8/8/8/8/4P3/4K2R b K - 0 1"));
    EXPECT_NE(key("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), key("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"));
    EXPECT_NE(key("k3/4/4/K3 w - - 0 1"), key("k4/5/5/K4 w - - 0 1"));
}

TEST(Setup, RefusesWhatPositionCannotHold) {
    chess::Setup setup = Position().setup();
    EXPECT_TRUE(setup.validate());
    setup.board[kE4] = kWhiteKing;
    EXPECT_FALSE(setup.validate());
    setup = start_position("4x4")->setup();
    setup.board[kH8] = kWhiteRook;
    EXPECT_FALSE(setup.validate());
}

}  // namespace
}  // namespace nebel::chess
