#include <fmt/format.h>

#include "core/rng.hpp"
#include "core/version.hpp"
#include "darkchess/playout_statistics.hpp"
#include "lab/run.hpp"

namespace nebel::lab {

namespace {

/// FNV-1a: the same everywhere, unlike std::hash.
std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
}

BestMove best_of(const darkchess::MoveRecord& record) {
    const auto all = static_cast<double>(record.playouts());
    return {record.action.text(), static_cast<double>(record.wins) / all,
            static_cast<double>(record.losses) / all, static_cast<double>(record.draws) / all};
}

PlayoutRow play(const NamedPosition& position,
                PlayoutRow row,
                std::uint64_t playouts,
                std::uint64_t seed) {
    darkchess::PlayoutLimits limits;
    limits.quiet = row.limit;
    limits.capture_resets = row.counter == "true";
    Rng rng(
        mix_seed(seed, hash_of(fmt::format("{}|{}|{}|{}", row.position, darkchess::text(row.policy),
                                           row.limit, row.counter))));
    const auto found =
        darkchess::playout_statistics(position.board, row.policy, limits, playouts, rng);
    row.seconds = found.seconds;
    row.draws = found.draw_share;
    row.men = found.men.mean;
    row.men_deviation = found.men.deviation;
    row.plies = found.plies.mean;
    row.plies_deviation = found.plies.deviation;
    row.best = best_of(found.best);
    row.best_evaluated = best_of(found.best_evaluated);
    return row;
}

struct Task {
    const NamedPosition* position;
    PlayoutRow row;
};

std::vector<Task> tasks_of(const PlayoutsSpec& spec) {
    std::vector<Task> tasks;
    for (const auto& position : spec.positions) {
        if (!position.missing.empty())
            continue;
        for (const auto policy : spec.policies)
            for (const int limit : spec.limits)
                for (const auto& counter : spec.counters) {
                    PlayoutRow row;
                    row.position = position.name;
                    row.policy = policy;
                    row.limit = limit;
                    row.counter = counter;
                    tasks.push_back({&position, std::move(row)});
                }
    }
    return tasks;
}

}  // namespace

Measured run_playouts(const Experiment& experiment,
                      const RunSettings& settings,
                      const LabHooks& hooks,
                      const std::atomic<bool>& stop) {
    const auto& spec = std::get<PlayoutsSpec>(experiment.body);
    Measured measured;
    measured.experiment = experiment.name;
    measured.sample = settings.sample != 0 ? settings.sample : spec.playouts;
    measured.command = fmt::format("nebel lab run {} --games {}", experiment.name, measured.sample);
    measured.version = kVersion;
    auto& rows = measured.results.emplace<PlayoutRows>();
    const auto tasks = tasks_of(spec);
    for (const auto& task : tasks) {
        if (stop.load(std::memory_order_relaxed))
            break;
        if (hooks.on_begin)
            hooks.on_begin(
                rows.size(), tasks.size(),
                fmt::format("{}, {}, limit {}, counter {}", task.row.position,
                            darkchess::text(task.row.policy), task.row.limit, task.row.counter));
        rows.push_back(play(*task.position, task.row, measured.sample, spec.seed));
        measured.seconds += *rows.back().seconds;
        measured.complete = rows.size() == tasks.size();
        if (hooks.on_measured)
            hooks.on_measured(measured);
    }
    return measured;
}

}  // namespace nebel::lab
