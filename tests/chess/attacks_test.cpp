#include "chess/attacks.hpp"

#include <gtest/gtest.h>

#include "core/rng.hpp"

namespace nebel::chess {
namespace {

Bitboard walk(Square s, Bitboard occupied, bool straight) {
    Bitboard result = 0;
    for (int df = -1; df <= 1; ++df)
        for (int dr = -1; dr <= 1; ++dr) {
            if ((df == 0 && dr == 0) || (df == 0 || dr == 0) != straight)
                continue;
            int f = file_of(s) + df;
            int r = rank_of(s) + dr;
            for (; f >= 0 && f < 8 && r >= 0 && r < 8; f += df, r += dr) {
                result |= bit(make_square(f, r));
                if (contains(occupied, make_square(f, r)))
                    break;
            }
        }
    return result;
}

void expect_walks(const SliderTables& tables) {
    Rng rng(7);
    for (int round = 0; round < 300; ++round) {
        // Sparse, medium and dense boards.
        const Bitboard occupied = round % 3 == 0   ? rng.next() & rng.next()
                                  : round % 3 == 1 ? rng.next()
                                                   : rng.next() | rng.next();
        for (int i = 0; i < 64; ++i) {
            const auto s = static_cast<Square>(i);
            ASSERT_EQ(tables.bishop(s, occupied), walk(s, occupied, false)) << square_name(s);
            ASSERT_EQ(tables.rook(s, occupied), walk(s, occupied, true)) << square_name(s);
        }
    }
}

TEST(Attacks, MagicTablesEqualWalking) {
    expect_walks(SliderTables(SliderIndex::kMagic));
}

TEST(Attacks, PextTablesEqualWalking) {
    if (!pext_exists())
        GTEST_SKIP() << "this processor has no PEXT";
    expect_walks(SliderTables(SliderIndex::kPext));
}

TEST(Attacks, MagicAndPextAgree) {
    if (!pext_exists())
        GTEST_SKIP() << "this processor has no PEXT";
    const SliderTables magic(SliderIndex::kMagic);
    const SliderTables pext(SliderIndex::kPext);
    Rng rng(8);
    for (int round = 0; round < 20000; ++round) {
        const Bitboard occupied = rng.next() & rng.next();
        const auto s = static_cast<Square>(rng.below(64));
        ASSERT_EQ(magic.bishop(s, occupied), pext.bishop(s, occupied));
        ASSERT_EQ(magic.rook(s, occupied), pext.rook(s, occupied));
    }
}

TEST(Attacks, TheProgramUsesPextOnlyWhereItIsQuick) {
    EXPECT_EQ(kSliders.index() == SliderIndex::kPext, pext_is_fast());
}

TEST(Attacks, LinesAndBetween) {
    EXPECT_EQ(between(kA1, kD4), bit(kB2) | bit(kC3));
    EXPECT_EQ(between(kD4, kA1), bit(kB2) | bit(kC3));
    EXPECT_EQ(between(kE1, kE2), 0u);
    EXPECT_EQ(between(kA1, kB3), 0u);
    EXPECT_EQ(line(kE2, kE5), file_bits(4));
    EXPECT_EQ(line(kB1, kG1), rank_bits(0));
    EXPECT_EQ(popcount(line(kA1, kB2)), 8);
    EXPECT_EQ(popcount(line(kA2, kB3)), 7);
    EXPECT_EQ(line(kA1, kC2), 0u);
    for (int i = 0; i < 64; ++i)
        for (int j = 0; j < 64; ++j) {
            const auto a = static_cast<Square>(i);
            const auto b = static_cast<Square>(j);
            const bool lined = contains(walk(a, 0, true) | walk(a, 0, false), b);
            ASSERT_EQ(line(a, b) != 0, lined);
            ASSERT_EQ(between(a, b) & ~line(a, b), 0u);
        }
}

TEST(Attacks, Leapers) {
    EXPECT_EQ(knight_attacks(kA1), bit(kB3) | bit(kC2));
    EXPECT_EQ(popcount(knight_attacks(kD4)), 8);
    EXPECT_EQ(king_attacks(kH8), bit(kG8) | bit(kG7) | bit(kH7));
    EXPECT_EQ(pawn_attacks(kWhite, kA2), bit(kB3));
    EXPECT_EQ(pawn_attacks(kBlack, kE5), bit(kD4) | bit(kF4));
    EXPECT_EQ(pawn_set_attacks<kBlack>(bit(kH7) | bit(kA7)), bit(kG6) | bit(kB6));
}

}  // namespace
}  // namespace nebel::chess
