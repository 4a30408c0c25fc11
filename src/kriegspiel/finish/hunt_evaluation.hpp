#pragma once

#include <array>
#include <cstdint>

#include "kriegspiel/finish/hunters.hpp"
#include "kriegspiel/finish/pair_table.hpp"
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
    /// Before a hunt with these men: two bishops, or bishop and knight, need a table that takes
    /// seconds to make the first time, and do without it when they first come up in a search.
    void prepare(const Hunters& men);
    [[nodiscard]] Cost cost(const Hunters& men, chess::Bitboard kings) const;

 private:
    [[nodiscard]] const RegionTable* regions_for(const Hunters& men) const;
    [[nodiscard]] const PairTable* pairs_for(const Hunters& men) const;
    [[nodiscard]] Cost material(const Hunters& men) const;
    [[nodiscard]] Cost spread(chess::Bitboard kings, chess::Bitboard safe) const;

    const chess::Shape* shape_;
    mutable const RegionTable* queen_regions_ = nullptr;
    mutable const RegionTable* rook_regions_ = nullptr;
    mutable const PairTable* queen_ = nullptr;  ///< fetched when first needed
    mutable const PairTable* rook_ = nullptr;
    const PairTable* bishops_ = nullptr;  ///< once prepared
    const PairTable* bishop_knight_ = nullptr;
    std::array<Cost, 65> part_cost_{};        ///< of a region with so many squares
    std::array<chess::Bitboard, 3> inner_{};  ///< squares at least 1, 2, 3 steps from the edge
    std::array<std::array<chess::Bitboard, 8>, 64> around_{};  ///< [king][steps]
};

}  // namespace nebel::kriegspiel
