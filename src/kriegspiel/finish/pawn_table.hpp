#pragma once

#include <cstdint>
#include <vector>

#include "kriegspiel/finish/board_mirror.hpp"
#include "kriegspiel/finish/hunters.hpp"

namespace nebel::kriegspiel {

/// King and pawn against a bare king when both sides see everything: from where the pawn becomes a
/// queen or a rook that is not lost at once. Kings against which that cannot
/// be forced draw whatever a blind attacker does: it need not think of them, and must not let the
/// others become such. By retrograde analysis on sets of king squares; some milliseconds.
class PawnTable {
 public:
    /// Made when first asked for, then shared by the whole program. Threads may ask at once.
    static const PawnTable& shared(const chess::Shape& shape);

    explicit PawnTable(const chess::Shape& shape);

    /// Whether these are king and pawn on this board.
    [[nodiscard]] bool covers(const Hunters& men) const;
    /// At our turn: the kings against which the pawn gets through.
    [[nodiscard]] chess::Bitboard won(const Hunters& men) const;

 private:
    /// Black men are looked at from the other side.
    static Mirror mirror_for(const Hunters& men) { return {false, men.colour != chess::kWhite}; }
    [[nodiscard]] std::size_t index(const Hunters& men) const;
    void solve();

    const chess::Shape* shape_;
    std::vector<chess::Bitboard> won_;  ///< [king][pawn]
};

}  // namespace nebel::kriegspiel
