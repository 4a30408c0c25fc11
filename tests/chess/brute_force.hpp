#pragma once

#include <string>
#include <vector>

#include "chess/position.hpp"

namespace nebel::chess::testing {

/// A second move generator that shares nothing with the first but the Position: men walk step by
/// step over (file, rank), moves are tried on a bare board, and kept if no enemy man can walk onto
/// the king. Slow and plain.
class BruteForce {
 public:
    explicit BruteForce(const Position& pos) : setup_(pos.setup()) {}

    /// UCI texts of the legal moves, sorted.
    [[nodiscard]] std::vector<std::string> legal_moves() const;
    /// Distinct (from, to) of legal pawn captures, as "e4d5", sorted.
    [[nodiscard]] std::vector<std::string> pawn_captures() const;

 private:
    struct Step {
        int file, rank;
    };
    using Board = std::array<Piece, 64>;

    [[nodiscard]] bool inside(int file, int rank) const {
        return file >= 0 && rank >= 0 && file < setup_.shape->width && rank < setup_.shape->height;
    }
    [[nodiscard]] bool attacked(const Board& board, Square target, Colour by) const;
    [[nodiscard]] bool king_safe(const Board& board, Colour c) const;
    [[nodiscard]] std::vector<Square> walks(const Board& board, Square from) const;
    void try_move(std::vector<std::string>& out, Square from, Square to, const Board& after) const;
    void add_pawn_moves(std::vector<std::string>& out, Square from) const;
    void add_castling(std::vector<std::string>& out, Square from) const;

    Setup setup_;
};

}  // namespace nebel::chess::testing
