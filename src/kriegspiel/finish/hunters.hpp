#pragma once

#include <cstdint>

#include "chess/attacks.hpp"
#include "core/inline_vec.hpp"
#include "kriegspiel/action.hpp"
#include "kriegspiel/event.hpp"
#include "kriegspiel/own_men.hpp"

// A bare king that may stand on any square of a set, and the men that hunt it. The king has no men
// to block or pin anything, so what a move of ours does to *every* possible king at once is a
// handful of operations on sets of squares.
namespace nebel::kriegspiel {

/// All squares one king's step away from some square of the set.
constexpr chess::Bitboard neighbours(chess::Bitboard set) {
    using chess::shift;
    const chess::Bitboard aside = shift<1>(set) | shift<-1>(set);
    const chess::Bitboard row = set | aside;
    return aside | shift<8>(row) | shift<-8>(row);
}

/// What our men attack, line by line, as if the hunted king were lifted off the board: so these
/// are also the squares it cannot flee to, protected men of ours included.
struct Attacks {
    chess::Bitboard all = 0;
    chess::Bitboard rank = 0;
    chess::Bitboard file = 0;
    chess::Bitboard rising = 0;   ///< along diagonals parallel to a1-h8
    chess::Bitboard falling = 0;  ///< along diagonals parallel to a8-h1
    chess::Bitboard knight = 0;
};

/// The side that hunts.
struct Hunters {
    const chess::Shape* shape = &chess::Shape::standard();
    chess::Bitboard all = 0;
    chess::Bitboard of[7] = {};  ///< by chess::PieceType; [0] unused
    chess::Square king = chess::kNoSquare;
    chess::Colour colour = chess::kWhite;

    Hunters() = default;
    explicit Hunters(const OwnMen& men);

    [[nodiscard]] chess::PieceType on(chess::Square s) const;
    void move(const Action& action);
    void lose(chess::Square s);
    /// `fixed`: enemy men beside the king that stand in the way; usually none.
    [[nodiscard]] Attacks attacks(chess::Bitboard fixed = 0) const;
    /// Could these men ever mate a bare king by force, pawns counted as what they may become?
    [[nodiscard]] bool suffice() const;
    [[nodiscard]] std::uint64_t key() const;
    bool operator==(const Hunters& other) const = default;
};

/// Every try but castling and pawn captures, which a bare king cannot make possible. Pawns become
/// queens, rooks or knights.
using HuntTries = InlineVec<Action, 256>;
void list_tries(const Hunters& men, HuntTries& tries);

/// The king squares on which the umpire refuses this try.
chess::Bitboard refused_squares(const Hunters& men, const Action& action);

/// The kinds of check that a king on each square of a board is told.
class CheckMap {
 public:
    explicit CheckMap(const chess::Shape& shape);
    [[nodiscard]] std::uint8_t kinds(const Attacks& attacks, chess::Square king) const;
    /// The kings of the set that would be told exactly these kinds (0: silence).
    [[nodiscard]] chess::Bitboard told(const Attacks& attacks,
                                       chess::Bitboard kings,
                                       std::uint8_t kinds) const;

 private:
    chess::Bitboard rising_long_ = 0;   ///< where the rising diagonal is the long one
    chess::Bitboard falling_long_ = 0;  ///< on odd boards a square can be in both
};

/// What a set of possible kings is split into by one accepted move of ours and the king's reply.
struct Split {
    chess::Bitboard mated = 0;
    chess::Bitboard stalemated = 0;
    struct Branch {
        chess::Bitboard kings;   ///< where the king may stand at our next turn
        chess::Square captured;  ///< our man that it took, or kNoSquare
        std::uint8_t kinds;      ///< what was announced after our move
    };
    InlineVec<Branch, 48> branches;
};

/// `men` after the move, `kings` those on which it was accepted.
void split(const Hunters& men,
           const Attacks& attacks,
           const CheckMap& checks,
           chess::Bitboard kings,
           Split& result);

/// The kings (before their reply) for which the game is then no longer won: stalemated, where that
/// draws, or able to take a man without which the others cannot mate.
chess::Bitboard lost_to_draw(const Hunters& men,
                             chess::Bitboard kings,
                             const Split& outcome,
                             bool stalemate_wins);

}  // namespace nebel::kriegspiel
