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
    [[nodiscard]] bool holds(Colour colour) const {
        for (std::uint32_t i = 0; i < size_; ++i)
            if (colour_of(men_[i]) == colour)
                return true;
        return false;
    }
    /// How many of each man are left.
    [[nodiscard]] std::array<std::uint8_t, kManCodes> left() const {
        std::array<std::uint8_t, kManCodes> counts{};
        for (std::uint32_t i = 0; i < size_; ++i)
            ++counts[index(men_[i])];
        return counts;
    }

 private:
    std::array<Man, kSquares> men_;
    std::uint32_t size_ = 0;
};

}  // namespace nebel::darkchess
