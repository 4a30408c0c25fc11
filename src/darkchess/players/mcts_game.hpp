#pragma once

#include "darkchess/course.hpp"
#include "darkchess/material_eval.hpp"
#include "darkchess/policies.hpp"
#include "search/uct.hpp"

namespace nebel::darkchess {

/// Dark chess as a Monte Carlo tree sees it. In the tree the true rules hold, repetition included;
/// only playouts have a draw limit of their own. Side 0 is the first seat.
struct MctsGame {
    using State = Course;
    using Action = darkchess::Action;
    using Chance = Man;
    static constexpr std::size_t kMaxActions = darkchess::kMaxActions;
    static constexpr std::size_t kMaxChances = kAllMen.size();

    Policy policy = Policy::Capture;
    PlayoutLimits limits;
    /// Whether a drawn playout is given to the side with more material.
    bool evaluate = false;
    double draw = 0.5;  ///< what a draw is worth to the first seat

    [[nodiscard]] int to_move(const State& state) const {
        return static_cast<int>(state.board().seat_to_move());
    }
    void actions(const State& state, Actions& list) const { generate(state.board(), list); }
    [[nodiscard]] bool is_chance(const State&, Action action) const { return action.is_flip(); }

    void chances(const State& state,
                 Action,
                 InlineVec<search::Weighted<Man>, kMaxChances>& list) const {
        for (const Man m : kAllMen)
            if (const int left = state.board().dark_left(m); left > 0)
                list.push_back_unchecked({m, static_cast<std::uint32_t>(left)});
    }

    search::Proof play(State& state, Action action) const { return proof(state.move(action)); }
    search::Proof play(State& state, Action action, Man shown) const {
        return proof(state.flip(action.from, shown));
    }

    /// The playout's counter of quiet plies starts at 0 whatever the game's own says: a limit below
    /// the game's would else end playouts before they begin.
    double playout(const State& state, Rng& rng) const {
        Board board = state.board();
        const PlayoutEnd end = play_out(board, policy, rng, limits, 0);
        if (end.outcome.result != Result::Draw)
            return end.outcome.result == Result::FirstWins ? 1 : 0;
        if (!evaluate)
            return draw;
        const int lead = material_lead(board, board.colour_of_seat(Seat::First));
        return lead > 0 ? 1 : lead < 0 ? 0 : draw;
    }

 private:
    static search::Proof proof(const std::optional<Outcome>& end) {
        if (!end)
            return search::Proof::Open;
        if (end->result == Result::Draw)
            return search::Proof::Draw;
        return search::win_of(end->result == Result::FirstWins ? 0 : 1);
    }
};

static_assert(search::UctGame<MctsGame>);

}  // namespace nebel::darkchess
