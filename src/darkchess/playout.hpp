#pragma once

#include "core/rng.hpp"
#include "darkchess/board.hpp"
#include "darkchess/rules.hpp"
#include "game/outcome.hpp"

// Uniformly random play to the end: what a Monte Carlo search spends its time on.
namespace nebel::darkchess {

/// When a playout is called a draw. Repetition is not looked for: the quiet limit catches it.
struct PlayoutLimits {
    int quiet = 180;  ///< plies without capture or flip; 0: no limit
    int plies = Rules::kDefaultCap;
    /// Jouandeau and Cazenave (2014) report figures that fit a counter which only flips set back.
    bool capture_resets = true;

    PlayoutLimits() = default;
    explicit PlayoutLimits(const Rules& rules) : quiet(rules.quiet), plies(rules.cap) {}
};

struct PlayoutEnd {
    Outcome outcome;
    int plies;  ///< played by the playout
};

/// One of the legal actions, each equally likely, without listing them. Nothing when there is none
/// (the side to move has lost).
std::optional<Action> random_action(const Board& board, Rng& rng);

/// Plays to the end and leaves the last position on the board, `dark_left` included. A flipped man
/// is drawn from those left, which is the same as having dealt them in secret. Allocates nothing.
PlayoutEnd play_out(Board& board, Rng& rng, const PlayoutLimits& limits);

inline Outcome playout(Board board, Rng& rng, const PlayoutLimits& limits) {
    return play_out(board, rng, limits).outcome;
}

}  // namespace nebel::darkchess
