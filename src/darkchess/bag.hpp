#pragma once

#include "core/rng.hpp"
#include "darkchess/board.hpp"

namespace nebel::darkchess {

/// The men still face down, in an order that does not matter: drawing takes any of them out.
class Bag {
 public:
    explicit Bag(const Board& board) {
        for (const Man m : kAllMen)
            for (int i = board.dark_left(m); i > 0; --i)
                men_[size_++] = m;
    }
    Man draw(Rng& rng) {
        Man& place = men_[rng.below(size_)];
        const Man drawn = place;
        place = men_[--size_];
        return drawn;
    }

 private:
    std::array<Man, kSquares> men_;
    std::uint32_t size_ = 0;
};

}  // namespace nebel::darkchess
