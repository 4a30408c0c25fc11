#pragma once

#include <functional>
#include <vector>

#include "chess/draws.hpp"
#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/start_positions.hpp"
#include "core/rng.hpp"

namespace nebel::chess::testing {

/// Plays random legal moves from every start position and shows each position (with its legal
/// moves) to the visitor. Deterministic.
inline void for_random_positions(
    std::uint64_t seed,
    int games_each,
    int plies,
    const std::function<void(const Position&, const MoveList&)>& visit) {
    std::uint64_t index = 0;
    for (const StartPosition& start : start_positions())
        for (int game = 0; game < games_each; ++game) {
            Rng rng(seed, index++);
            Position pos = *start_position(start.name);
            for (int ply = 0; ply < plies; ++ply) {
                MoveList moves;
                generate_legal(pos, moves);
                visit(pos, moves);
                if (moves.empty())
                    break;
                pos.do_move(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
            }
        }
}

/// Positions that random games reach too rarely: pins, checks, en passant and castling at once.
inline const std::vector<std::string>& tricky_fens() {
    static const std::vector<std::string> fens = {
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "8/8/8/KPp4r/8/8/8/4k3 w - c6 0 2",        // en passant uncovers the rank
        "8/8/4k3/8/2Pp4/5B2/8/4K3 b - c3 0 1",     // en passant while far from pins
        "8/8/8/3k4/2Pp4/8/8/4K3 b - c3 0 1",       // en passant takes the checker
        "8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1",     //
        "4k3/8/8/1pP5/8/8/8/4K2b w - b6 0 1",      //
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",    // bare castling
        "1r2k2r/8/8/8/8/8/8/R3K2R b KQk - 0 1",    //
        "r3k2r/8/5b2/8/8/8/8/R3K2R w KQkq - 0 1",  // the rook's path may be attacked
        "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1",         //
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "4k3/8/8/8/1b2r3/8/3PP3/4K3 w - - 0 1",  // pinned pawns
        "rnbqkbnr/pppppppp/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/8/8/8/R3K2R w KQkq - 0 1",
    };
    return fens;
}

}  // namespace nebel::chess::testing
