#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kriegspiel/finish/hunt_evaluation.hpp"

namespace nebel::kriegspiel {

/// What a hunt has learned about how far it still is: for every set of kings it has stood before,
/// at least what the search found there. A guess that is too hopeful about some sets would make the
/// search walk around among them for ever; remembered, each visit makes them dearer until the way
/// out is the cheapest one (learning real-time search: Korf 1990, Koenig 2001).
class HuntMemory {
 public:
    void clear();
    /// At our turn these kings cost at least so much. Keeps the highest it was ever told.
    void learn(const Hunters& men, chess::Bitboard kings, Cost cost);
    /// The most that is known of this set: a set takes no less than any part of it. kMate: nothing.
    [[nodiscard]] Cost at_least(const Hunters& men, chess::Bitboard kings) const;

 private:
    struct Lesson {
        std::uint64_t men;
        chess::Bitboard kings;
        Cost cost;
        std::int32_t next;  ///< in the same bucket, -1: none
    };
    static std::size_t bucket(std::uint64_t men) { return (men >> 40) % kBuckets; }
    static constexpr std::size_t kBuckets = 256;

    std::vector<Lesson> lessons_;
    std::array<std::int32_t, kBuckets> first_ = none();
    static constexpr std::array<std::int32_t, kBuckets> none() {
        std::array<std::int32_t, kBuckets> first{};
        first.fill(-1);
        return first;
    }
};

}  // namespace nebel::kriegspiel
