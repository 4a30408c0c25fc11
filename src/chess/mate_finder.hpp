#pragma once

#include <array>
#include <optional>

#include "chess/position.hpp"

namespace nebel::chess {

/// Which moves of a position mate at once. Most moves give no check and are told apart by where
/// they go, without being made.
class MateFinder {
 public:
    /// The position must outlive it.
    explicit MateFinder(const Position& position);

    /// Whether this legal move mates.
    [[nodiscard]] bool mates(Move move) const;
    /// The first of these legal moves that mates.
    [[nodiscard]] std::optional<Move> among(const MoveList& moves) const;

    struct Moves {
        bool any = false;
        bool mate = false;  ///< one of them mates
    };
    /// What there is to move, without a list of it.
    [[nodiscard]] Moves moves() const;

 private:
    const Position& position_;
    std::array<Bitboard, 7> checking_{};  ///< from where each kind of man gives check
    Bitboard screens_;                    ///< own men before own sliders that look at the king
};

}  // namespace nebel::chess
