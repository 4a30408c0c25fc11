#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

namespace nebel {

/// Replaces each number by e to it, within a few parts in a million. Written so that a compiler
/// takes several at once; numbers beyond 80 either way are taken for 80.
inline void exponentials(std::span<float> numbers) {
    constexpr float kFar = 80;
    constexpr float kPerOctave = 1.44269504F;
    constexpr float kOctave = 0.693147181F;
    // Adding it leaves a number's whole part in the last bits.
    constexpr float kRounder = 12582912.0F;
    constexpr std::uint32_t kExponentBias = 127;
    for (float& number : numbers) {
        const float x = std::max(-kFar, std::min(kFar, number));
        const float shifted = x * kPerOctave + kRounder;
        const float rest = x - (shifted - kRounder) * kOctave;
        const float power =
            1 +
            rest * (1 + rest * (0.5F + rest * (1.0F / 6 +
                                               rest * (1.0F / 24 + rest * (1.0F / 120 +
                                                                           rest * (1.0F / 720))))));
        const std::uint32_t octaves =
            std::bit_cast<std::uint32_t>(shifted) - std::bit_cast<std::uint32_t>(kRounder);
        number = power * std::bit_cast<float>((octaves + kExponentBias) << 23);
    }
}

}  // namespace nebel
