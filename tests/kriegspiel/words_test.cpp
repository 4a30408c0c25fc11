#include "kriegspiel/words.hpp"

#include <gtest/gtest.h>

namespace nebel::kriegspiel {
namespace {

std::string heard(const char* text, Seat listener) {
    return words(Event::parse(text).value(), listener);
}
constexpr Seat kMe = Seat::Second;

TEST(KriegspielWords, SpeakToTheListener) {
    EXPECT_EQ(heard("capture white d5 pawn", kMe), "White captured your pawn on d5.");
    EXPECT_EQ(heard("capture black d5 piece", kMe), "You captured a piece on d5.");
    EXPECT_EQ(heard("capture white d5", kMe), "White captured your man on d5.");
    EXPECT_EQ(heard("capture black d6 en_passant", kMe),
              "You captured a man en passant, landing on d6.");
    EXPECT_EQ(heard("check black file", kMe), "You are in check on the file.");
    EXPECT_EQ(heard("check white long knight", kMe),
              "White is in check on the long diagonal and by a knight.");
    EXPECT_EQ(heard("pawn_tries black 2", kMe), "You have 2 pawn tries.");
    EXPECT_EQ(heard("pawn_tries black 1", kMe), "You have 1 pawn try.");
    EXPECT_EQ(heard("pawn_tries black 0", kMe), "No pawn tries.");
    EXPECT_EQ(heard("pawn_tries white 0", kMe), "White has no pawn tries.");
    EXPECT_EQ(heard("pawn_tries black yes", kMe), "You have a pawn try.");
    EXPECT_EQ(heard("pawn_tries black squares d4 e5 h2", kMe),
              "Your pawns on h2, d4 and e5 can capture.");
    EXPECT_EQ(heard("pawn_tries white squares", kMe), "White has no pawn that can capture.");
}

TEST(KriegspielWords, SayOnlyWhatTheEventSays) {
    EXPECT_EQ(heard("moved white", kMe), "White moved.");
    EXPECT_EQ(heard("moved white e2e4", kMe), "White moved e2-e4.");
    EXPECT_EQ(heard("moved black e2e1n", kMe), "You moved e2-e1, promoting to a knight.");
    EXPECT_EQ(heard("refused black illegal e7e5", kMe), "Your try e7-e5 was refused: illegal.");
    EXPECT_EQ(heard("refused black nonsense", kMe), "Your question was refused.");
    EXPECT_EQ(heard("refused white illegal", kMe), "White made a try that was refused.");
    EXPECT_EQ(heard("refused white nonsense", kMe),
              "White asked for something that could never be legal.");
    EXPECT_EQ(heard("promotion white", kMe), "White promoted a pawn.");
    EXPECT_EQ(heard("answer white yes", kMe),
              "White asked \"Any?\" and the umpire said yes: there is a pawn capture.");
    EXPECT_EQ(heard("placed black rook a8 h8", kMe), "You have rooks on a8 and h8.");
    EXPECT_EQ(heard("placed black king e8", kMe), "You have a king on e8.");
}

TEST(KriegspielWords, TellTheEnd) {
    EXPECT_EQ(heard("end 1-0 checkmate", kMe), "Checkmate. White wins.");
    EXPECT_EQ(heard("end 0-1 resignation", kMe), "White resigns. Black wins.");
    EXPECT_EQ(heard("end 1/2-1/2 stalemate", kMe), "Stalemate. It is a draw.");
    EXPECT_EQ(heard("end 1/2-1/2 abandoned", kMe), "The game was abandoned. It is a draw.");
    EXPECT_EQ(heard("end 0-1 time_out", kMe), "White ran out of time. Black wins.");
}

}  // namespace
}  // namespace nebel::kriegspiel
