#include "chess/evaluate.hpp"

#include <algorithm>

#include "chess/draws.hpp"
#include "chess/piece_square.hpp"
#include "chess/reach.hpp"

namespace nebel::chess {

namespace {

constexpr Score kTempo{12, 6};
constexpr Score kBishopPair{28, 45};
constexpr Score kDoubled{-10, -18};
constexpr Score kIsolated{-12, -12};
constexpr Score kOpenFile{24, 10};
constexpr Score kHalfOpenFile{12, 6};
constexpr Score kShieldPawn{11, 0};
/// For each square a man may go to, by type.
constexpr Score kMobility[7] = {{}, {}, {4, 4}, {4, 4}, {2, 4}, {1, 2}, {}};
/// Danger to a king for each attacked square around it, by attacker.
constexpr int kDanger[7] = {0, 0, 3, 3, 4, 6, 0};
constexpr int kPhase[7] = {0, 0, 1, 1, 2, 4, 0};
constexpr int kFullPhase = 24;

constexpr Bitboard fill_up(Bitboard b) {
    b |= b << 8;
    b |= b << 16;
    return b | b << 32;
}
constexpr Bitboard fill_down(Bitboard b) {
    b |= b >> 8;
    b |= b >> 16;
    return b | b >> 32;
}
constexpr Bitboard widen(Bitboard b) {
    return b | shift<1>(b) | shift<-1>(b);
}

template <Colour Us>
Score pawn_structure(const Position& pos) {
    const Bitboard own = pos.pieces(Us, kPawn);
    const Bitboard enemy = pos.pieces(~Us, kPawn);
    const Bitboard files = fill_up(fill_down(own));
    const Bitboard behind_own = Us == kWhite ? fill_down(own >> 8) : fill_up(own << 8);
    const Bitboard enemy_front = Us == kWhite ? fill_down(enemy >> 8) : fill_up(enemy << 8);
    Score score = kDoubled * popcount(own & behind_own);
    score += kIsolated * popcount(own & ~(shift<1>(files) | shift<-1>(files)));
    const int steps = pos.shape().height - 1;
    for (const Square s : Squares(own & ~behind_own & ~widen(enemy_front))) {
        const int rank = pos.shape().relative_rank(Us, s);
        const bool blocked = contains(pos.occupied(), offset(s, forward(Us)));
        const int worth = 100 * rank * rank / (steps * steps);
        score += Score{worth / 2, blocked ? worth * 7 / 10 : worth * 12 / 10};
    }
    return score;
}

template <Colour Us>
Score pieces(const Position& pos, int& danger) {
    constexpr Colour kThem = ~Us;
    const Bitboard occupied = pos.occupied();
    const Bitboard own_pawns = pos.pieces(Us, kPawn);
    const Bitboard enemy_pawns = pos.pieces(kThem, kPawn);
    const Bitboard goals =
        pos.shape().mask & ~(pos.pieces(Us) | pawn_set_attacks<kThem>(enemy_pawns));
    const Square enemy_king = pos.king_square(kThem);
    const Bitboard ring = (king_attacks(enemy_king) & pos.shape().mask) | bit(enemy_king);
    Score score;
    danger = 0;
    visit_reach(pos, pos.pieces(Us) & ~pos.pieces(kKing), occupied,
                [&](Square s, PieceType type, Bitboard attacks) {
                    score += kMobility[type] * popcount(attacks & goals);
                    danger += kDanger[type] * popcount(attacks & ring);
                    if (type == kRook && !(file_bits(file_of(s)) & own_pawns))
                        score += file_bits(file_of(s)) & enemy_pawns ? kHalfOpenFile : kOpenFile;
                });
    const Bitboard bishops = pos.pieces(Us, kBishop);
    if ((bishops & kLightSquares) && (bishops & kDarkSquares))
        score += kBishopPair;
    const Bitboard shield = shift<forward(Us)>(widen(bit(pos.king_square(Us))));
    return score + kShieldPawn * popcount(shield & own_pawns);
}

/// Smaller boards carry smaller armies.
int full_phase(const Shape& shape) {
    return std::max(8, kFullPhase * shape.squares() / 64);
}

int distance(Square a, Square b) {
    return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}

/// Against a bare king: drive it to the edge and come near.
int mop_up(const Position& pos, Colour strong) {
    const Square weak = pos.king_square(~strong);
    const Shape& shape = pos.shape();
    const int from_side = std::min(file_of(weak), shape.width - 1 - file_of(weak));
    const int from_end = std::min(rank_of(weak), shape.height - 1 - rank_of(weak));
    return 120 - 20 * (from_side + from_end) - 10 * std::min(from_side, from_end) -
           8 * distance(weak, pos.king_square(strong));
}

/// Without pawns a small advantage wins nothing.
bool is_barely_ahead(const Position& pos, Colour strong) {
    if (pos.pieces(strong, kPawn))
        return false;
    int ahead = 0;
    for (const PieceType t : {kKnight, kBishop, kRook, kQueen})
        ahead += exchange_value(t) *
                 (popcount(pos.pieces(strong, t)) - popcount(pos.pieces(~strong, t)));
    return ahead < exchange_value(kBishop) + exchange_value(kPawn);
}

}  // namespace

int phase_of(const Position& pos) {
    int phase = 0;
    for (const PieceType t : {kKnight, kBishop, kRook, kQueen})
        phase += kPhase[t] * popcount(pos.pieces(t));
    return std::min(phase, full_phase(pos.shape()));
}

int blended(const Score& score, int phase, const Shape& shape) {
    const int full = full_phase(shape);
    return (score.middle * phase + score.end * (full - phase)) / full;
}

int evaluate(const Position& pos) {
    const PieceSquareTable& table = piece_square_table(pos.shape());
    Score score;
    for (Bitboard men = pos.pieces(); men;) {
        const Square s = pop_lsb(men);
        score += table.value[pos.piece_on(s)][s];
    }
    score += pawn_structure<kWhite>(pos) - pawn_structure<kBlack>(pos);
    int white_danger = 0;
    int black_danger = 0;
    score += pieces<kWhite>(pos, white_danger) - pieces<kBlack>(pos, black_danger);
    score.middle += (white_danger * white_danger - black_danger * black_danger) / 12;
    if (pos.side() == kWhite)
        score += kTempo;
    else
        score -= kTempo;

    int value = blended(score, phase_of(pos), pos.shape());

    const Colour strong = value >= 0 ? kWhite : kBlack;
    if (!more_than_one(pos.pieces(~strong)) && !is_barely_ahead(pos, strong))
        value += strong == kWhite ? mop_up(pos, kWhite) : -mop_up(pos, kBlack);
    else if (is_barely_ahead(pos, strong))
        value = is_insufficient_material(pos) ? 0 : value / 4;
    return pos.side() == kWhite ? value : -value;
}

}  // namespace nebel::chess
