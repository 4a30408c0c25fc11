#include "core/exponentials.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace nebel {

TEST(Exponentials, AreWithinAFewPartsInAMillion) {
    std::vector<float> numbers;
    for (float x = -79; x < 79; x += 0.0371F)
        numbers.push_back(x);
    auto powers = numbers;
    exponentials(powers);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const double exact = std::exp(static_cast<double>(numbers[i]));
        ASSERT_NEAR(powers[i] / exact, 1, 8e-6) << numbers[i];
    }
}

TEST(Exponentials, NoughtIsExactAndFarNumbersStayFinite) {
    std::vector<float> numbers = {0, 1000, -1000};
    exponentials(numbers);
    EXPECT_EQ(numbers[0], 1);
    EXPECT_TRUE(std::isfinite(numbers[1]));
    EXPECT_GT(numbers[1], 1e34F);
    EXPECT_GT(numbers[2], 0);
    EXPECT_LT(numbers[2], 1e-34F);
}

}  // namespace nebel
