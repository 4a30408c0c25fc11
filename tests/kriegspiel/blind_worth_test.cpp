#include "kriegspiel/choice/blind_worth.hpp"

#include <gtest/gtest.h>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "kriegspiel/choice/reply_model.hpp"

namespace nebel::kriegspiel {

namespace {

using Worth = BlindWorth;

Worth::Values features(const char* fen, chess::Colour us = chess::kWhite) {
    return Worth::features(chess::parse_fen(fen).value(), us);
}

}  // namespace

TEST(BlindWorth, CountsWhatStandsOnTheBoard) {
    // White: Kg1, Ra1 (loose), Nd5 on the far side protected by the pawn e4, pawns e4 and a6, which
    // has passed. Black: Kg8, Qd8, pawns e5 and h7.
    const auto f = features("3q2k1/7p/P7/3Np3/4P3/8/8/R5K1 w - - 0 1");
    EXPECT_EQ(f[Worth::kPawns], 0);
    EXPECT_EQ(f[Worth::kKnights], 1);
    EXPECT_EQ(f[Worth::kRooks], 1);
    EXPECT_EQ(f[Worth::kQueens], -1);
    EXPECT_EQ(f[Worth::kOwnSteps], 2 + 4);
    EXPECT_EQ(f[Worth::kEnemySteps], 2);
    EXPECT_DOUBLE_EQ(f[Worth::kOwnPassed], 25.0 / 49);
    EXPECT_DOUBLE_EQ(f[Worth::kEnemyPassed], 1.0 / 49);  // h7; e5 is blocked by a pawn
    EXPECT_EQ(f[Worth::kFarPieces], 1);
    EXPECT_EQ(f[Worth::kKingOut], 0);
    // The rook protects a6 and the pawn the knight; nothing protects e4 and the rook, which is at
    // home.
    EXPECT_EQ(f[Worth::kLoose], 0);
    EXPECT_DOUBLE_EQ(f[Worth::kLooseHome], 5.1);
    EXPECT_EQ(f[Worth::kLoosePawns], 1);
    EXPECT_EQ(f[Worth::kPawnGuarded], 1);
    EXPECT_GT(f[Worth::kOwnReach], 10);
    EXPECT_GT(f[Worth::kEnemyReach], 5);
}

TEST(BlindWorth, CountsPiecesThatPawnsAreAboutToAttack) {
    // e7-e5 or d7-d5 would attack nothing; d5-d4 the knight c3, c7-c5-c4 the bishop d3 in two
    // moves; our own b4-b5 would attack the rook a6.
    const auto f = features("4k3/2p5/r7/3p4/1P6/2NB4/8/4K3 w - - 0 1");
    EXPECT_DOUBLE_EQ(f[Worth::kStormed], 3.2);
    EXPECT_DOUBLE_EQ(f[Worth::kStormedLater], 3.35);
    EXPECT_DOUBLE_EQ(f[Worth::kStorming], 5.1);
    // A pawn that is blocked attacks nothing new.
    const auto blocked = features("4k3/2p5/r1P5/1p1p4/1P1R4/2NB4/8/4K3 w - - 0 1");
    EXPECT_EQ(blocked[Worth::kStormed], 0);
    EXPECT_EQ(blocked[Worth::kStormedLater], 0);
    EXPECT_EQ(blocked[Worth::kStorming], 0);
}

TEST(BlindWorth, CountsWhatEndsAGameWhenFewPiecesAreLeft) {
    // Black: Kg8 and the passed pawns a3, which Ra1 stops and attacks, and h4, free to run; White's
    // king is two squares from a3, his pawn e6 has passed.
    const auto f = features("6k1/8/4P3/8/7p/p7/8/R1K5 w - - 0 1");
    EXPECT_EQ(f[Worth::kHunted], 1);
    EXPECT_EQ(f[Worth::kKingHunts], 5);
    EXPECT_DOUBLE_EQ(f[Worth::kLatePassed], 25.0 / 49);
    EXPECT_DOUBLE_EQ(f[Worth::kEnemyPassed], (25.0 + 16) / 49);
    EXPECT_DOUBLE_EQ(f[Worth::kStopped], 25.0 / 49);
    // With both rooks and a queen on the other side nothing is late.
    const auto early = features("rq4kr/8/4P3/8/7p/p7/8/R1K5 w - - 0 1");
    EXPECT_EQ(early[Worth::kHunted], 0);
    EXPECT_EQ(early[Worth::kLatePassed], 0);
    EXPECT_DOUBLE_EQ(early[Worth::kStopped], 25.0 / 49);
}

TEST(BlindWorth, KnowsAShelteredKing) {
    EXPECT_EQ(features("6k1/5ppp/8/8/q7/8/5PPP/6K1 w - - 0 1")[Worth::kSheltered], 3);
    EXPECT_EQ(features("6k1/5ppp/8/8/q7/6P1/5P1P/6K1 w - - 0 1")[Worth::kSheltered], 2);
    EXPECT_EQ(features("6k1/5ppp/8/8/q7/8/5PPP/4K3 w - - 0 1")[Worth::kSheltered], 0);
    EXPECT_EQ(features("6k1/5ppp/8/8/b7/8/5PPP/6K1 w - - 0 1")[Worth::kSheltered], 0);
}

TEST(BlindWorth, SeesTheSameFromBothSidesOfAMirror) {
    const auto white = features("r3k3/1p4pp/2n5/3q4/8/2N1B3/PP3P2/R3K2R w - - 0 1");
    const auto black = features("r3k2r/pp3p2/2n1b3/8/3Q4/2N5/1P4PP/R3K3 b - - 0 1", chess::kBlack);
    for (std::size_t i = 0; i < white.size(); ++i)
        EXPECT_DOUBLE_EQ(white[i], black[i]) << Worth::name(static_cast<Worth::Feature>(i));
}

TEST(BlindWorth, IsReadAndWritten) {
    const auto read = Worth::parse("# tuned\nqueens -75.5\n\nloose -5 # in pawns\n");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->text(), "queens -75.5\nloose -5\n");
    EXPECT_DOUBLE_EQ(
        read->worth(chess::parse_fen("3q2k1/8/8/8/8/R7/8/6K1 w - - 0 1").value(), chess::kWhite),
        75.5 - 5 * 5.1);  // a queen less, and a loose rook
    for (const char* bad : {"queens", "queens x", "queens 1 2", "dragons 3"})
        EXPECT_FALSE(Worth::parse(bad)) << bad;
    EXPECT_EQ(Worth::parse("a\nb").error().message.substr(0, 6), "line 1");
    EXPECT_THROW(load_blind_worth("no such file"), UserError);
    EXPECT_EQ(load_blind_worth("none"), nullptr);
    EXPECT_NE(load_blind_worth("standard"), nullptr);
}

