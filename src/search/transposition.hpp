#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/error.hpp"

namespace nebel::search {

/// What a stored value means for the true one.
enum class Bound : std::uint8_t { None, AtMost, AtLeast, Exact };

/// What a search remembers of a position. `Action` is small and trivially copyable.
template <class Action>
struct Remembered {
    std::uint64_t key = 0;
    std::int16_t value = 0;
    std::int8_t depth = 0;
    Bound bound = Bound::None;
    Action best{};
    std::uint16_t age = 0;
};

/// A transposition table: a plain array of pairs, the first of which keeps the deeper result of the
/// present search and the second the latest. Not for several threads.
template <class Action>
class TranspositionTable {
 public:
    using Entry = Remembered<Action>;

    explicit TranspositionTable(std::size_t megabytes) {
        NEBEL_CHECK(megabytes > 0);
        while (size_ * 2 * sizeof(Entry) <= megabytes << 20)
            size_ *= 2;
        clear();
    }

    void clear() {
        entries_ = std::make_unique<Entry[]>(size_);
        age_ = 0;
    }
    /// From now on older entries give way first.
    void new_search() { ++age_; }

    /// Null when nothing is known.
    [[nodiscard]] const Entry* find(std::uint64_t key) const {
        const Entry* pair = &entries_[place(key)];
        for (const Entry* entry : {pair, pair + 1})
            if (entry->key == key && entry->bound != Bound::None)
                return entry;
        return nullptr;
    }

    void store(std::uint64_t key, int value, int depth, Bound bound, Action best) {
        Entry* pair = &entries_[place(key)];
        Entry* entry =
            pair->key == key || pair->age != age_ || pair->depth <= depth ? pair : pair + 1;
        if (entry == pair && pair->key != key && pair->bound != Bound::None)
            pair[1] = *pair;
        *entry = {
            key, static_cast<std::int16_t>(value), static_cast<std::int8_t>(depth), bound, best,
            age_};
    }

 private:
    /// The first of the pair.
    [[nodiscard]] std::size_t place(std::uint64_t key) const { return key & (size_ - 2); }

    std::size_t size_ = 2;
    std::unique_ptr<Entry[]> entries_;
    std::uint16_t age_ = 0;
};

}  // namespace nebel::search
