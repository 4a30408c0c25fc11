#pragma once

#include <array>

#include "chess/shape.hpp"

namespace nebel::chess {

/// A score for the middle game and one for the endgame; evaluate() blends them.
struct Score {
    int middle = 0;
    int end = 0;
    constexpr Score& operator+=(const Score& o) {
        middle += o.middle;
        end += o.end;
        return *this;
    }
    constexpr Score& operator-=(const Score& o) {
        middle -= o.middle;
        end -= o.end;
        return *this;
    }
    friend constexpr Score operator+(Score a, const Score& b) { return a += b; }
    friend constexpr Score operator-(Score a, const Score& b) { return a -= b; }
    friend constexpr Score operator*(const Score& a, int n) { return {a.middle * n, a.end * n}; }
};

namespace detail {

/// Worth of a white man with its place on a board of this size. Places are measured in per cent:
/// how near the middle of the board, how far advanced, so one set of numbers serves every size.
constexpr Score placed_value(PieceType type, int file, int rank, int width, int height) {
    const int from_side = file < width - 1 - file ? file : width - 1 - file;
    const int from_end = rank < height - 1 - rank ? rank : height - 1 - rank;
    const int file_middle = 100 * from_side / ((width - 1) / 2);
    const int rank_middle = 100 * from_end / ((height - 1) / 2);
    const int centre = (file_middle + rank_middle) / 2;
    const int advance = 100 * rank / (height - 1);
    // Far-reaching men are worth less where there is no far.
    const int reach = (width + height) * 100 / 16;
    switch (type) {
        case kPawn:
            return {84 + advance * file_middle / 250 + (advance > 60 ? advance - 60 : 0),
                    96 + advance * advance / 95};
        case kKnight:
            return {290 + centre * 6 / 10, 275 + centre * 6 / 10};
        case kBishop:
            return {205 + reach * 12 / 10 + centre * 3 / 10,
                    200 + reach * 12 / 10 + centre * 2 / 10};
        case kRook:
            return {370 + reach * 11 / 10 + file_middle / 10 + (rank == height - 2 ? 18 : 0),
                    420 + reach * 11 / 10 + (rank == height - 2 ? 12 : 0)};
        case kQueen:
            return {770 + reach * 2 + centre / 10, 750 + reach * 2 + centre * 3 / 10};
        case kKing:
            return {-advance * 7 / 10 - file_middle * 3 / 10, centre * 7 / 10 - 35};
        default:
            return {};
    }
}

}  // namespace detail

/// Material and placement of every man on every square of one board size.
struct PieceSquareTable {
    std::array<std::array<Score, 64>, 16> value{};  ///< [piece][square], Black's negative
};

/// A score as one number, at a phase_of() a position of this shape.
int blended(const Score& score, int phase, const Shape& shape);

/// The table of a shape; computed at compile time.
const PieceSquareTable& piece_square_table(const Shape& shape);

}  // namespace nebel::chess
