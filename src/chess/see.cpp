#include "chess/see.hpp"

#include <algorithm>

#include "chess/evaluate.hpp"

namespace nebel::chess {

int static_exchange(const Position& pos, Move m) {
    if (m.kind() == MoveKind::kCastling)
        return 0;
    const Square to = m.to();
    Bitboard occupied = pos.occupied() ^ bit(m.from());
    int gain[33];
    int depth = 0;
    PieceType standing = type_of(pos.piece_on(m.from()));
    gain[0] = exchange_value(type_of(pos.captured_by(m)));
    if (m.kind() == MoveKind::kEnPassant)
        occupied ^= bit(pos.capture_square(m));
    if (m.is_promotion()) {
        standing = m.promotion_unchecked();
        gain[0] += exchange_value(standing) - exchange_value(kPawn);
    }
    occupied |= bit(to);

    Bitboard attackers = pos.attackers_to(to, occupied) & occupied;
    Colour side = ~pos.side();
    while (depth < 31) {
        const Bitboard own = attackers & pos.pieces(side);
        if (!own)
            break;
        PieceType taker = kPawn;
        while (taker < kKing && !(own & pos.pieces(taker)))
            taker = static_cast<PieceType>(taker + 1);
        // A king may not take what is still defended.
        if (taker == kKing && (attackers & pos.pieces(~side)))
            break;
        ++depth;
        gain[depth] = exchange_value(standing) - gain[depth - 1];
        standing = taker;
        occupied ^= bit(lsb(own & pos.pieces(taker)));
        // Men behind the taker join in.
        attackers = (attackers | (bishop_attacks(to, occupied) & pos.pieces(kBishop, kQueen)) |
                     (rook_attacks(to, occupied) & pos.pieces(kRook, kQueen))) &
                    occupied;
        side = ~side;
    }
    for (; depth > 0; --depth)
        gain[depth - 1] = -std::max(-gain[depth - 1], gain[depth]);
    return gain[0];
}

}  // namespace nebel::chess
