#include "chess/movegen.hpp"

#include "chess/movegen_visit.hpp"

namespace nebel::chess {

namespace {

using detail::Visit;

template <Visit What, class Sink>
bool walk(const Position& pos, Sink& sink) {
    return pos.side() == kWhite ? detail::walk_legal<kWhite, What>(pos, sink)
                                : detail::walk_legal<kBlack, What>(pos, sink);
}

/// Out of check a man that shares no line with its king cannot be pinned, so one free square next
/// to it is enough. Looks at single steps only and answers most positions without a walk.
bool has_surely_legal_move(const Position& pos) {
    const Colour us = pos.side();
    const Bitboard men = pos.pieces(us) & ~queen_attacks(pos.king_square(us), 0);
    const Bitboard pawns = men & pos.pieces(kPawn);
    if ((us == kWhite ? shift<8>(pawns) : shift<-8>(pawns)) & ~pos.occupied())
        return true;
    const Bitboard targets = pos.shape().mask & ~pos.pieces(us);
    for (Bitboard b = men & pos.pieces(kKnight); b;)
        if (knight_attacks(pop_lsb(b)) & targets)
            return true;
    for (Bitboard b = men & pos.pieces(kRook, kQueen); b;) {
        const Square s = pop_lsb(b);
        if (king_attacks(s) & (file_bits(file_of(s)) | rank_bits(rank_of(s))) & targets)
            return true;
    }
    for (Bitboard b = men & pos.pieces(kBishop); b;) {
        const Square s = pop_lsb(b);
        if ((pawn_attacks(kWhite, s) | pawn_attacks(kBlack, s)) & targets)
            return true;
    }
    return false;
}

}  // namespace

void generate_legal(const Position& pos, MoveList& moves) {
    moves.clear();
    detail::ListSink sink{moves};
    walk<Visit::kAll>(pos, sink);
}

void generate_tactical(const Position& pos, MoveList& moves) {
    moves.clear();
    detail::ListSink sink{moves};
    walk<Visit::kTactical>(pos, sink);
}

int count_legal(const Position& pos) {
    detail::CountSink sink;
    walk<Visit::kAll>(pos, sink);
    return sink.count;
}

bool has_legal_move(const Position& pos) {
    if (!pos.in_check() && has_surely_legal_move(pos))
        return true;
    detail::AnySink sink;
    return walk<Visit::kAll>(pos, sink);
}

Bitboard attacked_squares(const Position& pos, Colour by) {
    const Bitboard pawns = pos.pieces(by, kPawn);
    Bitboard result =
        by == kWhite ? pawn_set_attacks<kWhite>(pawns) : pawn_set_attacks<kBlack>(pawns);
    for (const Square s : Squares(pos.pieces(by) & ~pawns))
        result |= attacks_of(type_of(pos.piece_on(s)), s, pos.occupied());
    return result & pos.shape().mask;
}

}  // namespace nebel::chess
