#include <fmt/format.h>

#include <chrono>

#include "core/version.hpp"
#include "lab/run.hpp"
#include "match/runner.hpp"
#include "store/store.hpp"

namespace nebel::lab {

namespace {

double seconds_of(const match::Score& score) {
    return std::chrono::duration<double>(score.effort(0).time + score.effort(1).time).count();
}

}  // namespace

Measured run_grid(const Experiment& experiment,
                  const std::string& rules,
                  const WorkersOf& workers,
                  store::Store* store,
                  const RunSettings& settings,
                  const LabHooks& hooks,
                  const std::atomic<bool>& stop) {
    GridSpec grid = std::get<GridSpec>(experiment.body);
    grid.rules = rules;
    Measured measured;
    measured.experiment = experiment.name;
    measured.sample = settings.sample != 0 ? settings.sample : grid.games;
    measured.command = fmt::format("nebel lab run {} --games {}", experiment.name, measured.sample);
    measured.version = kVersion;
    auto& done = measured.results.emplace<GridCells>();

    const auto cells = grid.cells();
    for (const auto& cell : cells)
        workers(grid.match(cell))();
    for (const auto& cell : cells) {
        if (stop.load(std::memory_order_relaxed))
            break;
        const auto& row = grid.rows[cell.row].name;
        const auto& column = grid.columns[cell.column].name;
        if (hooks.on_begin)
            hooks.on_begin(done.size(), cells.size(), fmt::format("{}, {}", row, column));
        const auto spec = grid.match(cell);
        const auto archive = store != nullptr ? store->archive(store->open_match(spec)) : nullptr;
        match::Score score;
        match::RunHooks run_hooks;
        run_hooks.on_progress = hooks.on_progress;
        const auto report = match::run_match({measured.sample, settings.jobs}, workers(spec),
                                             archive.get(), run_hooks, stop, score);
        done.push_back(
            {row, column, score.total(), score.pairs(), score.failures(0) + score.failures(1)});
        measured.seconds += seconds_of(score);
        const bool finished = report.end == match::RunEnd::Complete;
        measured.complete = finished && done.size() == cells.size();
        if (hooks.on_measured)
            hooks.on_measured(measured);
        if (!finished)
            break;
    }
    return measured;
}

}  // namespace nebel::lab
