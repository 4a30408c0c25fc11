#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "kriegspiel/finish/pair_table.hpp"

namespace nebel::kriegspiel {

/// King and one piece or two bishops against a bare king of which nothing more is known than the
/// region it is in: in how many moves it is mated at most, whatever it does.
///
/// While our men stand still the board falls into regions that a king cannot leave. A plan that
/// forgets everything but which of them are possible is worse than one that keeps the exact set,
/// so what it needs is a bound for every set. There are so few such states (some twelve thousand on
/// the chess board) that the whole game over them is solved at once. It ends where only a few
/// squares are left: there the PairTable goes on.
class RegionTable {
 public:
    /// In fortieths of a move, the unit of HuntEvaluation.
    static constexpr int kMove = 40;
    static constexpr int kNever = 100'000;
    /// Up to so many squares the PairTable guesses, and what each square more costs.
    static constexpr int kFew = 12;
    static constexpr int kEachSquare = 32;

    /// The table for the king and a queen, a rook or two bishops on this board: made when first
    /// asked for, then shared by the whole program.
    static const RegionTable& shared(const chess::Shape& shape,
                                     const std::vector<chess::PieceType>& pieces);
    /// The same for who has little time: goes on with making it until the meter is exhausted; null
    /// while it is not finished.
    static const RegionTable* shared(const chess::Shape& shape,
                                     const std::vector<chess::PieceType>& pieces,
                                     BudgetMeter& meter);

    /// Empty until built.
    RegionTable(const chess::Shape& shape, const std::vector<chess::PieceType>& pieces);
    ~RegionTable();
    /// Works on the table until it is finished (true) or the meter is exhausted; a node is some
    /// twenty microseconds of work.
    bool build(BudgetMeter& meter);

    /// What a set of kings costs at our turn; kNever where the piece cannot be kept.
    [[nodiscard]] int cost(const Hunters& men, chess::Bitboard kings) const;

 private:
    class Solver;
    /// A union of regions and its bound.
    struct Entry {
        chess::Bitboard regions;
        int cost;
    };

    /// Of men that are not mirrored.
    [[nodiscard]] std::size_t placement(const Hunters& men) const;
    [[nodiscard]] Hunters mirrored(const Hunters& men, Mirror mirror) const;
    [[nodiscard]] int guess(const Hunters& men, chess::Bitboard kings) const;

    const chess::Shape* shape_;
    std::vector<chess::PieceType> pieces_;
    const PairTable* pairs_ = nullptr;
    bool built_ = false;
    std::vector<std::vector<Entry>> entries_;  ///< by placement of our men
    std::unique_ptr<Solver> solver_;           ///< while it is being made
};

/// All squares that kings may come to, step by step, while nothing else moves.
chess::Bitboard roamed(chess::Bitboard kings, chess::Bitboard safe);

}  // namespace nebel::kriegspiel
