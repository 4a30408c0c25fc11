#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace nebel {

/// One step of splitmix64: turns any seed into well-mixed bits.
constexpr std::uint64_t splitmix64(std::uint64_t& state) {
    state += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/// A seed that depends on both arguments; equal inputs give equal seeds on every machine.
constexpr std::uint64_t mix_seed(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t state = seed;
    const std::uint64_t first = splitmix64(state);
    state = first ^ (index * 0xd1342543de82ef95ULL + 0x2545f4914f6cdd1dULL);
    return splitmix64(state);
}

/// xoshiro256++, seeded by splitmix64 from (seed, index). The draws are our own: the standard
/// library's distributions differ between vendors and would break reproducibility.
class Rng {
 public:
    using result_type = std::uint64_t;

    constexpr explicit Rng(std::uint64_t seed = 0, std::uint64_t index = 0) {
        std::uint64_t state = mix_seed(seed, index);
        for (auto& word : state_)
            word = splitmix64(state);
    }

    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return ~result_type{0}; }
    constexpr result_type operator()() { return next(); }

    constexpr std::uint64_t next() {
        const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = rotate(state_[3], 45);
        return result;
    }

    /// Uniform in [0, bound), exactly: Lemire's multiplication with rejection. bound must not be 0.
    constexpr std::uint32_t below(std::uint32_t bound) {
        std::uint64_t product = (next() >> 32) * bound;
        if (static_cast<std::uint32_t>(product) < bound) {
            const std::uint32_t threshold = (0u - bound) % bound;
            while (static_cast<std::uint32_t>(product) < threshold)
                product = (next() >> 32) * bound;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

    /// Uniform in [0, 1) with 53 bits.
    constexpr double real() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

    constexpr bool chance(double probability) { return real() < probability; }

    /// Fisher-Yates; every order equally likely.
    template <class T>
    constexpr void shuffle(std::span<T> items) {
        for (std::size_t i = items.size(); i > 1; --i)
            std::swap(items[i - 1], items[below(static_cast<std::uint32_t>(i))]);
    }

    constexpr bool operator==(const Rng&) const = default;

 private:
    static constexpr std::uint64_t rotate(std::uint64_t x, int k) {
        return (x << k) | (x >> (64 - k));
    }

    std::uint64_t state_[4]{};
};

/// So many draws in proportion to weights that are told one after the other, evenly spread: a
/// weight is drawn as often as its part of the total says, rounded up or down by chance.
class EvenDraw {
 public:
    constexpr EvenDraw(double total, std::size_t draws, Rng& rng)
        : share_(total / static_cast<double>(draws)), due_(share_ * rng.real()) {}

    /// How often the next weight is drawn.
    constexpr int times(double weight) {
        passed_ += weight;
        int times = 0;
        for (; due_ < passed_; due_ += share_)
            ++times;
        return times;
    }
    /// The weight that one draw stands for.
    [[nodiscard]] constexpr double share() const { return share_; }

 private:
    double share_;
    double due_;
    double passed_ = 0;
};

}  // namespace nebel
