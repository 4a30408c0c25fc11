#pragma once

#include <span>
#include <vector>

#include "chess/position.hpp"

namespace nebel::chess {

/// No sequence of legal moves can mate. A side cannot mate when it has no pawn, rook or queen and
///  - it has knights: one knight, no other man, and the opponent has nothing but king and queens;
///  or
///  - it has bishops, no knight: all bishops on the board (of both sides) stand on one colour and
///    there are no pawns and no knights at all; or
///  - it is a bare king.
/// The position is insufficient when neither side can mate: bare kings, K+N v K, K+B v K, and
/// bishops all of one colour. The same on every board size.
bool is_insufficient_material(const Position& pos);
/// The one-sided question.
bool has_insufficient_material(const Position& pos, Colour c);

/// A hundred half-moves without capture or pawn move and not mate.
bool is_fifty_moves(const Position& pos);

/// The keys of a game's positions, oldest first, for repetition. Kept outside Position so that a
/// position stays small. The last key pushed is the current position's.
class History {
 public:
    History() = default;
    explicit History(const Position& start) { push(start); }

    /// Call with the start position and then after every move.
    void push(const Position& pos) {
        // Nothing before a capture or pawn move can come back.
        if (pos.halfmove_clock() == 0)
            keys_.clear();
        keys_.push_back(pos.key());
    }
    void clear() { keys_.clear(); }
    /// How often the current position has occurred, itself included (0 for an empty history).
    [[nodiscard]] int occurrences() const;
    [[nodiscard]] bool is_threefold() const { return occurrences() >= 3; }
    /// Keys since the last capture or pawn move, the current position's last.
    [[nodiscard]] std::span<const Key> keys() const { return keys_; }

 private:
    std::vector<Key> keys_;
};

}  // namespace nebel::chess
