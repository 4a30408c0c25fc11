#include "darkchess/board.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "darkchess/playout.hpp"
#include "positions.hpp"

namespace nebel::darkchess {

using testing::position;

TEST(Board, StartsDarkAndWithoutColours) {
    const Board board;
    EXPECT_EQ(board.text(), "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX - - -");
    EXPECT_FALSE(board.coloured());
    EXPECT_EQ(board.seat_to_move(), Seat::First);
    EXPECT_EQ(position(board.text()), board);
    EXPECT_EQ(board.alive(Colour::Red), 16);
    EXPECT_EQ(board.alive(Colour::Black), 16);
}

TEST(Board, TheFirstManFlippedNamesTheColours) {
    for (const Colour colour : {Colour::Red, Colour::Black}) {
        Board board;
        board.flip(5, man(colour, Kind::Rook));
        EXPECT_TRUE(board.coloured());
        EXPECT_EQ(board.colour_of_seat(Seat::First), colour);
        EXPECT_EQ(board.to_move(), other(colour));
        EXPECT_EQ(board.seat_to_move(), Seat::Second);
        // The second flip changes nothing about it, whatever it shows.
        board.flip(6, man(colour, Kind::Pawn));
        EXPECT_EQ(board.colour_of_seat(Seat::First), colour);
        EXPECT_EQ(board.seat_to_move(), Seat::First);
        EXPECT_EQ(board.dark_left(man(colour, Kind::Pawn)), 4);
    }
}

TEST(Board, ReadsAndWritesThePrintedMiddleGame) {
    const Board board = position(testing::kMiddleGame);
    EXPECT_EQ(board.at(*parse_square("b7")), man(Colour::Red, Kind::General));
    EXPECT_EQ(board.at(*parse_square("d5")), Man::None);
    EXPECT_EQ(board.at(*parse_square("d1")), man(Colour::Red, Kind::Pawn));
    EXPECT_EQ(std::popcount(board.dark()), 19);
    EXPECT_EQ(board.captured(man(Colour::Black, Kind::Cannon)), 1);
    EXPECT_EQ(board.alive(Colour::Red), 15);
    EXPECT_EQ(board.alive(Colour::Black), 13);
    EXPECT_EQ(board.text(), "XXXX/XGCX/X-gX/XXM-/XkpX/X-GX/XX-N/XXXP black Crcp black");
    EXPECT_EQ(position(board.text()), board);
}

TEST(Board, RejectsWhatCannotBe) {
    for (const std::string_view text :
         {"", "XXXX", "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX",
          "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX red",     // nobody has a colour yet
          "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXK -",       // somebody has
          "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXX red",      // a short row
          "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXZ red",     // no such man
          "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXKK red",     // two kings
          "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXX- red",     // a man is missing
          "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XX-K red KK",  // captured a king twice
          "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XX-K red X",
          "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXK green",
          "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXK red - green",
          "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXK red - red red"})
        EXPECT_FALSE(Board::parse(text)) << text;
}

TEST(Board, KeyTellsPlacementsAndSidesApart) {
    const auto red = testing::few_men("a1K b1k", "red");
    EXPECT_NE(red.key(), testing::few_men("a1K b1k", "black").key());
    EXPECT_NE(red.key(), testing::few_men("a1K c1k", "red").key());
    auto walked = red;
    for (const auto text : {"a1-a2", "b1-b2", "a2-a1", "b2-b1"}) {
        const auto action = *Action::parse(text);
        walked.move(action.from, action.to);
    }
    EXPECT_EQ(walked.key(), red.key());
    EXPECT_EQ(walked.quiet(), 4);
}

// Whatever is played, sets, codes and counts still say the same: the text is written from the codes
// and read into everything.
TEST(Board, StaysInStepUnderRandomPlay) {
    EXPECT_TRUE(
        rc::check("a played board equals the board read from its text", [](std::uint64_t seed) {
            Rng rng(seed);
            Board board;
            PlayoutLimits limits;
            limits.plies = *rc::gen::inRange(0, 300);
            play_out(board, rng, limits);
            auto again = position(board.text());
            if (board.coloured())
                RC_ASSERT(again.text() == board.text());
            for (const Man m : kAllMen) {
                RC_ASSERT(again.squares_of(m) == board.squares_of(m));
                RC_ASSERT(again.dark_left(m) == board.dark_left(m));
            }
            RC_ASSERT(again.dark() == board.dark());
            RC_ASSERT(again.empty() == board.empty());
            RC_ASSERT(again.key() == board.key());
            for (const Colour colour : {Colour::Red, Colour::Black})
                RC_ASSERT(again.alive(colour) == board.alive(colour));
        }));
}

TEST(Action, TextBothWays) {
    EXPECT_EQ(Action::parse("b3")->text(), "b3");
    EXPECT_TRUE(Action::parse("b3")->is_flip());
    EXPECT_EQ(Action::parse("a4-a5")->text(), "a4-a5");
    EXPECT_EQ(Action::parse("a4a5"), Action::parse("a4-a5"));
    for (const std::string_view text : {"", "b", "b9", "e1", "a0", "a4-a4", "a4a4", "a4+a5", "a4-",
                                        "a4-a5-", "A4-A5", "a4-e5", " b3"})
        EXPECT_FALSE(Action::parse(text)) << text;
}

}  // namespace nebel::darkchess
