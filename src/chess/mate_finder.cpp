#include "chess/mate_finder.hpp"

#include "chess/movegen.hpp"
#include "chess/movegen_visit.hpp"

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

namespace {

/// Looks for a mate among the moves that could be one, and ends the walk with it.
class MateSink {
 public:
    MateSink(const Position& position,
             const MateFinder& finder,
             const std::array<Bitboard, 7>& checking,
             Bitboard screens)
        : position_(position), finder_(finder), checking_(checking), screens_(screens) {}

    bool piece(Square from, Bitboard targets) {
        found.any |= targets != 0;
        if (!contains(screens_, from))
            targets &= checking_[type_of(position_.piece_on(from))];
        while (targets)
            if (single(Move(from, pop_lsb(targets))))
                return true;
        return false;
    }
    bool pawns(Bitboard targets, int delta) {
        found.any |= targets != 0;
        // Too many here do no harm.
        targets &= checking_[kPawn] | (delta > 0 ? screens_ << delta : screens_ >> -delta);
        while (targets) {
            const Square to = pop_lsb(targets);
            if (single(Move(offset(to, -delta), to)))
                return true;
        }
        return false;
    }
    bool promotions(Bitboard targets, int delta) {
        while (targets) {
            const Square to = pop_lsb(targets);
            for (const PieceType t : {kQueen, kKnight, kRook, kBishop})
                if (single(Move::promotion(offset(to, -delta), to, t)))
                    return true;
        }
        return false;
    }
    bool single(Move move) {
        found.any = true;
        return found.mate = finder_.mates(move);
    }

    MateFinder::Moves found;

 private:
    const Position& position_;
    const MateFinder& finder_;
    const std::array<Bitboard, 7>& checking_;
    Bitboard screens_;
};

}  // namespace

MateFinder::Moves MateFinder::moves() const {
    MateSink sink(position_, *this, checking_, screens_);
    if (position_.side() == kWhite)
        detail::walk_legal<kWhite, detail::Visit::kAll>(position_, sink);
    else
        detail::walk_legal<kBlack, detail::Visit::kAll>(position_, sink);
    return sink.found;
}

}  // namespace nebel::chess
