#include "kriegspiel/finish/hunt_memory.hpp"

#include <algorithm>

namespace nebel::kriegspiel {

using chess::Bitboard;

void HuntMemory::clear() {
    lessons_.clear();
    first_ = none();
}

void HuntMemory::learn(const Hunters& men, Bitboard kings, Cost cost) {
    const std::uint64_t key = men.key();
    auto& first = first_[bucket(key)];
    for (std::int32_t i = first; i >= 0; i = lessons_[static_cast<std::size_t>(i)].next) {
        auto& lesson = lessons_[static_cast<std::size_t>(i)];
        if (lesson.men == key && lesson.kings == kings) {
            lesson.cost = std::max(lesson.cost, cost);
            return;
        }
    }
    lessons_.push_back({key, kings, cost, first});
    first = static_cast<std::int32_t>(lessons_.size()) - 1;
}

Cost HuntMemory::at_least(const Hunters& men, Bitboard kings) const {
    Cost most = kMate;
    if (lessons_.empty())
        return most;
    const std::uint64_t key = men.key();
    for (std::int32_t i = first_[bucket(key)]; i >= 0;) {
        const auto& lesson = lessons_[static_cast<std::size_t>(i)];
        if (lesson.men == key && (lesson.kings & ~kings) == 0)
            most = std::max(most, lesson.cost);
        i = lesson.next;
    }
    return most;
}

}  // namespace nebel::kriegspiel
