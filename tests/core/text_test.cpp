#include "core/text.hpp"

#include <gtest/gtest.h>

#include "core/inline_vec.hpp"

namespace nebel {

TEST(Text, SplitsAndTrims) {
    EXPECT_EQ(trim("  a b\t\n"), "a b");
    EXPECT_EQ(split("a,,b", ',').size(), 3u);
    EXPECT_EQ(split("", ',').size(), 1u);
    EXPECT_EQ(split_words("  one  two\tthree ").size(), 3u);
    EXPECT_TRUE(split_words(" ").empty());
    EXPECT_EQ(join({"a", "b"}, ", "), "a, b");
}

TEST(Text, NumbersAreWholeOrNothing) {
    EXPECT_EQ(parse_number<int>("42"), 42);
    EXPECT_EQ(parse_number<int>("-7"), -7);
    for (const char* text : {"", "4x", " 4", "99999999999", "0x10"})
        EXPECT_FALSE(parse_number<int>(text)) << text;
}

TEST(Text, QuotesMakeUntrustedTextHarmless) {
    EXPECT_EQ(quote("a\nb\x1b"), "'a\\x0ab\\x1b'");
    EXPECT_EQ(quote(std::string(100, 'x')), "'" + std::string(60, 'x') + "...'");
}

TEST(Text, OneLineIsOneLine) {
    EXPECT_EQ(one_line("saw 't\n'"), "saw 't '");
}

TEST(InlineVec, HoldsComparesAndCopiesOnlyWhatIsUsed) {
    InlineVec<int, 4> a{1, 2, 3};
    InlineVec<int, 4> b = a;
    EXPECT_EQ(a, b);
    b.swap_remove(0);
    EXPECT_EQ(b, (InlineVec<int, 4>{3, 2}));
    EXPECT_FALSE(a == b);
    b.clear();
    EXPECT_TRUE(b.empty());
}

TEST(InlineVecDeathTest, OverflowIsABrokenInvariant) {
    InlineVec<int, 2> full{1, 2};
    EXPECT_DEATH(full.push_back(3), "broken invariant");
}

}  // namespace nebel
