#pragma once

#include <cstdint>
#include <vector>

#include "chess/types.hpp"

namespace nebel::chess {

/// What kind of statement a stored score is.
enum class Bound : std::uint8_t { kNone, kUpper, kLower, kExact };

/// A plain array of search results by key. Entries of an earlier generation count as empty, so a
/// new search starts afresh without clearing memory.
class TranspositionTable {
 public:
    struct Entry {
        Key key = 0;
        Move move;
        std::int16_t score = 0;
        std::int16_t eval = 0;
        std::uint8_t depth = 0;
        std::uint8_t generation_and_bound = 0;

        [[nodiscard]] Bound bound() const { return static_cast<Bound>(generation_and_bound & 3); }
        [[nodiscard]] int generation() const { return generation_and_bound >> 2; }
    };

    explicit TranspositionTable(std::size_t megabytes);

    /// Makes everything stored so far invisible.
    void next_generation();
    void clear();
    /// Null when nothing is known.
    [[nodiscard]] const Entry* probe(Key key) const;
    void store(Key key, Move move, int score, int eval, int depth, Bound bound);

 private:
    static constexpr int kLastGeneration = 63;

    [[nodiscard]] std::size_t bucket(Key key) const { return (key & mask_) * 2; }

    std::vector<Entry> entries_;
    Key mask_ = 0;
    int generation_ = 1;
};

}  // namespace nebel::chess
