#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/budget.hpp"
#include "kriegspiel/finish/board_mirror.hpp"
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
    /// The same for who has little time: goes on with making it until the meter is exhausted; null
    /// while it is not usable().
    static const PairTable* shared(const chess::Shape& shape,
                                   std::vector<chess::PieceType> pieces,
                                   BudgetMeter& meter);

    /// A queen, a rook, two bishops (of opposite colours), or bishop and knight. Empty until
    /// built.
    PairTable(const chess::Shape& shape, std::vector<chess::PieceType> pieces);
    ~PairTable();

    /// Works on the table until it is finished (true) or the meter is exhausted; a node is some
    /// twenty microseconds of work. On the chess board
    /// one piece takes 20 ms and 1.3 MB, two bishops 0.4 s and 21 MB, bishop and knight 2 s and
    /// 85 MB (as much again while it is made).
    bool build(BudgetMeter& meter);

    /// Whether it is finished.
    [[nodiscard]] bool complete() const { return stage() == Stage::Pairs; }
    /// Whether it can be asked: before it is finished it knows how long it takes to mate a king
    /// that is seen all the time. That is ready in a tenth of the time.
    [[nodiscard]] bool usable() const { return stage() != Stage::Nothing; }

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
    class Solver;
    enum class Stage : std::uint8_t { Nothing, Seen, Pairs };
    [[nodiscard]] Stage stage() const { return stage_.load(std::memory_order_acquire); }

    [[nodiscard]] bool place(std::size_t placement, Hunters& men) const;
    /// Of the placement that these men are in that mirror.
    [[nodiscard]] std::size_t placement(const Hunters& men, Mirror mirror) const;
    [[nodiscard]] bool two_bishops() const {
        return pieces_.size() == 2 && pieces_[0] == pieces_[1];
    }
    static std::size_t pair(std::size_t low, std::size_t high) {
        return high * (high + 1) / 2 + low;
    }

    [[nodiscard]] std::uint8_t* distances(std::size_t placement) {
        return &distance_[placement / slots_][placement % slots_ * kPairs];
    }
    [[nodiscard]] const std::uint8_t* distances(std::size_t placement) const {
        return &distance_[placement / slots_][placement % slots_ * kPairs];
    }

    [[nodiscard]] std::uint8_t* seen_distances(std::size_t placement) {
        return &seen_distance_[placement / slots_][placement % slots_ * 64];
    }
    [[nodiscard]] Distance seen_distance(std::size_t placement, chess::Bitboard kings) const;

    static constexpr std::size_t kPairs = 64 * 65 / 2;

    const chess::Shape* shape_;
    std::vector<chess::PieceType> pieces_;
    std::vector<chess::Square> kings_;  ///< own king squares that are not mirrored
    std::vector<std::size_t> row_;      ///< by own king: its place in kings_
    std::size_t slots_ = 0;             ///< ways to place the pieces, for each of kings_
    std::vector<std::vector<std::uint8_t>> distance_;       ///< [own king's place][slot][pair]
    std::vector<std::vector<std::uint8_t>> seen_distance_;  ///< [own king's place][slot][king]
    std::atomic<Stage> stage_{Stage::Nothing};
    std::unique_ptr<Solver> solver_;  ///< while it is being made
};

}  // namespace nebel::kriegspiel
