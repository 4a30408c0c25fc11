#pragma once

#include <array>

#include "chess/attacks.hpp"
#include "chess/shape.hpp"
#include "chess/zobrist.hpp"

namespace nebel::chess {

/// A position spelled out man by man: what FEN, samplers and editors fill in. Free to be nonsense;
/// validate() tells.
struct Setup {
    const Shape* shape = &Shape::standard();
    std::array<Piece, 64> board{};
    Colour side = kWhite;
    std::uint8_t castling = kNoCastling;
    Square ep = kNoSquare;  ///< the square jumped over by the last double step
    std::uint16_t halfmove_clock = 0;
    std::uint16_t fullmove_number = 1;

    /// Everything Position relies on: exactly one king a side, at most 16 men a side, the side
    /// not to move not in check, no men on the wall, no pawns on the first or last rank, castling
    /// rights with king and rook at home, an en passant square that a double step could have left.
    [[nodiscard]] Parsed<void> validate() const;
};

/// What do_move destroys and undo_move needs back.
struct Undo {
    Key key;
    Bitboard checkers;
    std::uint16_t halfmove_clock;
    Piece captured;
    std::uint8_t castling;
    Square ep;
};

/// A chess position on any board from 4x4 to 8x8. A plain value without heap memory: copy it
/// freely, or use do_move with an Undo and undo_move.
///
/// The en passant square is kept only while a pawn of the side to move stands ready to take there
/// (pseudo-legally); so equal positions have equal keys. The key is kept up incrementally, and so
/// is the set of checkers.
class Position {
 public:
    /// The standard start position.
    Position();
    /// Precondition: setup.validate() succeeds (not checked here: samplers build many).
    explicit Position(const Setup& setup);

    [[nodiscard]] const Shape& shape() const { return *shape_; }
    [[nodiscard]] Colour side() const { return side_; }
    /// All men.
    [[nodiscard]] Bitboard pieces() const { return colour_[kWhite] | colour_[kBlack]; }
    [[nodiscard]] Bitboard pieces(Colour c) const { return colour_[c]; }
    [[nodiscard]] Bitboard pieces(PieceType t) const { return type_[t]; }
    [[nodiscard]] Bitboard pieces(PieceType t, PieceType u) const { return type_[t] | type_[u]; }
    [[nodiscard]] Bitboard pieces(Colour c, PieceType t) const { return colour_[c] & type_[t]; }
    [[nodiscard]] Bitboard pieces(Colour c, PieceType t, PieceType u) const {
        return colour_[c] & (type_[t] | type_[u]);
    }
    /// All men and the wall: what sliders and pawns run into.
    [[nodiscard]] Bitboard occupied() const { return type_[kNoType]; }
    [[nodiscard]] Piece piece_on(Square s) const { return board_[s]; }
    [[nodiscard]] Square king_square(Colour c) const { return lsb(colour_[c] & type_[kKing]); }

    [[nodiscard]] std::uint8_t castling() const { return castling_; }
    [[nodiscard]] bool can_castle(Castling right) const { return castling_ & right; }
    /// kNoSquare unless an en passant capture is at least pseudo-legal.
    [[nodiscard]] Square ep_square() const { return ep_; }
    /// Half-moves since the last capture or pawn move.
    [[nodiscard]] int halfmove_clock() const { return halfmove_clock_; }
    [[nodiscard]] int fullmove_number() const { return fullmove_number_; }
    [[nodiscard]] Key key() const { return key_; }
    /// Enemy men giving check to the side to move.
    [[nodiscard]] Bitboard checkers() const { return checkers_; }
    [[nodiscard]] bool in_check() const { return checkers_ != 0; }

    /// Men of both colours that attack s, with sliders running through `occupied`.
    [[nodiscard]] Bitboard attackers_to(Square s, Bitboard occupied) const {
        return (pawn_attacks(kBlack, s) & pieces(kWhite, kPawn)) |
               (pawn_attacks(kWhite, s) & pieces(kBlack, kPawn)) |
               (knight_attacks(s) & type_[kKnight]) | (king_attacks(s) & type_[kKing]) |
               (bishop_attacks(s, occupied) & pieces(kBishop, kQueen)) |
               (rook_attacks(s, occupied) & pieces(kRook, kQueen));
    }
    [[nodiscard]] Bitboard attackers_to(Square s) const { return attackers_to(s, occupied()); }
    [[nodiscard]] bool is_attacked(Square s, Colour by, Bitboard occupied) const {
        const Bitboard them = colour_[by];
        return (pawn_attacks(~by, s) & them & type_[kPawn]) ||
               (knight_attacks(s) & them & type_[kKnight]) ||
               (king_attacks(s) & them & type_[kKing]) ||
               (bishop_attacks(s, occupied) & them & pieces(kBishop, kQueen)) ||
               (rook_attacks(s, occupied) & them & pieces(kRook, kQueen));
    }
    [[nodiscard]] bool is_attacked(Square s, Colour by) const {
        return is_attacked(s, by, occupied());
    }
    /// Men of colour c that may not leave the line to their own king.
    [[nodiscard]] Bitboard pinned(Colour c) const {
        const Square king = king_square(c);
        const Bitboard them = colour_[~c];
        Bitboard snipers = ((bishop_attacks(king, colour_[~c]) & pieces(kBishop, kQueen)) |
                            (rook_attacks(king, colour_[~c]) & pieces(kRook, kQueen))) &
                           them;
        Bitboard result = 0;
        while (snipers) {
            const Bitboard in_the_way = between(king, pop_lsb(snipers)) & colour_[c];
            if (!more_than_one(in_the_way))
                result |= in_the_way;
        }
        return result;
    }

    [[nodiscard]] bool is_capture(Move m) const {
        return board_[m.to()] != kNoPiece || m.kind() == MoveKind::kEnPassant;
    }
    /// The man a move takes (the pawn for en passant), or kNoPiece.
    [[nodiscard]] Piece captured_by(Move m) const {
        return m.kind() == MoveKind::kEnPassant ? make_piece(~side_, kPawn) : board_[m.to()];
    }
    /// Where the man taken by m stands: m.to() except for en passant.
    [[nodiscard]] Square capture_square(Move m) const {
        return m.kind() == MoveKind::kEnPassant ? offset(m.to(), -forward(side_)) : m.to();
    }

    /// Carries out a legal move.
    void do_move(Move m);
    void do_move(Move m, Undo& undo);
    /// Takes back the move just done; restores every field.
    void undo_move(Move m, const Undo& undo);
    /// Passes the turn; not allowed in check.
    void do_null(Undo& undo);
    void undo_null(const Undo& undo);

    /// The key computed from nothing: for tests.
    [[nodiscard]] Key key_from_scratch() const;
    /// The position spelled out again; Position(setup()) == *this.
    [[nodiscard]] Setup setup() const;

    /// Same men, turn, rights, en passant square, clocks and shape.
    bool operator==(const Position&) const = default;

    /// do_move with the mover known at compile time, for perft and search.
    template <Colour Us>
    void do_move_as(Move m);

 private:
    void put(Piece p, Square s);
    void remove(Piece p, Square s);
    void shift_piece(Piece p, Square from, Square to);

    Bitboard type_[7];  ///< [kNoType] is everything, wall included
    Bitboard colour_[2];
    Key key_;
    Bitboard checkers_;
    const Shape* shape_;
    std::array<Piece, 64> board_;
    std::uint16_t halfmove_clock_;
    std::uint16_t fullmove_number_;
    Colour side_;
    std::uint8_t castling_;
    Square ep_;
};

}  // namespace nebel::chess
