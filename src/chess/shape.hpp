#pragma once

#include "chess/bitboard.hpp"

namespace nebel::chess {

/// The board's size and what follows from it. The board sits at a1 of the 8x8 frame; squares
/// outside it are `wall`, which a position keeps inside its occupancy so that sliders and pawns
/// stop there by themselves.
///
/// The rules follow from the size: castling exists on boards eight wide (kings on the e-file, rooks
/// in the corners), the pawn's double step (and with it en passant) on boards eight high.
struct Shape {
    std::uint8_t width = 8;
    std::uint8_t height = 8;
    bool castling = true;
    bool double_step = true;
    Bitboard mask = ~0ULL;       ///< the squares of the board
    Bitboard wall = 0;           ///< its complement
    Bitboard promotion[2] = {};  ///< last rank of each colour
    Bitboard first_rank[2] = {};
    /// Squares a pawn's single step may have reached if it may step once more (third rank);
    /// empty without double step.
    Bitboard double_from[2] = {};

    [[nodiscard]] constexpr bool on_board(Square s) const { return contains(mask, s); }
    [[nodiscard]] constexpr Square square(int file, int rank) const {
        return make_square(file, rank);
    }
    [[nodiscard]] constexpr int squares() const { return width * height; }
    /// Rank as the colour sees it: 0 is its own first rank.
    [[nodiscard]] constexpr int relative_rank(Colour c, Square s) const {
        return c == kWhite ? rank_of(s) : height - 1 - rank_of(s);
    }

    /// The one object for a size: shapes are compared by address. Width and height are 4 to 8.
    static const Shape& of(int width, int height);
    static const Shape& standard() { return of(8, 8); }

    static constexpr int kMinSide = 4;
    static constexpr int kMaxSide = 8;
};

}  // namespace nebel::chess
