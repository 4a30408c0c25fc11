#pragma once

#include <bit>
#include <cstdint>

#include "stratego/types.hpp"

namespace nebel::stratego {

/// A set of squares: one bit for each of the 100, so that a whole army steps in one shift.
class Bits {
 public:
    __extension__ using Word = unsigned __int128;

    constexpr Bits() = default;
    static constexpr Bits of(Square at) { return Bits(Word{1} << at); }

    [[nodiscard]] constexpr bool has(Square at) const { return (word_ >> at) & 1; }
    constexpr void add(Square at) { word_ |= Word{1} << at; }
    constexpr void remove(Square at) { word_ &= ~(Word{1} << at); }

    [[nodiscard]] constexpr bool empty() const { return word_ == 0; }
    constexpr explicit operator bool() const { return word_ != 0; }
    [[nodiscard]] constexpr int size() const {
        return std::popcount(low()) + std::popcount(high());
    }

    /// The lowest square; the set must not be empty.
    [[nodiscard]] constexpr Square first() const {
        return static_cast<Square>(low() != 0 ? std::countr_zero(low())
                                              : 64 + std::countr_zero(high()));
    }
    constexpr Square take_first() {
        const Square at = first();
        word_ &= word_ - 1;
        return at;
    }
    /// Square number n of the set, counted from the lowest; n must be less than the size.
    [[nodiscard]] constexpr Square nth(int n) const {
        const int below = std::popcount(low());
        std::uint64_t half = n < below ? low() : high();
        for (int skip = n < below ? n : n - below; skip > 0; --skip)
            half &= half - 1;
        return static_cast<Square>((n < below ? 0 : 64) + std::countr_zero(half));
    }

    constexpr Bits operator&(Bits other) const { return Bits(word_ & other.word_); }
    constexpr Bits operator|(Bits other) const { return Bits(word_ | other.word_); }
    constexpr Bits operator~() const { return Bits(~word_); }
    constexpr Bits& operator&=(Bits other) { return *this = *this & other; }
    constexpr Bits& operator|=(Bits other) { return *this = *this | other; }
    constexpr bool operator==(const Bits&) const = default;

    [[nodiscard]] constexpr Bits shifted_up(int by) const { return Bits(word_ << by); }
    [[nodiscard]] constexpr Bits shifted_down(int by) const { return Bits(word_ >> by); }

 private:
    constexpr explicit Bits(Word word) : word_(word) {}
    [[nodiscard]] constexpr std::uint64_t low() const { return static_cast<std::uint64_t>(word_); }
    [[nodiscard]] constexpr std::uint64_t high() const {
        return static_cast<std::uint64_t>(word_ >> 64);
    }

    Word word_ = 0;
};

enum class Direction : std::uint8_t { Up, Right, Down, Left };
inline constexpr std::array<Direction, 4> kDirections{Direction::Up, Direction::Right,
                                                      Direction::Down, Direction::Left};

/// What one step adds to a square.
constexpr int stride_of(Direction direction) {
    constexpr std::array<int, 4> kSteps{kStride, 1, -kStride, -1};
    return kSteps[static_cast<std::size_t>(direction)];
}

/// A whole file of the ten.
constexpr Bits file_bits(int file) {
    Bits bits;
    for (int row = 0; row < 10; ++row)
        bits.add(square(file, row));
    return bits;
}

/// Every square of the set moved by one; what would leave the 10x10 frame is gone.
constexpr Bits stepped(Bits set, Direction direction) {
    constexpr Bits kNotFirst = ~file_bits(0);
    constexpr Bits kNotLast = ~file_bits(9);
    constexpr Bits kFrame = ~(~Bits()).shifted_up(kSquares);
    switch (direction) {
        case Direction::Up:
            return set.shifted_up(kStride) & kFrame;
        case Direction::Right:
            return set.shifted_up(1) & kNotFirst & kFrame;
        case Direction::Down:
            return set.shifted_down(kStride);
        case Direction::Left:
            break;
    }
    return set.shifted_down(1) & kNotLast;
}

/// The up to four squares next to a square.
inline constexpr std::array<Bits, kSquares> kNeighbours = [] {
    std::array<Bits, kSquares> all;
    for (std::size_t at = 0; at < kSquares; ++at)
        for (const Direction direction : kDirections)
            all[at] |= stepped(Bits::of(static_cast<Square>(at)), direction);
    return all;
}();

}  // namespace nebel::stratego
