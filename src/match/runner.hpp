#pragma once

#include <functional>

#include "match/archive.hpp"
#include "match/score.hpp"
#include "match/worker.hpp"

namespace nebel::match {

struct RunOptions {
    std::uint64_t games = 100;
    unsigned jobs = 1;
};

/// Called on the thread that runs the match. Any may be empty.
struct RunHooks {
    /// A game enters the score, in the order of the indices.
    std::function<void(const GameSummary&)> on_game;
    /// Now and then, whether or not a game has ended.
    std::function<void(const Score&)> on_progress;
};

enum class RunEnd : std::uint8_t {
    Complete,  ///< all games are played
    Decided,   ///< the sequential test has its answer
    Stopped,   ///< the stop flag was set
};

struct RunReport {
    RunEnd end = RunEnd::Complete;
    std::uint64_t from_archive = 0;  ///< games that did not have to be played
};

/// Plays games 0 .. games-1 that the archive lacks on `jobs` threads, saves each as soon as it is
/// finished and adds all of them to `score` in order. Blocks. The score at the end is the same for
/// any number of threads and any history of interruptions. `archive` may be null.
RunReport run_match(const RunOptions& options,
                    const WorkerFactory& make_worker,
                    Archive* archive,
                    const RunHooks& hooks,
                    const std::atomic<bool>& stop,
                    Score& score);

}  // namespace nebel::match
