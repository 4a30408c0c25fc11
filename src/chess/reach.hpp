#pragma once

#include "chess/position.hpp"

namespace nebel::chess {

/// Calls visit(square, type, attacks) for each of these men but pawns. One kind after the other,
/// so that nothing has to be decided for each man.
template <class Visit>
inline void visit_reach(const Position& pos, Bitboard men, Bitboard blockers, Visit&& visit) {
    for (const Square s : Squares(men & pos.pieces(kKnight)))
        visit(s, kKnight, knight_attacks(s));
    for (const Square s : Squares(men & pos.pieces(kBishop)))
        visit(s, kBishop, bishop_attacks(s, blockers));
    for (const Square s : Squares(men & pos.pieces(kRook)))
        visit(s, kRook, rook_attacks(s, blockers));
    for (const Square s : Squares(men & pos.pieces(kQueen)))
        visit(s, kQueen, queen_attacks(s, blockers));
    for (const Square s : Squares(men & pos.pieces(kKing)))
        visit(s, kKing, king_attacks(s));
}

/// Squares that pawns attack, given their colour at run time.
inline Bitboard pawn_reach(Bitboard pawns, Colour side) {
    return side == kWhite ? pawn_set_attacks<kWhite>(pawns) : pawn_set_attacks<kBlack>(pawns);
}

}  // namespace nebel::chess
