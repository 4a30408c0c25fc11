#pragma once

#include <array>
#include <cstdint>

#include "kriegspiel/finish/hunters.hpp"
#include "kriegspiel/finish/pair_table.hpp"
#include "kriegspiel/finish/pawn_table.hpp"
#include "kriegspiel/finish/region_table.hpp"

namespace nebel::kriegspiel {

/// How far we are from mate: less is better. A proven mate in n moves of ours is kMate + n, a game
/// that can be drawn is kDraw.
using Cost = std::int32_t;
inline constexpr Cost kMate = -1'000'000;
inline constexpr Cost kMateBound = kMate + 1000;
inline constexpr Cost kDraw = 1'000'000;

/// Guesses the cost of a set of possible kings at our turn. A PairTable tells it of small sets with
/// queen, rook, two bishops, or bishop and knight. Otherwise what counts is the region the king
/// could roam while our men stand still (where there is a table: into how many parts it falls), how
/// many squares of it are possible now, how near our king is, how near the edge they are, and what
/// is left to promote.
class HuntEvaluation {
 public:
    explicit HuntEvaluation(const chess::Shape& shape);
    /// Before a hunt with these men: makes the tables it will ask, or goes on with making them
    /// until the meter (may be null: no limit) is exhausted. What is not finished it does without.
    void prepare(const Hunters& men, BudgetMeter* meter = nullptr);
    [[nodiscard]] Cost cost(const Hunters& men, chess::Bitboard kings) const;
    /// Those of the kings against which these men could win if everything were seen, as far as is
    /// known; all of them if that is none.
    [[nodiscard]] chess::Bitboard winnable(const Hunters& men, chess::Bitboard kings) const;

 private:
    [[nodiscard]] const RegionTable* regions_for(const Hunters& men) const;
    [[nodiscard]] const PairTable* pairs_for(const Hunters& men) const;
    [[nodiscard]] Cost material(const Hunters& men) const;
    [[nodiscard]] Cost spread(chess::Bitboard kings, chess::Bitboard safe) const;

    const chess::Shape* shape_;
    // Null until prepared.
    const PawnTable* pawn_ = nullptr;
    const RegionTable* queen_regions_ = nullptr;
    const RegionTable* rook_regions_ = nullptr;
    const RegionTable* bishops_regions_ = nullptr;
    const PairTable* queen_ = nullptr;
    const PairTable* rook_ = nullptr;
    const PairTable* bishops_ = nullptr;
    const PairTable* bishop_knight_ = nullptr;
    std::array<Cost, 65> part_cost_{};        ///< of a region with so many squares
    std::array<chess::Bitboard, 3> inner_{};  ///< squares at least 1, 2, 3 steps from the edge
    std::array<std::array<chess::Bitboard, 8>, 64> around_{};  ///< [king][steps]
};

}  // namespace nebel::kriegspiel
