#include "chess/mate_finder.hpp"

#include "chess/movegen.hpp"

namespace nebel::chess {

MateFinder::MateFinder(const Position& position) : position_(position) {
    const Colour us = position.side();
    const Square king = position.king_square(~us);
    const Bitboard occupied = position.occupied();
    checking_[kPawn] = pawn_attacks(~us, king);
    checking_[kKnight] = knight_attacks(king);
    checking_[kBishop] = bishop_attacks(king, occupied);
    checking_[kRook] = rook_attacks(king, occupied);
    checking_[kQueen] = checking_[kBishop] | checking_[kRook];
    // What would look at the king if the first man on each line were gone.
    const Bitboard nearest = checking_[kQueen] & position.pieces(us);
    const Bitboard beyond = occupied & ~nearest;
    Bitboard sliders = (bishop_attacks(king, beyond) & position.pieces(us, kBishop, kQueen)) |
                       (rook_attacks(king, beyond) & position.pieces(us, kRook, kQueen));
    screens_ = 0;
    while (sliders)
        screens_ |= between(king, pop_lsb(sliders)) & nearest;
}

bool MateFinder::mates(Move move) const {
    // Castling, en passant and promotion check in ways of their own.
    const bool plain = move.kind() == MoveKind::kNormal;
    const auto type = type_of(position_.piece_on(move.from()));
    if (plain && !contains(checking_[type], move.to()) && !contains(screens_, move.from()))
        return false;
    Position after = position_;
    after.do_move(move);
    return after.in_check() && !has_legal_move(after);
}

std::optional<Move> MateFinder::among(const MoveList& moves) const {
    for (const auto move : moves)
        if (mates(move))
            return move;
    return std::nullopt;
}

}  // namespace nebel::chess
