#pragma once

#include <bit>

#include "chess/types.hpp"

namespace nebel::chess {

constexpr Bitboard kFileA = 0x0101010101010101ULL;
constexpr Bitboard kFileH = kFileA << 7;
constexpr Bitboard kRank1 = 0xffULL;
constexpr Bitboard kLightSquares = 0x55aa55aa55aa55aaULL;
constexpr Bitboard kDarkSquares = ~kLightSquares;

constexpr Bitboard bit(Square s) {
    return 1ULL << s;
}
constexpr Bitboard rank_bits(int rank) {
    return kRank1 << (8 * rank);
}
constexpr Bitboard file_bits(int file) {
    return kFileA << file;
}
constexpr bool contains(Bitboard b, Square s) {
    return (b >> s) & 1;
}
constexpr bool more_than_one(Bitboard b) {
    return (b & (b - 1)) != 0;
}
constexpr int popcount(Bitboard b) {
    return std::popcount(b);
}
/// The lowest square of a set that is not empty.
constexpr Square lsb(Bitboard b) {
    return static_cast<Square>(std::countr_zero(b));
}
constexpr Square pop_lsb(Bitboard& b) {
    const Square s = lsb(b);
    b &= b - 1;
    return s;
}

/// For (Square s : Squares(bitboard)): lowest first.
class Squares {
 public:
    class Iterator {
     public:
        constexpr explicit Iterator(Bitboard rest) : rest_(rest) {}
        constexpr Square operator*() const { return lsb(rest_); }
        constexpr Iterator& operator++() {
            rest_ &= rest_ - 1;
            return *this;
        }
        constexpr bool operator!=(const Iterator& o) const { return rest_ != o.rest_; }

     private:
        Bitboard rest_;
    };
    constexpr explicit Squares(Bitboard set) : set_(set) {}
    [[nodiscard]] constexpr Iterator begin() const { return Iterator(set_); }
    [[nodiscard]] constexpr Iterator end() const { return Iterator(0); }

 private:
    Bitboard set_;
};

/// Moves every square by one of the eight king steps (8 up, 1 right, 9, 7, ...); what leaves the
/// frame is lost, nothing wraps around.
template <int Delta>
constexpr Bitboard shift(Bitboard b) {
    static_assert(Delta == 8 || Delta == -8 || Delta == 1 || Delta == -1 || Delta == 9 ||
                  Delta == 7 || Delta == -7 || Delta == -9);
    if constexpr (Delta == 1 || Delta == 9 || Delta == -7)
        b &= ~kFileH;
    if constexpr (Delta == -1 || Delta == 7 || Delta == -9)
        b &= ~kFileA;
    if constexpr (Delta > 0)
        return b << Delta;
    else
        return b >> -Delta;
}

}  // namespace nebel::chess
