#include "chess/see.hpp"

#include <algorithm>

#include "chess/evaluate.hpp"

namespace nebel::chess {

namespace {

/// What stands on the target square after the move.
PieceType arriving(const Position& pos, Move m) {
    return m.is_promotion() ? m.promotion_unchecked() : type_of(pos.piece_on(m.from()));
}

}  // namespace

int exchange_stake(const Position& pos, Move m) {
    const int taken = exchange_value(type_of(pos.captured_by(m)));
    return m.is_promotion()
               ? taken + exchange_value(m.promotion_unchecked()) - exchange_value(kPawn)
               : taken;
}

bool exchange_holds(const Position& pos, Move m) {
    // The other side may take the man that arrives, and then nobody has to go on.
    return exchange_stake(pos, m) >= exchange_value(arriving(pos, m)) ||
           static_exchange(pos, m) >= 0;
}

int static_exchange(const Position& pos, Move m) {
    if (m.kind() == MoveKind::kCastling)
        return 0;
    const Square to = m.to();
    Bitboard occupied = pos.occupied() ^ bit(m.from());
    int gain[33];
    int depth = 0;
    PieceType standing = arriving(pos, m);
    gain[0] = exchange_stake(pos, m);
    if (m.kind() == MoveKind::kEnPassant)
        occupied ^= bit(pos.capture_square(m));
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
