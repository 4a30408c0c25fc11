#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/inline_vec.hpp"

namespace nebel::chess {

using Bitboard = std::uint64_t;
using Key = std::uint64_t;

enum Colour : std::uint8_t { kWhite, kBlack };
constexpr Colour operator~(Colour c) {
    return static_cast<Colour>(c ^ 1);
}

enum PieceType : std::uint8_t { kNoType, kPawn, kKnight, kBishop, kRook, kQueen, kKing };

/// A coloured man: type in the low three bits, colour in bit 3. kNoPiece is 0.
enum Piece : std::uint8_t {
    kNoPiece,
    kWhitePawn = 1,
    kWhiteKnight,
    kWhiteBishop,
    kWhiteRook,
    kWhiteQueen,
    kWhiteKing,
    kBlackPawn = 9,
    kBlackKnight,
    kBlackBishop,
    kBlackRook,
    kBlackQueen,
    kBlackKing
};
constexpr Piece make_piece(Colour c, PieceType t) {
    return static_cast<Piece>((c << 3) | t);
}
constexpr PieceType type_of(Piece p) {
    return static_cast<PieceType>(p & 7);
}
constexpr Colour colour_of(Piece p) {
    return static_cast<Colour>(p >> 3);
}

/// Squares of the 8x8 frame, a1 = 0, b1 = 1, ... h8 = 63. Smaller boards use its a1 corner.
enum Square : std::uint8_t {
    // clang-format off
    kA1, kB1, kC1, kD1, kE1, kF1, kG1, kH1,
    kA2, kB2, kC2, kD2, kE2, kF2, kG2, kH2,
    kA3, kB3, kC3, kD3, kE3, kF3, kG3, kH3,
    kA4, kB4, kC4, kD4, kE4, kF4, kG4, kH4,
    kA5, kB5, kC5, kD5, kE5, kF5, kG5, kH5,
    kA6, kB6, kC6, kD6, kE6, kF6, kG6, kH6,
    kA7, kB7, kC7, kD7, kE7, kF7, kG7, kH7,
    kA8, kB8, kC8, kD8, kE8, kF8, kG8, kH8,
    kNoSquare
    // clang-format on
};
constexpr Square make_square(int file, int rank) {
    return static_cast<Square>(rank * 8 + file);
}
constexpr int file_of(Square s) {
    return s & 7;
}
constexpr int rank_of(Square s) {
    return s >> 3;
}
constexpr Square offset(Square s, int delta) {
    return static_cast<Square>(s + delta);
}
/// One step forward for a pawn of this colour, as a square offset.
constexpr int forward(Colour c) {
    return c == kWhite ? 8 : -8;
}

/// Castling rights, a set of these bits.
enum Castling : std::uint8_t {
    kNoCastling = 0,
    kWhiteShort = 1,
    kWhiteLong = 2,
    kBlackShort = 4,
    kBlackLong = 8,
    kAllCastling = 15
};

/// How a move is carried out; all four kinds fit two bits.
enum class MoveKind : std::uint8_t { kNormal, kPromotion, kEnPassant, kCastling };

/// A move in 16 bits: from, to, promotion piece, kind. Castling is the king's move (e1g1). The
/// default move is "none" and false.
class Move {
 public:
    constexpr Move() = default;
    constexpr Move(Square from, Square to) : bits_(static_cast<std::uint16_t>(from | (to << 6))) {}
    static constexpr Move promotion(Square from, Square to, PieceType type) {
        return Move(from, to, MoveKind::kPromotion, type);
    }
    static constexpr Move en_passant(Square from, Square to) {
        return Move(from, to, MoveKind::kEnPassant, kKnight);
    }
    static constexpr Move castling(Square from, Square to) {
        return Move(from, to, MoveKind::kCastling, kKnight);
    }
    static constexpr Move from_raw(std::uint16_t bits) {
        Move m;
        m.bits_ = bits;
        return m;
    }

    [[nodiscard]] constexpr Square from() const { return static_cast<Square>(bits_ & 63); }
    [[nodiscard]] constexpr Square to() const { return static_cast<Square>((bits_ >> 6) & 63); }
    [[nodiscard]] constexpr MoveKind kind() const { return static_cast<MoveKind>(bits_ >> 14); }
    [[nodiscard]] constexpr bool is_promotion() const { return kind() == MoveKind::kPromotion; }
    /// The piece a pawn becomes, or kNoType.
    [[nodiscard]] constexpr PieceType promotion() const {
        return is_promotion() ? promotion_unchecked() : kNoType;
    }
    /// The promotion piece of a move known to be a promotion.
    [[nodiscard]] constexpr PieceType promotion_unchecked() const {
        return static_cast<PieceType>(((bits_ >> 12) & 3) + kKnight);
    }
    [[nodiscard]] constexpr std::uint16_t raw() const { return bits_; }
    constexpr explicit operator bool() const { return bits_ != 0; }
    constexpr bool operator==(const Move&) const = default;

 private:
    constexpr Move(Square from, Square to, MoveKind kind, PieceType type)
        : bits_(static_cast<std::uint16_t>(from | (to << 6) | ((type - kKnight) << 12) |
                                           (static_cast<int>(kind) << 14))) {}

    std::uint16_t bits_ = 0;
};

/// Room for every legal move of any position a Setup accepts (at most 16 men a side).
using MoveList = InlineVec<Move, 512>;

/// What a move's text says before a position gives it meaning.
struct MoveText {
    Square from = kNoSquare;
    Square to = kNoSquare;
    PieceType promotion = kNoType;
    bool operator==(const MoveText&) const = default;
};

/// "e4"; "-" for kNoSquare.
std::string square_name(Square s);
/// Accepts a1 to h8.
std::optional<Square> parse_square(std::string_view text);
/// The FEN letter of a man: PNBRQK, lower case for Black.
char piece_letter(Piece p);
/// kNoPiece for any other letter.
Piece piece_from_letter(char letter);
/// Upper-case letter of a type: PNBRQK.
char type_letter(PieceType t);

/// UCI text: "e2e4", "e7e8q", castling "e1g1"; "0000" for no move.
std::string to_uci(Move m);
std::string to_uci(const MoveText& m);
/// Reads UCI text without a position; resolve it with to_legal_move.
Parsed<MoveText> parse_uci(std::string_view text);

}  // namespace nebel::chess
