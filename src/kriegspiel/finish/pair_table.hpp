#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kriegspiel/finish/hunters.hpp"

namespace nebel::kriegspiel {

/// One piece and the king against a bare king that stands on one of two squares: in how many moves
/// it can be mated whatever it does, if of all the squares it may come to stand on only two at a
/// time ever had to be kept apart. That is at most what a larger set takes, and far nearer to it
/// than the distance on an open board: it prices the moves that tell two kings apart. By retrograde
/// analysis over sets of second squares.
class PairTable {
 public:
    static constexpr int kNever = 255;

    /// The table for king and queen or king and rook on this board: made when first asked for (some
    /// tenths of a second), then shared by the whole program. Threads may ask at the same time.
    static const PairTable& shared(const chess::Shape& shape, chess::PieceType piece);

    PairTable(const chess::Shape& shape, chess::PieceType piece);

    struct Distance {
        int most = 0;   ///< of all pairs within the set, a square with itself included
        int total = 0;  ///< over these pairs
    };
    /// At our turn; `men` are the king and one man of the table's kind.
    [[nodiscard]] Distance distance(const Hunters& men, chess::Bitboard kings) const;
    [[nodiscard]] int distance(const Hunters& men, chess::Square a, chess::Square b) const;

 private:
    /// The boards that look like this one in a mirror are one and the same.
    struct Mirror {
        bool files = false;
        bool ranks = false;
        bool diagonal = false;
    };
    [[nodiscard]] Mirror mirror_for(chess::Square king) const;
    [[nodiscard]] chess::Square seen(chess::Square s, Mirror mirror) const;
    [[nodiscard]] chess::Bitboard seen(chess::Bitboard set, Mirror mirror) const;
    [[nodiscard]] bool place(std::size_t index, Hunters& men) const;
    static std::size_t index(chess::Square king, chess::Square piece) {
        return static_cast<std::size_t>(king) * 64 + piece;
    }
    void solve();

    const chess::Shape* shape_;
    chess::PieceType piece_;
    std::vector<int> row_;                ///< by own king: where its placements begin, -1: mirrored
    std::vector<std::uint8_t> distance_;  ///< [row of king][piece][first][second]
};

}  // namespace nebel::kriegspiel
