// One move at a time: the umpire's questions, answered without generating moves.

#include "chess/movegen.hpp"
#include "chess/movegen_visit.hpp"

namespace nebel::chess {

namespace {

template <Colour Us>
using Walk = detail::LegalWalk<Us, detail::Visit::kAll, detail::AnySink>;

bool en_passant_is_legal(const Position& pos, Square from, Square to) {
    const Colour us = pos.side();
    const Bitboard taken = bit(offset(to, -forward(us)));
    const Square king = pos.king_square(us);
    return us == kWhite ? Walk<kWhite>::en_passant_is_safe(pos, from, to, taken, king)
                        : Walk<kBlack>::en_passant_is_safe(pos, from, to, taken, king);
}

/// A man that is neither king nor taking en passant: does moving it leave the king safe?
bool leaves_king_safe(const Position& pos, Square from, Square to) {
    const Colour us = pos.side();
    const Square king = pos.king_square(us);
    if (const Bitboard checkers = pos.checkers()) {
        if (more_than_one(checkers) || !contains(checkers | between(king, lsb(checkers)), to))
            return false;
    }
    // Only a man on a line with its king can be pinned, and along that line it stays safe.
    const Bitboard through = line(king, from);
    if (!through || contains(through, to))
        return true;
    const Bitboard occupied = pos.occupied() ^ bit(from);
    const bool diagonal = file_of(king) != file_of(from) && rank_of(king) != rank_of(from);
    const Bitboard snipers =
        through & pos.pieces(~us) &
        (diagonal ? bishop_attacks(king, occupied) & pos.pieces(kBishop, kQueen)
                  : rook_attacks(king, occupied) & pos.pieces(kRook, kQueen));
    return snipers == 0;
}

/// Rights, free path and safe squares; the king's safety where it stands is included.
bool castling_is_legal(const Position& pos, Square from, Square to) {
    const Colour us = pos.side();
    const bool is_short = to > from;
    const int right = us == kWhite ? (is_short ? kWhiteShort : kWhiteLong)
                                   : (is_short ? kBlackShort : kBlackLong);
    if (!(pos.castling() & right) || pos.in_check())
        return false;
    const Square rook = offset(to, is_short ? 1 : -2);
    if (between(from, rook) & pos.occupied())
        return false;
    const Square step = offset(from, is_short ? 1 : -1);
    return !pos.is_attacked(step, ~us) && !pos.is_attacked(to, ~us);
}

}  // namespace

bool is_legal(const Position& pos, Move m) {
    if (m.kind() == MoveKind::kEnPassant)
        return en_passant_is_legal(pos, m.from(), m.to());
    if (m.kind() == MoveKind::kCastling)
        return castling_is_legal(pos, m.from(), m.to());
    if (type_of(pos.piece_on(m.from())) == kKing)
        return !pos.is_attacked(m.to(), ~pos.side(), pos.occupied() ^ bit(m.from()));
    return leaves_king_safe(pos, m.from(), m.to());
}

std::optional<Move> to_legal_move(const Position& pos,
                                  Square from,
                                  Square to,
                                  PieceType promotion) {
    if (from >= kNoSquare || to >= kNoSquare)
        return std::nullopt;
    const Colour us = pos.side();
    if (!contains(pos.pieces(us), from) || !contains(pos.shape().mask & ~pos.pieces(us), to))
        return std::nullopt;
    const PieceType type = type_of(pos.piece_on(from));
    if (type == kPawn) {
        const bool last = contains(pos.shape().promotion[us], to);
        if (last ? promotion < kKnight || promotion > kQueen : promotion != kNoType)
            return std::nullopt;
        const Bitboard occupied = pos.occupied();
        if (contains(pawn_attacks(us, from), to)) {
            if (to == pos.ep_square()) {
                if (!en_passant_is_legal(pos, from, to))
                    return std::nullopt;
                return Move::en_passant(from, to);
            }
            if (!contains(pos.pieces(~us), to))
                return std::nullopt;
        } else {
            const Square once = offset(from, forward(us));
            if (contains(occupied, to) ||
                (to != once && (to != offset(once, forward(us)) || contains(occupied, once) ||
                                !contains(pos.shape().double_from[us], once))))
                return std::nullopt;
        }
        if (!leaves_king_safe(pos, from, to))
            return std::nullopt;
        return last ? Move::promotion(from, to, promotion) : Move(from, to);
    }
    if (promotion != kNoType)
        return std::nullopt;
    if (type == kKing) {
        if (contains(king_attacks(from), to)) {
            if (pos.is_attacked(to, ~us, pos.occupied() ^ bit(from)))
                return std::nullopt;
            return Move(from, to);
        }
        // Rights imply that the king stands at home.
        if ((to == offset(from, 2) || to == offset(from, -2)) && castling_is_legal(pos, from, to))
            return Move::castling(from, to);
        return std::nullopt;
    }
    if (!contains(attacks_of(type, from, pos.occupied()), to) || !leaves_king_safe(pos, from, to))
        return std::nullopt;
    return Move(from, to);
}

bool is_pseudo_legal(const Position& pos, Move m) {
    const Colour us = pos.side();
    const Square from = m.from();
    const Square to = m.to();
    if (!contains(pos.pieces(us), from) || !contains(pos.shape().mask & ~pos.pieces(us), to))
        return false;
    const PieceType type = type_of(pos.piece_on(from));
    if (m.kind() == MoveKind::kCastling)
        return type == kKing && (to == offset(from, 2) || to == offset(from, -2)) &&
               castling_is_legal(pos, from, to);
    if (type != kPawn)
        return m.kind() == MoveKind::kNormal &&
               contains(attacks_of(type, from, pos.occupied()), to);
    const bool last = contains(pos.shape().promotion[us], to);
    if (m.is_promotion() != last)
        return false;
    if (contains(pawn_attacks(us, from), to))
        return m.kind() == MoveKind::kEnPassant ? to == pos.ep_square()
                                                : contains(pos.pieces(~us), to);
    const Square once = offset(from, forward(us));
    const Bitboard occupied = pos.occupied();
    return m.kind() != MoveKind::kEnPassant && !contains(occupied, to) &&
           (to == once || (to == offset(once, forward(us)) && !contains(occupied, once) &&
                           contains(pos.shape().double_from[us], once)));
}

PawnCaptures legal_pawn_captures(const Position& pos) {
    const Colour us = pos.side();
    const Bitboard pawns = pos.pieces(us, kPawn);
    Bitboard targets = pos.pieces(~us);
    if (const Bitboard checkers = pos.checkers())
        targets = more_than_one(checkers) ? 0 : targets & checkers;
    // The pawns that attack something first: mostly there are none, and no pins are needed.
    const Bitboard east = us == kWhite ? shift<-9>(targets) : shift<7>(targets);
    const Bitboard west = us == kWhite ? shift<-7>(targets) : shift<9>(targets);
    Bitboard to_east = pawns & east;
    Bitboard to_west = pawns & west;
    if (to_east | to_west) {
        const Square king = pos.king_square(us);
        for (Bitboard b = pos.pinned(us) & (to_east | to_west); b;) {
            const Square from = pop_lsb(b);
            const Bitboard through = line(king, from);
            // Asked only of captures there are: beside a pawn at the edge there is no square.
            if (contains(to_east, from) && !contains(through, offset(from, forward(us) + 1)))
                to_east &= ~bit(from);
            if (contains(to_west, from) && !contains(through, offset(from, forward(us) - 1)))
                to_west &= ~bit(from);
        }
    }
    PawnCaptures result{popcount(to_east) + popcount(to_west), to_east | to_west};
    if (pos.ep_square() != kNoSquare) {
        for (Bitboard b = pawn_attacks(~us, pos.ep_square()) & pawns; b;) {
            const Square from = pop_lsb(b);
            if (en_passant_is_legal(pos, from, pos.ep_square())) {
                ++result.count;
                result.from |= bit(from);
            }
        }
    }
    return result;
}

}  // namespace nebel::chess
