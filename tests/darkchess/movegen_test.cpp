#include "darkchess/movegen.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "positions.hpp"

namespace nebel::darkchess {

using ::testing::Contains;
using ::testing::ElementsAre;
using testing::few_men;
using ::testing::IsEmpty;
using testing::legal_texts;
using ::testing::Not;
using testing::position;

TEST(Movegen, OnlyFlipsAtTheStart) {
    EXPECT_EQ(legal_texts(Board()).size(), 32u);
    EXPECT_EQ(count_actions(Board()), 32);
    EXPECT_EQ(why_illegal(Board(), Action::flip(0)), "");
}

TEST(Movegen, MiddleGameOfTheLiterature) {
    const Board black = position(testing::kMiddleGame);
    auto moves = [](const Board& board) {
        std::vector<std::string> found;
        for (const auto& text : legal_texts(board))
            if (text.size() > 2)
                found.push_back(text);
        return found;
    };
    EXPECT_THAT(moves(black), ElementsAre("b4-b3", "c6-b6", "c6-c5", "c6-c7"));
    const Board red = position("XXXX/XGCX/X-gX/XXM-/XkpX/X-GX/XX-N/XXXP red Ccrp black");
    EXPECT_THAT(moves(red),
                ElementsAre("b7-b6", "c3-b3", "c3-c2", "c3-c4", "c5-c4", "c5-d5", "d2-c2"));
}

// A table of who takes whom by a step, written out by hand: row takes column.
TEST(Movegen, WhoTakesWhomByAStep) {
    const std::array<std::string_view, 7> table{//   KGMRNCP
                                                /*K*/ "xxxxxx.",
                                                /*G*/ ".xxxxxx",
                                                /*M*/ "..xxxxx",
                                                /*R*/ "...xxxx",
                                                /*N*/ "....xxx",
                                                /*C*/ ".......",
                                                /*P*/ "x.....x"};
    constexpr std::string_view kRed = "KGMRNCP";
    constexpr std::string_view kBlack = "kgmrncp";
    for (std::size_t a = 0; a < 7; ++a)
        for (std::size_t b = 0; b < 7; ++b) {
            const std::string men = std::string("b4") + kRed[a] + " b5" + kBlack[b];
            SCOPED_TRACE(men);
            EXPECT_EQ(takes_by_step(static_cast<Kind>(a), static_cast<Kind>(b)),
                      table[a][b] == 'x');
            const auto legal = legal_texts(few_men(men, "red"));
            if (table[a][b] == 'x')
                EXPECT_THAT(legal, Contains("b4-b5"));
            else
                EXPECT_THAT(legal, Not(Contains("b4-b5")));
        }
}

TEST(Movegen, StepsDoNotLeaveTheBoardOrWrapAround) {
    EXPECT_THAT(legal_texts(few_men("d4K a1k", "red")), ElementsAre("d4-c4", "d4-d3", "d4-d5"));
    EXPECT_THAT(legal_texts(few_men("a5K a1k", "red")), ElementsAre("a5-a4", "a5-a6", "a5-b5"));
    EXPECT_THAT(legal_texts(few_men("d8K a1k", "red")), ElementsAre("d8-c8", "d8-d7"));
    EXPECT_THAT(legal_texts(few_men("d8K a1k", "black")), ElementsAre("a1-a2", "a1-b1"));
}

TEST(Movegen, CannonJumpsOverExactlyOneMan) {
    // Over an own man, an enemy, a dark man; not over none, not over two.
    EXPECT_THAT(legal_texts(few_men("a1C a4P a7k", "red")), Contains("a1-a7"));
    EXPECT_THAT(legal_texts(few_men("a1C a4p a7k", "red")), Contains("a1-a7"));
    EXPECT_THAT(legal_texts(few_men("a1C a2p a3k", "red")), Contains("a1-a3"));
    EXPECT_THAT(legal_texts(few_men("a1C a7k b8p", "red")), Not(Contains("a1-a7")));
    EXPECT_THAT(legal_texts(few_men("a1C a3p a4p a7k", "red")), Not(Contains("a1-a7")));
    EXPECT_THAT(legal_texts(few_men("a1C b1p d1k", "red")), Contains("a1-d1"));
    EXPECT_THAT(legal_texts(few_men("a1C a2p", "red")), Not(Contains("a1-a2")));
    // Not to an own man, not to an empty square behind the screen.
    EXPECT_THAT(legal_texts(few_men("a1C a4p a7K", "red")), Not(Contains("a1-a7")));
    EXPECT_THAT(legal_texts(few_men("a1C a4p b8k", "red")), Not(Contains("a1-a7")));
    // Any rank, in both directions of both lines at once.
    EXPECT_THAT(
        legal_texts(few_men("b4C b5P b8g b3p b1k a4p c4P d4c", "red")),
        ElementsAre("b4-b1", "b4-b8", "b4-d4", "b5-a5", "b5-b6", "b5-c5", "c4-c3", "c4-c5"));
}

TEST(Movegen, CannonAndDarkMen) {
    // c1 is dark and serves as a screen; d1 is dark and cannot be taken.
    const std::string gone = "GGMMRRNNPPPPPggmmrrnnccppppC";
    EXPECT_THAT(legal_texts(position("----/----/----/----/----/----/----/C-Xk red K" + gone)),
                ElementsAre("a1-a2", "a1-b1", "a1-d1", "c1"));
    EXPECT_THAT(legal_texts(position("----/----/----/----/----/----/----/C-kX red K" + gone)),
                ElementsAre("a1-a2", "a1-b1", "d1"));
}

TEST(Movegen, DarkMenAreNeverTaken) {
    const auto board =
        position("----/----/----/----/----/----/----/KX-- red GGMMRRNNCCPPPPPkggmmrrnnccpppp");
    EXPECT_THAT(legal_texts(board), ElementsAre("a1-a2", "b1"));
    EXPECT_EQ(why_illegal(board, *Action::parse("a1-b1")), "a dark man cannot be captured");
}

TEST(Movegen, BlockedSideHasNoMove) {
    // The king in the corner may not take the pawns beside it.
    const auto board = few_men("a1K a2p b1p", "red");
    EXPECT_TRUE(no_move(board));
    EXPECT_FALSE(no_men(board));
    EXPECT_THAT(legal_texts(board), IsEmpty());
    EXPECT_FALSE(no_move(few_men("a1G a2p b1p", "red")));
}

TEST(Movegen, SideWithoutMenHasNoActionEvenWithDarkMenLeft) {
    const auto board =
        position("----/----/----/----/----/----/----/KX-- black GGMMRRNNCCPPPPkggmmrrnnccppppp");
    EXPECT_TRUE(no_men(board));
    EXPECT_THAT(legal_texts(board), IsEmpty());
    EXPECT_EQ(count_actions(board), 0);
}

TEST(Movegen, ReasonsForRefusals) {
    const auto board = position(testing::kMiddleGame);
    const auto why = [&](std::string_view text) {
        return why_illegal(board, *Action::parse(text));
    };
    EXPECT_EQ(why("c6"), "only a dark man can be flipped");
    EXPECT_EQ(why("b6"), "only a dark man can be flipped");
    EXPECT_EQ(why("b6-b5"), "the square to move from is empty");
    EXPECT_EQ(why("a1-a2"), "a dark man cannot move");
    EXPECT_EQ(why("c3-c2"), "that is the opponent's man");
    EXPECT_EQ(why("b4-a4"), "a dark man cannot be captured");
    EXPECT_EQ(why("b4-c4"), "an own man cannot be captured");
    EXPECT_EQ(why("c4-c5"), "that man cannot take this one");
    EXPECT_EQ(why("c6-d5"), "a man moves one square, orthogonally");
    EXPECT_EQ(why_illegal(board, Action{200, 1}), "there is no such square");
    EXPECT_EQ(why_illegal(few_men("a1C a2p", "red"), *Action::parse("a1-a2")),
              "a cannon takes only by jumping over exactly one man in its row or column");
}

TEST(Movegen, AgreesWithTheNaiveGenerator) {
    EXPECT_TRUE(rc::check("generate, count and why_illegal say what the rules say", [] {
        const auto fates = *rc::gen::container<std::vector<testing::Fate>>(
            32, rc::gen::weightedElement<testing::Fate>(
                    {{*rc::gen::inRange<std::size_t>(1, 6), testing::Fate::Captured},
                     {1, testing::Fate::Dark},
                     {3, testing::Fate::Standing}}));
        Rng rng(*rc::gen::arbitrary<std::uint64_t>());
        for (int shuffles = 0; shuffles < 30; ++shuffles) {
            const Board board = testing::scattered(fates, rng);
            Actions expected;
            for (Square from = 0; from < kSquares; ++from)
                for (Square to = 0; to < kSquares; ++to) {
                    const bool legal = testing::naive_legal(board, from, to);
                    RC_ASSERT(why_illegal(board, {from, to}).empty() == legal);
                    if (legal && !no_men(board))
                        expected.push_back({from, to});
                }
            RC_ASSERT(legal_texts(board) == testing::sorted_texts(expected));
            RC_ASSERT(count_actions(board) == static_cast<int>(expected.size()));
            RC_ASSERT((no_move(board) || no_men(board)) == expected.empty());
        }
    }));
}

}  // namespace nebel::darkchess
