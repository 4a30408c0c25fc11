#include "kriegspiel/belief/densities_query.hpp"

#include <gtest/gtest.h>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "core/rng.hpp"
#include "kriegspiel/belief/densities_model.hpp"
#include "kriegspiel/belief/densities_rays.hpp"
#include "kriegspiel/turn.hpp"

namespace nebel::kriegspiel {

namespace {

using chess::Square;

OwnMen white(const char* fen) {
    return {chess::parse_fen(fen).value(), chess::kWhite};
}

// The maps of a board that is known for certain.
DensityMaps certain(const char* fen) {
    return DensityModel(chess::parse_fen(fen).value(), Rules(), Seat::First).maps();
}

float legal(const char* fen, const char* action) {
    return legality(certain(fen), white(fen), Action::parse(action).value());
}

}  // namespace

TEST(DensityQueries, ACertainBoardMakesTriesCertain) {
    const char* fen = "4k3/p2p4/8/3r4/8/8/P2P4/R2QK2R w KQ - 0 1";
    EXPECT_FLOAT_EQ(legal(fen, "a1c1"), 1);
    EXPECT_FLOAT_EQ(legal(fen, "d2d3"), 1);
    EXPECT_FLOAT_EQ(legal(fen, "d2e3"), 0) << "nothing to take";
    EXPECT_FLOAT_EQ(legal(fen, "d1h5"), 1);
    const char* blocked = "4k3/8/8/8/p7/8/3q4/R3K2R w KQ - 0 1";
    EXPECT_FLOAT_EQ(legal(blocked, "a1a4"), 1) << "taking is a legal end of the way";
    EXPECT_FLOAT_EQ(legal(blocked, "a1a5"), 0);
}

TEST(DensityQueries, HalfAManHalvesTheChance) {
    const char* fen = "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1";
    auto maps = certain(fen);
    maps.pawn[chess::kC1] = 0.5F;
    const auto own = white(fen);
    EXPECT_NEAR(legality(maps, own, Action::parse("a1d1").value()), 0.5, 1e-5);
    EXPECT_NEAR(legality(maps, own, Action::parse("a1c1").value()), 1, 1e-5);
    const auto taking = capture_chance(maps, own, Action::parse("a1c1").value());
    EXPECT_NEAR(taking.pawn, 0.5, 1e-5);
    EXPECT_NEAR(taking.piece, 0, 1e-5);
    maps.piece[chess::kB3] = 0.25F;
    EXPECT_NEAR(legality(maps, own, Action::parse("a2b3").value()), 0.25, 1e-5);
    EXPECT_NEAR(capture_chance(maps, own, Action::parse("a2b3").value()).piece, 1, 1e-5);
    EXPECT_EQ(capture_chance(maps, own, Action::parse("a2a3").value()).any(), 0);
}

TEST(DensityQueries, PinsAndAttacksMakeTriesDoubtful) {
    const char* fen = "4k3/8/8/4r3/8/8/4N3/4K3 w - - 0 1";
    EXPECT_NEAR(legal(fen, "e2c3"), 0.55, 1e-5);
    const auto maps = certain(fen);
    EXPECT_NEAR(pin_chance(maps, white(fen), chess::kE2, chess::kC3), 0.45, 1e-5);
    const char* bishop = "4k3/8/8/4r3/8/8/4B3/4K3 w - - 0 1";
    EXPECT_NEAR(pin_chance(certain(bishop), white(bishop), chess::kE2, chess::kE4), 0, 1e-6);
    EXPECT_LT(legal("4k3/8/8/8/8/3p4/8/4K3 w - - 0 1", "e1e2"), 0.4);
    EXPECT_NEAR(legal("4k3/8/8/8/8/3p4/8/4K3 w - - 0 1", "e1f1"), 1, 1e-5);
}

TEST(DensityQueries, ControlCountsTheMenThatCouldTake) {
    const char* fen = "8/8/2p1p3/8/1n3k2/8/8/K7 w - - 0 1";
    const auto maps = certain(fen);
    const auto own = white(fen);
    // d5: two pawns, a piece a knight's jump away that is a knight with chance 2/7.
    EXPECT_NEAR(control(maps, own, chess::kD5), 2 + 2.0 / 7, 1e-5);
    // e4: the king; the piece is on its rank.
    EXPECT_NEAR(control(maps, own, chess::kE4), 1 + 3.0 / 7, 1e-5);
    EXPECT_NEAR(protection(maps, own, chess::kD5), 2 * 2 + 0.2, 1e-5);
    EXPECT_NEAR(pawn_threat(maps, own, chess::kD5), 2, 1e-6);
}

TEST(DensityQueries, TheMapOfControlIsControlSquareBySquare) {
    Rng rng(5);
    for (const char* fen : {"4k3/8/8/8/2P5/8/3B1P2/R3K2R w KQ - 0 1",
                            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}) {
        const auto own = white(fen);
        DensityMaps maps;
        for (const Square s : chess::Squares(~own.all())) {
            maps.king[s] = static_cast<float>(rng.below(100)) / 1000;
            maps.pawn[s] = static_cast<float>(rng.below(100)) / 300;
            maps.piece[s] = static_cast<float>(rng.below(100)) / 300;
        }
        const auto all = control_map(maps, own);
        for (int s = 0; s < 64; ++s)
            EXPECT_NEAR(all[s], control(maps, own, static_cast<Square>(s)), 1e-4) << s;
        const auto risks = capture_risks(maps, own, 0.1F);
        float sum = 0;
        for (int s = 0; s < 64; ++s) {
            sum += risks[s];
            if (own.on(static_cast<Square>(s)) == chess::kNoType) {
                EXPECT_EQ(risks[s], 0);
            }
        }
        EXPECT_NEAR(sum, 0.1, 1e-5);
        EXPECT_EQ(risks[own.king()], 0);
    }
}

TEST(DensityQueries, CheckIsGivenWhereTheKingMayBe) {
    const char* fen = "7k/8/8/8/8/8/8/RN2K3 w - - 0 1";
    const auto own = white(fen);
    DensityMaps maps;
    maps.king[chess::kA8] = 0.5F;
    maps.king[chess::kD5] = 0.5F;
    EXPECT_NEAR(check_chance(maps, own, Action::parse("b1c3").value()), 0.5, 1e-5);
    EXPECT_NEAR(check_chance(maps, own, Action::parse("a1a3").value()), 0.5, 1e-5);
    maps.piece[chess::kA6] = 0.5F;
    EXPECT_NEAR(check_chance(maps, own, Action::parse("a1a3").value()), 0.25, 1e-5);
}

TEST(DensityQueries, InCheckOnlyTheLineHelps) {
    const char* fen = "4k3/8/8/4r3/8/8/R7/4K3 w - - 0 1";
    const auto maps = certain(fen);
    const auto own = white(fen);
    const auto chance = [&](const char* action) {
        return legality(maps, own, Action::parse(action).value(), kFileCheck);
    };
    EXPECT_NEAR(chance("a2e2"), 1, 1e-5);
    EXPECT_NEAR(chance("a2d2"), 0, 1e-5);
}

TEST(DensityQueries, LinesAreNamedAsTheUmpireNamesThem) {
    Rng rng(8);
    for (int i = 0; i < 300; ++i) {
        const auto king = static_cast<Square>(rng.below(64));
        const auto from = static_cast<Square>(rng.below(64));
        if (king == from || !chess::contains(chess::queen_attacks(king, 0), from))
            continue;
        chess::Setup setup;
        setup.side = chess::kWhite;
        setup.board[king] = chess::kWhiteKing;
        setup.board[from] = chess::kBlackQueen;
        Square black = chess::kA1;
        while (setup.board[black] != chess::kNoPiece ||
               chess::contains(chess::king_attacks(king) | chess::line(king, from), black))
            black = chess::offset(black, 1);
        setup.board[black] = chess::kBlackKing;
        ASSERT_TRUE(setup.validate());
        EXPECT_EQ(rays::line_kind(chess::Shape::standard(), king, from),
                  check_kinds(chess::Position(setup)));
    }
}

}  // namespace nebel::kriegspiel
