#include "chess/transposition.hpp"

#include <algorithm>
#include <bit>

namespace nebel::chess {

TranspositionTable::TranspositionTable(std::size_t megabytes) {
    const std::size_t wanted = std::max<std::size_t>(megabytes, 1) * 1024 * 1024 / sizeof(Entry);
    entries_.resize(std::bit_floor(wanted));
    mask_ = entries_.size() / 2 - 1;
}

void TranspositionTable::next_generation() {
    if (++generation_ > kLastGeneration)
        clear();
}

void TranspositionTable::clear() {
    std::fill(entries_.begin(), entries_.end(), Entry{});
    generation_ = 1;
}

const TranspositionTable::Entry* TranspositionTable::probe(Key key) const {
    const std::size_t first = bucket(key);
    for (std::size_t i = first; i < first + 2; ++i)
        if (entries_[i].key == key && entries_[i].generation() == generation_)
            return &entries_[i];
    return nullptr;
}

void TranspositionTable::store(Key key, Move move, int score, int eval, int depth, Bound bound) {
    const std::size_t first = bucket(key);
    Entry* slot = &entries_[first];
    for (std::size_t i = first; i < first + 2; ++i) {
        Entry& e = entries_[i];
        if (e.generation() != generation_ || e.key == key) {
            slot = &e;
            break;
        }
        if (e.depth < slot->depth)
            slot = &e;
    }
    if (slot->generation() == generation_ && slot->key == key && !move)
        move = slot->move;
    slot->key = key;
    slot->move = move;
    slot->score = static_cast<std::int16_t>(score);
    slot->eval = static_cast<std::int16_t>(eval);
    slot->depth = static_cast<std::uint8_t>(std::clamp(depth, 0, 255));
    slot->generation_and_bound =
        static_cast<std::uint8_t>(generation_ << 2 | static_cast<int>(bound));
}

}  // namespace nebel::chess
