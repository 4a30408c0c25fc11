#include "chess/draws.hpp"

#include <gtest/gtest.h>

#include "chess/fen.hpp"
#include "chess/start_positions.hpp"

namespace nebel::chess {
namespace {

bool insufficient(const char* placement) {
    const auto pos = parse_fen(std::string(placement) + " w - - 0 1");
    EXPECT_TRUE(pos) << placement;
    return is_insufficient_material(*pos);
}

TEST(Draws, InsufficientMaterial) {
    EXPECT_TRUE(insufficient("4k3/8/8/8/8/8/8/4K3"));
    EXPECT_TRUE(insufficient("4k3/8/8/8/8/8/8/4KN2"));
    EXPECT_TRUE(insufficient("4kb2/8/8/8/8/8/8/4K3"));
    EXPECT_TRUE(insufficient("4kb2/8/8/8/8/8/8/2B1K3"));  // both on dark squares
    EXPECT_TRUE(insufficient("k3/4/4/KN2"));
    EXPECT_FALSE(insufficient("4kb2/8/8/8/8/8/8/4KB2"));  // opposite colours
    EXPECT_FALSE(insufficient("4k3/8/8/8/8/8/8/3NKN2"));  // two knights
    EXPECT_FALSE(insufficient("4kn2/8/8/8/8/8/8/4KN2"));
    EXPECT_FALSE(insufficient("4kb2/8/8/8/8/8/8/4KN2"));
    EXPECT_FALSE(insufficient("4k3/8/8/8/8/8/4P3/4K3"));
    EXPECT_FALSE(insufficient("4k3/8/8/8/8/8/8/4KR2"));
    EXPECT_FALSE(insufficient("4k3/8/8/8/8/8/8/4KQ2"));
    EXPECT_FALSE(insufficient("4kq2/8/8/8/8/8/8/4KN2"));  // the queen can mate
}

TEST(Draws, OneSidedMaterial) {
    const auto pos = parse_fen("4kq2/8/8/8/8/8/8/4KN2 w - - 0 1");
    EXPECT_TRUE(has_insufficient_material(*pos, kWhite));
    EXPECT_FALSE(has_insufficient_material(*pos, kBlack));
}

TEST(Draws, ThreefoldRepetitionCountsTheCurrentPosition) {
    Position pos;
    History history(pos);
    const Move shuffle[] = {Move(kG1, kF3), Move(kG8, kF6), Move(kF3, kG1), Move(kF6, kG8)};
    EXPECT_EQ(history.occurrences(), 1);
    for (int round = 2; round <= 3; ++round) {
        for (const Move m : shuffle) {
            EXPECT_FALSE(history.is_threefold());
            pos.do_move(m);
            history.push(pos);
        }
        EXPECT_EQ(history.occurrences(), round);
    }
    EXPECT_TRUE(history.is_threefold());
    pos.do_move(Move(kE2, kE4));
    history.push(pos);
    EXPECT_EQ(history.occurrences(), 1);
    EXPECT_EQ(history.keys().size(), 1u);
}

TEST(Draws, FiftyMovesButNotAfterMate) {
    EXPECT_FALSE(is_fifty_moves(*parse_fen("4k3/8/8/8/8/8/8/R3K3 w - - 99 80")));
    EXPECT_TRUE(is_fifty_moves(*parse_fen("4k3/8/8/8/8/8/8/R3K3 w - - 100 80")));
    EXPECT_FALSE(is_fifty_moves(*parse_fen("R3k3/8/4K3/8/8/8/8/8 b - - 100 80")));
}

TEST(StartPositions, OneForEverySizeAndAllSound) {
    for (int w = 4; w <= 8; ++w)
        for (int h = 4; h <= 8; ++h) {
            const auto pos = start_position(std::to_string(w) + "x" + std::to_string(h));
            ASSERT_TRUE(pos);
            EXPECT_EQ(&pos->shape(), &Shape::of(w, h));
        }
    for (const StartPosition& start : start_positions()) {
        const auto pos = start_position(start.name);
        ASSERT_TRUE(pos) << start.name;
        EXPECT_EQ(to_fen(*pos), start.fen);
        EXPECT_FALSE(is_insufficient_material(*pos));
    }
    EXPECT_EQ(*start_position("standard"), Position());
    EXPECT_EQ(*start_position("4x4"), *start_position("silverman4x4"));
    const auto unknown = start_position("9x9");
    ASSERT_FALSE(unknown);
    EXPECT_NE(unknown.error().message.find("reduced4x4"), std::string::npos);
}

}  // namespace
}  // namespace nebel::chess
