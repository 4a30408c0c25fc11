#pragma once

#include <algorithm>

#include "darkchess/course.hpp"
#include "darkchess/material_eval.hpp"
#include "darkchess/players/mcts_guidance.hpp"
#include "darkchess/policies.hpp"
#include "search/uct.hpp"

namespace nebel::darkchess {

/// Where a playout's counter of quiet plies starts.
enum class QuietStart : std::uint8_t {
    Remaining,  ///< so that the first quiet stretch is drawn just when the game would be
    Game,       ///< at the game's own count
    Zero,
};

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
    QuietStart quiet_start = QuietStart::Remaining;
    /// Whether a drawn playout is given to the side with more material.
    bool evaluate = false;
    double draw = 0.5;  ///< what a draw is worth to the first seat
    /// Plies after which a playout is stopped and its position estimated; 0: never.
    int early = 0;
    /// How much of a playout's value depends on how good a win it was; 0: nothing.
    double quality = 0;

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

    /// Where the next playout's counter starts. With a limit other than the game's the counter is
    /// shifted until both have the same left. That needs captures to set the counter back: where
    /// they do not, it starts at 0.
    [[nodiscard]] int first_quiet(const State& state) const {
        const int quiet = state.board().quiet();
        if (quiet_start == QuietStart::Game)
            return quiet;
        const int rule = state.rules().quiet;
        if (quiet_start == QuietStart::Zero || rule == 0 || !limits.capture_resets)
            return 0;
        return std::max(0, quiet + limits.quiet - rule);
    }

    double playout(const State& state, Rng& rng) {
        Board board = state.board();
        PlayoutLimits own = limits;
        if (early != 0)
            own.plies = early;
        const PlayoutEnd end = play_out(board, policy, rng, own, first_quiet(state));
        if (end.outcome.result != Result::Draw) {
            const bool first = end.outcome.result == Result::FirstWins;
            return first ? worth_of_win(board, end.plies) : 1 - worth_of_win(board, end.plies);
        }
        if (early != 0 && end.outcome.reason == Reason::PlyLimit)
            return first_seat_chance(board, state.rules());
        if (!evaluate)
            return draw;
        const int lead = material_lead(board, board.colour_of_seat(Seat::First));
        return lead > 0 ? 1 : lead < 0 ? 0 : draw;
    }

    /// For guided trees.
    [[nodiscard]] double estimate(const State& state) const {
        return first_seat_chance(state.board(), state.rules());
    }
    [[nodiscard]] double inclination(const State& state, Action action) const {
        return action_looks(state.board(), action);
    }

 private:
    /// To the winner: the loser is to move and the lead is the winner's.
    double worth_of_win(const Board& board, int plies) {
        if (quality == 0)
            return 1;
        const int lead = material_lead(board, other(board.to_move()));
        return 1 - quality * (1 - quality_.bonus(plies, lead)) / 4;
    }

    static search::Proof proof(const std::optional<Outcome>& end) {
        if (!end)
            return search::Proof::Open;
        if (end->result == Result::Draw)
            return search::Proof::Draw;
        return search::win_of(end->result == Result::FirstWins ? 0 : 1);
    }

    PlayoutQuality quality_;
};

static_assert(search::UctGuidedGame<MctsGame>);

}  // namespace nebel::darkchess
