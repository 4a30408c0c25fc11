#include <gtest/gtest.h>

#include "chess/fen.hpp"
#include "game/table.hpp"
#include "kriegspiel/belief/metaposition.hpp"
#include "kriegspiel/game.hpp"

// What single announcements teach.
namespace nebel::kriegspiel {

namespace {

using chess::bit;
using chess::contains;

// A game that White listens to.
struct WhiteListens {
    nebel::Table<Kriegspiel> table;
    Metaposition heard;

    explicit WhiteListens(const char* rules = "wild16")
        : table(Rules::parse(rules).value(), 1), heard(Rules::parse(rules).value(), Seat::First) {
        listen();
    }
    WhiteListens(const char* rules, const char* fen)
        : table(Rules::parse(rules).value(),
                Referee::from_start(Rules::parse(rules).value(), fen).value()),
          heard(Rules::parse(rules).value(), Seat::First) {
        listen();
    }
    void listen() {
        for (const auto& event : table.opening(Seat::First))
            heard.hear(event);
    }
    const MetaBoard& act(std::initializer_list<const char*> actions) {
        for (const char* action : actions) {
            const auto answer = table.act(Action::parse(action).value());
            for (const auto& event : answer.events[Seat::First])
                heard.hear(event);
        }
        return heard.board();
    }
};

}  // namespace

TEST(MetapositionWords, TheStartIsKnownExactly) {
    WhiteListens game;
    EXPECT_EQ(game.heard.board().bits_per_square(), 0.0);
    EXPECT_EQ(game.heard.may_be(chess::kKing), bit(chess::kE8));
}

// One hidden move: pawns may have stepped, knights jumped; nothing else could.
TEST(MetapositionWords, OneHiddenMove) {
    WhiteListens game;
    const auto& board = game.act({"e2e4", "a7a6"});
    EXPECT_EQ(board.may_be(chess::kKing), bit(chess::kE8));
    EXPECT_EQ(board.may_be(chess::kKnight), bit(chess::kB8) | bit(chess::kG8) | bit(chess::kA6) |
                                                bit(chess::kC6) | bit(chess::kF6) |
                                                bit(chess::kH6));
    // No pawn capture was announced: nothing stands on d5 or f5.
    EXPECT_TRUE(contains(board.surely_empty(), chess::kD5));
    EXPECT_TRUE(contains(board.surely_empty(), chess::kF5));
    EXPECT_TRUE(contains(board.may_be(chess::kPawn), chess::kC5));
    EXPECT_FALSE(contains(board.surely_man(), chess::kE7));
    EXPECT_TRUE(contains(board.surely_man(), chess::kD8));
}

TEST(MetapositionWords, ARefusedStepFindsThePawnAndClearsItsFile) {
    WhiteListens game;
    const auto& board = game.act({"e2e4", "e7e5", "e4e5"});
    EXPECT_TRUE(contains(board.surely_man(), chess::kE5));
    EXPECT_EQ(board.may_be(chess::kPawn) & chess::file_bits(4), bit(chess::kE5));
    EXPECT_TRUE(contains(board.surely_empty(), chess::kE7));
}

// One of the two captures announced is known: the other is a man too.
TEST(MetapositionWords, TheNumberOfPawnCapturesPlacesMen) {
    const auto position = chess::parse_fen("4k3/5p2/8/3p4/4P3/8/8/4K3 b - - 0 1").value();
    MetaBoard board(Rules(), position, chess::kWhite);
    Said two;
    two.pawn_count = 2;
    board.meta(two);
    EXPECT_TRUE(contains(board.surely_man(), chess::kF5));
    EXPECT_TRUE(contains(board.surely_man(), chess::kD5));
}

// A pawn somewhere on the file keeps the rook behind it.
TEST(MetapositionWords, NothingSlidesPastAPawnOfTheFile) {
    WhiteListens game;
    const auto& board = game.act({"h2h3", "h7h5", "a2a3", "h8h7"});
    EXPECT_TRUE(contains(board.may_be(chess::kRook), chess::kH7));
    EXPECT_FALSE(contains(board.may_be(chess::kRook), chess::kH4));
}

TEST(MetapositionWords, RandTellsWhereEnemyPawnsAre) {
    WhiteListens game("rand");
    const auto& board = game.act({"e2e4", "d7d5", "a2a3", "h7h6", "b2b3"});
    // Black may take on e4: the pawn on d5 is named.
    EXPECT_TRUE(contains(board.surely_man(), chess::kD5));
    EXPECT_TRUE(contains(board.may_be(chess::kPawn), chess::kD5));
    EXPECT_FALSE(contains(board.may_be(chess::kQueen), chess::kD5));
}

// The only man that can have taken is found where it took, and gone from where it was.
TEST(MetapositionWords, TheOnlyTakerIsKnown) {
    WhiteListens game("wild16", "4k3/8/8/8/8/8/3q4/K2R4 b - - 0 1");
    const auto& board = game.act({"d2d1"});
    EXPECT_TRUE(contains(board.surely_man(), chess::kD1));
    EXPECT_TRUE(contains(board.may_be(chess::kQueen), chess::kD1));
    EXPECT_FALSE(contains(board.may_be(chess::kBishop), chess::kD1)) << "a rank check";
    EXPECT_TRUE(contains(board.surely_empty(), chess::kC1)) << "the check came through it";
}

// One man, and it gave check: it is a knight, a knight's jump from our king.
TEST(MetapositionWords, AKnightCheckLeavesKnightsOnly) {
    WhiteListens game("wild16", "4k3/8/8/8/1n6/8/8/4K2R b K - 0 1");
    const auto& board = game.act({"b4c2"});
    EXPECT_EQ(board.check_kinds(), kKnightCheck);
    EXPECT_EQ(board.may_be(chess::kKnight), chess::knight_attacks(chess::kE1));
    EXPECT_EQ(board.may_be(chess::kQueen) | board.may_be(chess::kRook), 0u);
}

// A bare king beside the square our king could not enter.
TEST(MetapositionWords, ARefusedKingStepFindsTheKing) {
    WhiteListens game("wild16", "8/8/8/3k4/8/3K4/8/7R w - - 0 1");
    const auto& before = game.heard.board();
    EXPECT_GT(chess::popcount(before.may_be(chess::kKing)), 30);
    const auto& after = game.act({"d3d4"});
    EXPECT_EQ(after.may_be(chess::kKing) & ~chess::king_attacks(chess::kD4), 0u);
    EXPECT_TRUE(contains(after.may_be(chess::kKing), chess::kD5));
}

// A bare king has to move, and never where we attack.
TEST(MetapositionWords, ABareKingCannotStandStill) {
    const auto position = chess::parse_fen("8/8/8/4k3/8/8/8/K5R1 w - - 0 1").value();
    MetaBoard board(Rules(), position, chess::kWhite);
    board.pseudo(Action::parse("g1g6").value(), Said{});
    board.meta(Said{});
    EXPECT_EQ(board.may_be(chess::kKing), bit(chess::kD5) | bit(chess::kF5) | bit(chess::kD4) |
                                              bit(chess::kE4) | bit(chess::kF4));
}

// A knight's check that is not answered by taking it: the king itself has moved, nothing else.
TEST(MetapositionWords, AKnightsCheckMakesTheKingMove) {
    const auto position = chess::parse_fen("r3k3/p7/8/8/2N5/8/8/4K3 w - - 0 1").value();
    MetaBoard board(Rules(), position, chess::kWhite);
    Said check;
    check.kinds = kKnightCheck;
    board.pseudo(Action::parse("c4d6").value(), check);
    board.meta(Said{});
    EXPECT_FALSE(contains(board.may_be(chess::kKing), chess::kE8));
    EXPECT_TRUE(contains(board.may_be(chess::kKing), chess::kD7));
    EXPECT_EQ(board.may_be(chess::kRook), bit(chess::kA8));
    EXPECT_EQ(board.may_be(chess::kPawn), bit(chess::kA7));
}

// A check along a rank: the king moves, or something comes between; nothing else moves.
TEST(MetapositionWords, ALineCheckIsAnsweredOnTheLine) {
    const auto position = chess::parse_fen("4k3/p1b5/8/8/8/8/8/K6R w - - 0 1").value();
    MetaBoard board(Rules(), position, chess::kWhite);
    Said check;
    check.kinds = kRankCheck;
    board.pseudo(Action::parse("h1h8").value(), check);
    board.meta(Said{});
    EXPECT_EQ(board.may_be(chess::kPawn), bit(chess::kA7));
    EXPECT_EQ(board.may_be(chess::kBishop), bit(chess::kC7)) << "no way to f8 or g8";
    EXPECT_FALSE(contains(board.may_be(chess::kKing), chess::kE8));
}

TEST(MetapositionWords, PromotionIsPossibleOnlyFromTheLastRankButOne) {
    WhiteListens game;
    const auto& board = game.act({"e2e4", "a7a6", "d2d4", "b7b6"});
    EXPECT_EQ(board.counts().promoted_max, 0);
    EXPECT_EQ(board.counts().pawns_min, 8);
}

// Only a bishop can have taken on h3; taken back, it is gone from every light square.
TEST(MetapositionWords, ABishopTakenLeavesItsColour) {
    WhiteListens game;
    const auto& before = game.act({"h2h3", "d7d6", "a2a3", "c8h3"});
    EXPECT_TRUE(contains(before.surely_man(), chess::kH3));
    const auto& after = game.act({"g2h3"});
    EXPECT_EQ(after.may_be(chess::kBishop) & chess::kLightSquares, 0u);
    EXPECT_NE(after.may_be(chess::kBishop) & chess::kDarkSquares, 0u);
    EXPECT_EQ(after.counts().pawns_min, 8);
}

TEST(MetapositionWords, ACopyIsIndependent) {
    WhiteListens game;
    const MetaBoard before = game.act({"e2e4", "a7a6"});
    MetaBoard copy = before;
    copy.pseudo(Action::parse("d2d4").value(), Said{});
    copy.meta(Said{});
    EXPECT_FALSE(copy == before);
    EXPECT_EQ(before, game.heard.board());
    EXPECT_GT(copy.bits_per_square(), before.bits_per_square());
}

}  // namespace nebel::kriegspiel
