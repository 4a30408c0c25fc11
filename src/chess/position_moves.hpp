#pragma once

// The body of Position::do_move_as, apart so that perft and search can inline it.

#include "chess/position.hpp"

namespace nebel::chess {

namespace detail {

/// Which castling rights survive a move that touches a square, by board height (the black back
/// rank moves with it).
constexpr std::array<std::array<std::uint8_t, 64>, 9> make_castling_masks() {
    std::array<std::array<std::uint8_t, 64>, 9> t{};
    for (int height = 4; height <= 8; ++height) {
        t[height].fill(kAllCastling);
        t[height][kE1] &= ~(kWhiteShort | kWhiteLong);
        t[height][kH1] &= ~kWhiteShort;
        t[height][kA1] &= ~kWhiteLong;
        const int last = height - 1;
        t[height][make_square(4, last)] &= ~(kBlackShort | kBlackLong);
        t[height][make_square(7, last)] &= ~kBlackShort;
        t[height][make_square(0, last)] &= ~kBlackLong;
    }
    return t;
}
inline constexpr auto kCastlingMasks = make_castling_masks();

}  // namespace detail

inline void Position::put(Piece p, Square s) {
    const Bitboard b = bit(s);
    type_[type_of(p)] |= b;
    type_[kNoType] |= b;
    colour_[colour_of(p)] |= b;
    board_[s] = p;
}

inline void Position::remove(Piece p, Square s) {
    const Bitboard b = bit(s);
    type_[type_of(p)] ^= b;
    type_[kNoType] ^= b;
    colour_[colour_of(p)] ^= b;
    board_[s] = kNoPiece;
}

inline void Position::shift_piece(Piece p, Square from, Square to) {
    const Bitboard b = bit(from) | bit(to);
    type_[type_of(p)] ^= b;
    type_[kNoType] ^= b;
    colour_[colour_of(p)] ^= b;
    board_[from] = kNoPiece;
    board_[to] = p;
}

template <Colour Us>
inline void Position::do_move_as(Move m) {
    constexpr Colour kThem = ~Us;
    const Square from = m.from();
    const Square to = m.to();
    const Piece mover = board_[from];
    const Piece taken = board_[to];
    Key key = key_ ^ kZobrist.black_to_move;
    ++halfmove_clock_;
    if constexpr (Us == kBlack)
        ++fullmove_number_;
    if (ep_ != kNoSquare) {
        key ^= kZobrist.ep_file[file_of(ep_)];
        ep_ = kNoSquare;
    }
    if (castling_) {
        const auto& masks = detail::kCastlingMasks[shape_->height];
        const std::uint8_t rest = castling_ & masks[from] & masks[to];
        key ^= kZobrist.castling[castling_] ^ kZobrist.castling[rest];
        castling_ = rest;
    }
    if (taken != kNoPiece) {
        remove(taken, to);
        key ^= kZobrist.piece[taken][to];
        halfmove_clock_ = 0;
    }
    shift_piece(mover, from, to);
    key ^= kZobrist.piece[mover][from] ^ kZobrist.piece[mover][to];
    if (type_of(mover) == kPawn) {
        halfmove_clock_ = 0;
        if ((from ^ to) == 16) {
            const Square jumped = offset(from, forward(Us));
            if (pawn_attacks(Us, jumped) & colour_[kThem] & type_[kPawn]) {
                ep_ = jumped;
                key ^= kZobrist.ep_file[file_of(jumped)];
            }
        } else if (m.kind() == MoveKind::kPromotion) {
            const Piece promoted = make_piece(Us, m.promotion_unchecked());
            type_[kPawn] ^= bit(to);
            type_[type_of(promoted)] ^= bit(to);
            board_[to] = promoted;
            key ^= kZobrist.piece[mover][to] ^ kZobrist.piece[promoted][to];
        } else if (m.kind() == MoveKind::kEnPassant) {
            constexpr Piece kTaken = make_piece(kThem, kPawn);
            const Square at = offset(to, -forward(Us));
            remove(kTaken, at);
            key ^= kZobrist.piece[kTaken][at];
        }
    } else if (m.kind() == MoveKind::kCastling) {
        constexpr Piece kOwnRook = make_piece(Us, kRook);
        const bool is_short = to > from;
        const Square rook_from = offset(to, is_short ? 1 : -2);
        const Square rook_to = offset(to, is_short ? -1 : 1);
        shift_piece(kOwnRook, rook_from, rook_to);
        key ^= kZobrist.piece[kOwnRook][rook_from] ^ kZobrist.piece[kOwnRook][rook_to];
    }
    key_ = key;
    side_ = kThem;
    const Square king = king_square(kThem);
    const Bitboard us = colour_[Us];
    checkers_ =
        us & ((pawn_attacks(kThem, king) & type_[kPawn]) | (knight_attacks(king) & type_[kKnight]) |
              (bishop_attacks(king, type_[kNoType]) & (type_[kBishop] | type_[kQueen])) |
              (rook_attacks(king, type_[kNoType]) & (type_[kRook] | type_[kQueen])));
}

}  // namespace nebel::chess
