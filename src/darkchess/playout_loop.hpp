#pragma once

#include <limits>

#include "darkchess/bag.hpp"
#include "darkchess/numbered_actions.hpp"
#include "darkchess/playout.hpp"

namespace nebel::darkchess {

/// The course of every playout, whatever chooses its actions: `choose(board, actions, rng)` is
/// called when there is at least one. `quiet` is where the counter of quiet plies starts.
template <class Choose>
[[gnu::always_inline]] inline PlayoutEnd run_playout(
    Board& start, Rng& shared_rng, const PlayoutLimits& limits, int quiet, Choose choose) {
    // Local copies: what nobody else can see may live in registers.
    Board board = start;
    Rng rng = shared_rng;
    Bag bag(board);
    const int quiet_limit = limits.quiet == 0 ? std::numeric_limits<int>::max() : limits.quiet;
    int plies = 0;
    const auto end = [&](Outcome outcome) {
        start = board;
        shared_rng = rng;
        return PlayoutEnd{outcome, plies};
    };
    const auto lost = [&](Reason reason) {
        return end(win_for(board.seat_of(other(board.to_move())), reason));
    };

    if (no_men(board))
        return lost(Reason::NoMen);
    while (true) {
        const NumberedActions actions(board);
        if (actions.size == 0)
            return lost(Reason::NoMove);
        if (plies >= limits.plies)
            return end(draw(Reason::PlyLimit));
        const Action action = choose(board, actions, rng);
        ++plies;
        if (action.is_flip()) {
            board.flip(action.from, bag.draw(rng));
            quiet = 0;
            continue;
        }
        const bool captured = is_man(board.move(action.from, action.to));
        if (captured && no_men(board))
            return lost(Reason::NoMen);
        quiet = captured && limits.capture_resets ? 0 : quiet + 1;
        if (quiet >= quiet_limit)
            return end(draw(Reason::QuietLimit));
    }
}

}  // namespace nebel::darkchess
