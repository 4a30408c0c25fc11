#pragma once

#include "chess/attacks.hpp"

// Sets of squares that move as one: where any member of a set of men may go.
namespace nebel::kriegspiel::fill {

using chess::Bitboard;

/// The squares looked at in one direction: all free ones and the first that is not.
template <int Delta>
constexpr Bitboard look(Bitboard from, Bitboard free) {
    Bitboard seen = 0;
    Bitboard edge = from;
    for (int i = 0; i < 7 && edge; ++i) {
        edge = chess::shift<Delta>(edge);
        seen |= edge;
        edge &= free;
    }
    return seen;
}

constexpr Bitboard rank_look(Bitboard from, Bitboard free) {
    return look<1>(from, free) | look<-1>(from, free);
}
constexpr Bitboard file_look(Bitboard from, Bitboard free) {
    return look<8>(from, free) | look<-8>(from, free);
}
/// The diagonals a1-h8 and those parallel to it.
constexpr Bitboard rising_look(Bitboard from, Bitboard free) {
    return look<9>(from, free) | look<-9>(from, free);
}
constexpr Bitboard falling_look(Bitboard from, Bitboard free) {
    return look<7>(from, free) | look<-7>(from, free);
}
constexpr Bitboard rook_look(Bitboard from, Bitboard free) {
    return rank_look(from, free) | file_look(from, free);
}
constexpr Bitboard bishop_look(Bitboard from, Bitboard free) {
    return rising_look(from, free) | falling_look(from, free);
}

constexpr Bitboard knight_look(Bitboard from) {
    const Bitboard right1 = chess::shift<1>(from);
    const Bitboard right2 = chess::shift<1>(right1);
    const Bitboard left1 = chess::shift<-1>(from);
    const Bitboard left2 = chess::shift<-1>(left1);
    const Bitboard one = right1 | left1;
    const Bitboard two = right2 | left2;
    return (one << 16) | (one >> 16) | (two << 8) | (two >> 8);
}
constexpr Bitboard king_look(Bitboard from) {
    const Bitboard row = from | chess::shift<1>(from) | chess::shift<-1>(from);
    return (row | (row << 8) | (row >> 8)) & ~from;
}
/// Like king_look, but a member's own square counts when another member reaches it.
constexpr Bitboard king_step(Bitboard from) {
    const Bitboard sides = chess::shift<1>(from) | chess::shift<-1>(from);
    const Bitboard row = from | sides;
    return sides | (row << 8) | (row >> 8);
}

constexpr Bitboard pawn_step(chess::Colour colour, Bitboard pawns) {
    return colour == chess::kWhite ? pawns << 8 : pawns >> 8;
}
constexpr Bitboard pawn_look(chess::Colour colour, Bitboard pawns) {
    return colour == chess::kWhite ? chess::pawn_set_attacks<chess::kWhite>(pawns)
                                   : chess::pawn_set_attacks<chess::kBlack>(pawns);
}

}  // namespace nebel::kriegspiel::fill