TEST(BlindWorth, ChangesWhatABoardIsWorthToAReplyModel) {
    ReplyModel::Settings settings;
    const auto board = chess::parse_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").value();
    const auto move = chess::to_legal_move(board, chess::kA1, chess::kB1, chess::kNoType).value();
    const double before = ReplyModel(Rules(), settings).value(board, move);
    settings.worth = std::make_shared<const Worth>(Worth::parse("rooks -300").value());
    EXPECT_LT(ReplyModel(Rules(), settings).value(board, move), before - 0.1);
}

TEST(BlindWorth, OpenFilesAtTheKingCountByTheEnemysHeavyPieces) {
    // The king e1 has a pawn on d2 only; a queen and two rooks are all the danger there is.
    const auto open = features("r2qk2r/8/8/8/8/8/3P4/R3K2R w KQ - 0 20");
    EXPECT_DOUBLE_EQ(open[Worth::kOpenFiles], 2);
    EXPECT_DOUBLE_EQ(open[Worth::kMayCastle], 1);
    const auto one_rook = features("r3k3/8/8/8/8/8/3P4/R3K2R w - - 0 20");
    EXPECT_DOUBLE_EQ(one_rook[Worth::kOpenFiles], 0.5);
    EXPECT_DOUBLE_EQ(one_rook[Worth::kMayCastle], 0);
    EXPECT_DOUBLE_EQ(features("4k3/8/8/8/8/8/3P4/R3K2R w KQ - 0 20")[Worth::kMayCastle], 0);
}

}  // namespace nebel::kriegspiel
