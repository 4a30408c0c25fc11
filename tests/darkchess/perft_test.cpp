#include "darkchess/perft.hpp"

#include <gtest/gtest.h>

#include "positions.hpp"

namespace nebel::darkchess {

TEST(Perft, Start) {
    EXPECT_EQ(perft(Board(), 1), 448u);
    EXPECT_EQ(perft(Board(), 2), 192448u);
    EXPECT_EQ(perft(Board(), 3), 78989568u);
}

TEST(Perft, MiddleGame) {
    const Board board = testing::position(testing::kMiddleGame);
    EXPECT_EQ(perft(board, 1), 213u);
    EXPECT_EQ(perft(board, 2), 41743u);
    EXPECT_EQ(perft(board, 3), 7298757u);
    EXPECT_EQ(perft(board, 4), 1172740048u);
}

TEST(Perft, ALostSideEndsItsLine) {
    // The only capture ends the game: of red's two moves one has answers.
    const Board board = testing::few_men("a1K b1k", "red");
    EXPECT_EQ(perft(board, 1), 2u);
    EXPECT_EQ(perft(board, 2), 3u);
}

}  // namespace nebel::darkchess
