#pragma once

#include "darkchess/policies.hpp"

// What Jouandeau and Cazenave (2014) report of a policy in their tables 1 and 2.
namespace nebel::darkchess {

struct MeanAndDeviation {
    double mean = 0;
    double deviation = 0;  ///< of the population: divided by n
};

/// An action and how the playouts that began with it ended, for the side to move.
struct MoveRecord {
    Action action;
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;
    std::uint64_t draws = 0;

    [[nodiscard]] std::uint64_t playouts() const { return wins + losses + draws; }
    /// A draw counts one half.
    [[nodiscard]] double score() const {
        return (static_cast<double>(wins) + 0.5 * static_cast<double>(draws)) /
               static_cast<double>(playouts());
    }
};

struct PlayoutStatistics {
    std::uint64_t playouts = 0;
    double seconds = 0;  ///< of this machine's clock
    MeanAndDeviation men;
    MeanAndDeviation plies;  ///< the first action counted
    double draw_share = 0;   ///< without evaluation
    MoveRecord best;         ///< without evaluation
    /// The same playouts, a drawn one given to the side with more material.
    MoveRecord best_evaluated;
    double draw_share_evaluated = 0;
};

/// Plays that many playouts. Their first actions are the legal ones in turn, so that each is begun
/// with equally often (in the paper's table 1 every policy names a best move, also one it would not
/// choose itself); everything after follows the policy. Best is the greatest score, among equals
/// the first of `generate`. The board's own quiet plies count. There must be an action; with fewer
/// playouts than actions only the first ones are tried.
PlayoutStatistics playout_statistics(const Board& board,
                                     Policy policy,
                                     const PlayoutLimits& limits,
                                     std::uint64_t playouts,
                                     Rng& rng);

}  // namespace nebel::darkchess
