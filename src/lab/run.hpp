#pragma once

#include <atomic>
#include <functional>

#include "lab/measured.hpp"
#include "match/score.hpp"
#include "match/worker.hpp"

namespace nebel::store {
class Store;
}

// From an experiment to what it measures. Nothing here prints.
namespace nebel::lab {

struct RunSettings {
    std::uint64_t sample = 0;  ///< games a cell or playouts a row; 0: as the experiment says
    unsigned jobs = 1;         ///< games at the same time
};

/// Called on the running thread, `done` of `all` cells or rows being complete. Any may be empty.
struct LabHooks {
    std::function<void(std::size_t done, std::size_t all, const std::string& name)> on_begin;
    std::function<void(const match::Score&)> on_progress;
    /// Everything measured so far, after each cell, the one that was interrupted included.
    std::function<void(const Measured&)> on_measured;
};

/// Makes the players of a match; throws UserError for one that does not exist.
using WorkersOf = std::function<match::WorkerFactory(const match::MatchSpec&)>;

/// Plays every cell of a grid, cell by cell. Games the store has are not played again, so a run
/// that was stopped or killed goes on where it was and comes to the same result. All players are
/// made once before the first game: a misspelt one costs nothing. `store` may be null. `rules` are
/// the grid's as the game writes them.
Measured run_grid(const Experiment& experiment,
                  const std::string& rules,
                  const WorkersOf& workers,
                  store::Store* store,
                  const RunSettings& settings,
                  const LabHooks& hooks,
                  const std::atomic<bool>& stop);

/// Plays out every row: position by position, policy, limit, counter. A row's generator follows
/// from the seed and the row's own names, so other rows may come and go without changing it.
Measured run_playouts(const Experiment& experiment,
                      const RunSettings& settings,
                      const LabHooks& hooks,
                      const std::atomic<bool>& stop);

}  // namespace nebel::lab
