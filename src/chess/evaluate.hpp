#pragma once

#include "chess/position.hpp"

namespace nebel::chess {

/// Scores are centipawns for the side to move. A mate in n half-moves is kMate - n.
constexpr int kMate = 32000;
constexpr int kInfinite = 32001;
/// Anything beyond is a forced mate.
constexpr int kMateBound = kMate - 512;

constexpr bool is_mate_score(int score) {
    return score >= kMateBound || score <= -kMateBound;
}

/// Value of a man in an exchange, in centipawns; the king's is larger than all others together.
constexpr int exchange_value(PieceType t) {
    constexpr int kValues[] = {0, 100, 320, 335, 510, 960, 12000};
    return kValues[t];
}

/// Static judgement of a position on any board size: material, placement, pawns, mobility and the
/// kings' safety, blended from middle game to endgame. Well below a microsecond; knows nothing of
/// hanging men (use quiesce for that).
int evaluate(const Position& pos);

/// How much of the middle game is left, by the pieces on the board: 0 to that of full armies.
int phase_of(const Position& pos);

}  // namespace nebel::chess
