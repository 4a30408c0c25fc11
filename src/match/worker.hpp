#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "match/game_summary.hpp"

namespace nebel::match {

/// Plays games by index, one at a time, on one thread.
class Worker {
 public:
    virtual ~Worker() = default;
    /// Nothing when the flag was set before the game ended; the game is then as if never begun.
    virtual std::optional<GameSummary> play(std::uint64_t index, const std::atomic<bool>& stop) = 0;
};

using WorkerFactory = std::function<std::unique_ptr<Worker>()>;

}  // namespace nebel::match
