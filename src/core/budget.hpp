#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace nebel {

/// A whole-game clock as one side sees it when it is asked to act.
struct GameClock {
    std::chrono::milliseconds remaining{0};
    std::chrono::milliseconds increment{0};
    bool operator==(const GameClock&) const = default;
};

/// How much a player may spend on one answer. Zero or absent means "not limited in this way"; with
/// nothing set a player uses its own default. Limits in nodes or simulations make play
/// reproducible, limits in time do not.
struct Budget {
    std::uint64_t nodes = 0;
    std::uint64_t simulations = 0;
    std::chrono::milliseconds time{0};
    /// `time` is meant as processor time of the searching thread. Matches at equal time stay fair
    /// on a machine that has other work; a person's game wants the clock on the wall.
    bool cpu = false;
    std::optional<GameClock> clock;
    /// Set by another thread to ask for an answer now. May be null; must outlive the call.
    const std::atomic<bool>* stop = nullptr;

    [[nodiscard]] bool unlimited() const {
        return nodes == 0 && simulations == 0 && time.count() == 0 && !clock;
    }

    /// "nodes=1000", "sims=500", "time=100ms", "time=1.5s", "cpu=100ms" (processor time), several
    /// joined by commas, or "none".
    static Parsed<Budget> parse(std::string_view text);
    [[nodiscard]] std::string text() const;
};

/// Reads "250ms", "1.5s", "2m" or a plain number of milliseconds.
Parsed<std::chrono::milliseconds> parse_duration(std::string_view text);

/// Counts what a search spends against a Budget. Cheap enough for every node: the clock is read
/// only once in a while. Made and used by the same thread: processor time is a thread's own.
class BudgetMeter {
 public:
    explicit BudgetMeter(const Budget& budget);

    /// Each returns true while there is more to spend.
    bool spend_node(std::uint64_t count = 1) {
        nodes_ += count;
        return proceed(budget_.nodes, nodes_);
    }
    bool spend_simulation(std::uint64_t count = 1) {
        simulations_ += count;
        return proceed(budget_.simulations, simulations_);
    }

    [[nodiscard]] bool exhausted() const { return exhausted_; }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
    [[nodiscard]] std::uint64_t simulations() const { return simulations_; }
    [[nodiscard]] std::chrono::microseconds elapsed() const;

    /// Looks at the clock and the stop flag now, whatever the countdown says.
    bool poll();

 private:
    static constexpr int kPollInterval = 256;

    bool proceed(std::uint64_t limit, std::uint64_t used) {
        if (limit != 0 && used >= limit)
            exhausted_ = true;
        else if (--countdown_ <= 0)
            poll();
        return !exhausted_;
    }

    Budget budget_;
    [[nodiscard]] std::chrono::nanoseconds now() const;

    std::chrono::nanoseconds start_;
    std::uint64_t nodes_ = 0;
    std::uint64_t simulations_ = 0;
    int countdown_ = kPollInterval;
    bool exhausted_ = false;
};

}  // namespace nebel
