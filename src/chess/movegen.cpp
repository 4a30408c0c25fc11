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
