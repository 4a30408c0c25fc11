#pragma once

#include <optional>

#include "chess/position.hpp"

namespace nebel::chess {

/// Fills the list (cleared first) with every legal move, promotions as four moves.
void generate_legal(const Position& pos, MoveList& moves);
/// Legal captures (en passant included) and queen promotions only; nothing else. When in check,
/// every legal move. For quiescence.
void generate_tactical(const Position& pos, MoveList& moves);
/// How many moves generate_legal would list, without listing them.
int count_legal(const Position& pos);
/// Stops at the first one found.
bool has_legal_move(const Position& pos);

/// For a move that is already pseudo-legal here (a man of the side to move, moving as it moves,
/// path free; castling with its rights, path free): does it leave the own king safe?
bool is_legal(const Position& pos, Move m);
/// Could this move, perhaps of another position (a hash move), be played here at all?
bool is_pseudo_legal(const Position& pos, Move m);

/// The legal move a try (from, to, promotion) means here, or nothing. Castling is the king's
/// two-step, en passant is found by itself. A pawn reaching the last rank needs a promotion piece
/// (knight to queen) and no other move may have one. Any input is allowed. Does not generate.
std::optional<Move> to_legal_move(const Position& pos, Square from, Square to, PieceType promotion);
inline std::optional<Move> to_legal_move(const Position& pos, const MoveText& text) {
    return to_legal_move(pos, text.from, text.to, text.promotion);
}

/// Legal pawn captures of the side to move, en passant included: distinct (from, to) pairs, so a
/// capturing promotion counts once.
struct PawnCaptures {
    int count = 0;
    Bitboard from = 0;  ///< the pawns that can capture
    bool operator==(const PawnCaptures&) const = default;
};
PawnCaptures legal_pawn_captures(const Position& pos);

/// Squares attacked by a side, through nothing, own men included as protected.
Bitboard attacked_squares(const Position& pos, Colour by);

}  // namespace nebel::chess
