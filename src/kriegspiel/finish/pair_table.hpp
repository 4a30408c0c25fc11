#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kriegspiel/finish/hunters.hpp"

namespace nebel::kriegspiel {

/// The king and one or two pieces against a bare king that stands on one of two squares: in how
/// many moves it can be mated whatever it does, if of all the squares it may come to stand on only
/// two at a time ever had to be kept apart. That is at most what a larger set takes, and far nearer
/// to it than the distance on an open board: it prices the moves that tell two kings apart. By
/// retrograde analysis over sets of second squares.
class PairTable {
 public:
    static constexpr int kNever = 255;

    /// The table for the king and these pieces on this board: made when first asked for, then
    /// shared by the whole program. Threads may ask at the same time; they wait for it.
    static const PairTable& shared(const chess::Shape& shape, std::vector<chess::PieceType> pieces);

    /// A queen, a rook, two bishops (of opposite colours), or bishop and knight. On the chess board
    /// one piece takes about a tenth of a second and 1.3 MB, two bishops a second and 21 MB,
    /// bishop and knight five seconds and 85 MB (half as much again while it is made).
    PairTable(const chess::Shape& shape, std::vector<chess::PieceType> pieces);

    struct Distance {
        int most = 0;   ///< of all pairs within the set, a square with itself included
        int total = 0;  ///< over these pairs
    };
    /// At our turn; the men must be covered.
    [[nodiscard]] Distance distance(const Hunters& men, chess::Bitboard kings) const;
    [[nodiscard]] int distance(const Hunters& men, chess::Square a, chess::Square b) const;
    /// Whether these are the men the table is about.
    [[nodiscard]] bool covers(const Hunters& men) const;

 private:
    /// The boards that look like this one in a mirror are one and the same.
    struct Mirror {
        bool files = false;
        bool ranks = false;
        bool diagonal = false;
        [[nodiscard]] bool plain() const { return !files && !ranks && !diagonal; }
        /// Seen back, the diagonal comes first: the files and ranks change places.
        [[nodiscard]] Mirror back() const { return diagonal ? Mirror{ranks, files, true} : *this; }
    };
    class Solver;

    [[nodiscard]] Mirror mirror_for(chess::Square king) const;
    [[nodiscard]] chess::Square seen(chess::Square s, Mirror mirror) const;
    [[nodiscard]] chess::Bitboard seen(chess::Bitboard set, Mirror mirror) const;
    [[nodiscard]] bool place(std::size_t placement, Hunters& men) const;
    /// Of the placement that these men are in that mirror.
    [[nodiscard]] std::size_t placement(const Hunters& men, Mirror mirror) const;
    [[nodiscard]] bool two_bishops() const {
        return pieces_.size() == 2 && pieces_[0] == pieces_[1];
    }
    static std::size_t pair(std::size_t low, std::size_t high) {
        return high * (high + 1) / 2 + low;
    }

    static constexpr std::size_t kPairs = 64 * 65 / 2;

    const chess::Shape* shape_;
    std::vector<chess::PieceType> pieces_;
    std::vector<chess::Square> kings_;    ///< own king squares that are not mirrored
    std::vector<std::size_t> row_;        ///< by own king: its place in kings_
    std::size_t slots_ = 0;               ///< ways to place the pieces, for each of kings_
    std::vector<std::uint8_t> distance_;  ///< [placement][pair]
};

}  // namespace nebel::kriegspiel
