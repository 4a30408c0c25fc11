#include "chess/transposition.hpp"

#include <gtest/gtest.h>

namespace nebel::chess {
namespace {

TEST(TranspositionTable, GivesBackWhatWasStoredAndNothingElse) {
    TranspositionTable table(1);
    const Key key = 0x123456789abcdef0ULL;
    const Key same_bucket = key ^ (1ULL << 63);
    EXPECT_EQ(table.probe(key), nullptr);
    table.store(key, Move(kE2, kE4), -321, 12, 7, Bound::kLower);
    const auto* entry = table.probe(key);
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->move, Move(kE2, kE4));
    EXPECT_EQ(entry->score, -321);
    EXPECT_EQ(entry->eval, 12);
    EXPECT_EQ(entry->depth, 7);
    EXPECT_EQ(entry->bound(), Bound::kLower);
    EXPECT_EQ(table.probe(same_bucket), nullptr);
}

TEST(TranspositionTable, KeepsTheMoveWhenANewResultHasNone) {
    TranspositionTable table(1);
    table.store(5, Move(kE2, kE4), 1, 1, 3, Bound::kExact);
    table.store(5, Move(), 2, 1, 4, Bound::kUpper);
    EXPECT_EQ(table.probe(5)->move, Move(kE2, kE4));
    EXPECT_EQ(table.probe(5)->score, 2);
}

TEST(TranspositionTable, AFullBucketLosesItsShallowestEntry) {
    TranspositionTable table(1);
    const Key keys[] = {7, 7 | 1ULL << 62, 7 | 1ULL << 63};
    table.store(keys[0], Move(), 0, 0, 9, Bound::kExact);
    table.store(keys[1], Move(), 0, 0, 2, Bound::kExact);
    table.store(keys[2], Move(), 0, 0, 5, Bound::kExact);
    EXPECT_NE(table.probe(keys[0]), nullptr);
    EXPECT_EQ(table.probe(keys[1]), nullptr);
    EXPECT_NE(table.probe(keys[2]), nullptr);
}

TEST(TranspositionTable, ANewGenerationSeesNothingOld) {
    TranspositionTable table(1);
    for (int i = 0; i < 200; ++i) {
        table.store(5, Move(), i, 0, 3, Bound::kExact);
        ASSERT_NE(table.probe(5), nullptr);
        table.next_generation();
        ASSERT_EQ(table.probe(5), nullptr);
    }
}

}  // namespace
}  // namespace nebel::chess
