#pragma once

#include <chrono>

namespace nebel::match {

/// What the table does not put up with, whatever the game's own rules say.
struct Limits {
    /// A player that is refused this often in one turn loses by nonsense.
    int refusals_per_turn = 1000;
    /// A game of this many accepted actions is adjudicated a draw: some rules have no end of their
    /// own.
    int actions_per_game = 20000;
    /// How far a player may overrun its clock or its time for a move before it loses on time.
    std::chrono::milliseconds time_margin{500};
    /// So many actions at the beginning are drawn by lot, the same for both games of a pair:
    /// players that hardly ever vary would otherwise play the same game again and again.
    int drawn_actions = 0;
    bool operator==(const Limits&) const = default;
};

}  // namespace nebel::match
