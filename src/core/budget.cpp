#include "core/budget.hpp"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>

#include "core/text.hpp"

namespace nebel {

namespace {

using std::chrono::milliseconds;

// A clock has to last for the moves still to come; a margin is kept for the way to the referee.
milliseconds share_of(const GameClock& clock) {
    const auto share = clock.remaining / 30 + clock.increment * 3 / 4;
    const auto ceiling = clock.remaining - std::min(clock.remaining / 10, milliseconds(200));
    return std::clamp(share, milliseconds(1), std::max(milliseconds(1), ceiling));
}

}  // namespace

Parsed<milliseconds> parse_duration(std::string_view text) {
    const auto unit_at = text.find_first_not_of("0123456789.");
    const auto unit = unit_at == std::string_view::npos ? "ms" : text.substr(unit_at);
    const auto number = parse_number<double>(text.substr(0, unit_at));
    const double scale = unit == "ms" ? 1 : unit == "s" ? 1000 : unit == "m" ? 60000 : 0;
    constexpr double kLongest = 1e11;  // three years: far beyond any game, far below overflow
    if (!number || scale == 0 || *number * scale > kLongest)
        return parse_error(
            fmt::format("{} is not a duration; accepted: 250ms, 1.5s, 2m", quote(text)));
    return milliseconds(static_cast<std::int64_t>(*number * scale + 0.5));
}

Parsed<Budget> Budget::parse(std::string_view text) {
    Budget budget;
    if (trim(text).empty() || text == "none")
        return budget;
    for (const auto piece : split(text, ',')) {
        const auto equals = piece.find('=');
        const auto key = trim(piece.substr(0, equals));
        const auto value =
            equals == std::string_view::npos ? std::string_view{} : trim(piece.substr(equals + 1));
        if (key == "nodes" || key == "sims") {
            const auto count = parse_number<std::uint64_t>(value);
            if (!count || *count == 0)
                return parse_error(
                    fmt::format("budget {} needs a number from 1, got {}", key, quote(value)));
            (key == "nodes" ? budget.nodes : budget.simulations) = *count;
        } else if (key == "time" || key == "cpu") {
            const auto duration = parse_duration(value);
            if (!duration)
                return parse_error(fmt::format("budget {}: {}", key, duration.error().message));
            if (duration->count() == 0)
                return parse_error(fmt::format("budget {} must be at least 1ms", key));
            if (budget.time.count() != 0)
                return parse_error("a budget has one limit of time: time or cpu");
            budget.time = *duration;
            budget.cpu = key == "cpu";
        } else {
            return parse_error(
                fmt::format("unknown budget {}; accepted: nodes=N, sims=N, time=100ms, cpu=100ms, "
                            "joined by commas",
                            quote(piece)));
        }
    }
    return budget;
}

std::string Budget::text() const {
    std::vector<std::string> pieces;
    if (nodes != 0)
        pieces.push_back(fmt::format("nodes={}", nodes));
    if (simulations != 0)
        pieces.push_back(fmt::format("sims={}", simulations));
    if (time.count() != 0)
        pieces.push_back(fmt::format("{}={}ms", cpu ? "cpu" : "time", time.count()));
    return pieces.empty() ? "none" : join(pieces, ",");
}

BudgetMeter::BudgetMeter(const Budget& budget) : budget_(budget), start_(now()) {
    if (budget_.clock) {
        const auto share = share_of(*budget_.clock);
        budget_.time = budget_.time.count() == 0 ? share : std::min(budget_.time, share);
    }
}

std::chrono::nanoseconds BudgetMeter::now() const {
    if (!budget_.cpu)
        return std::chrono::steady_clock::now().time_since_epoch();
    timespec spent{};
    NEBEL_CHECK(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent) == 0);
    return std::chrono::seconds(spent.tv_sec) + std::chrono::nanoseconds(spent.tv_nsec);
}

std::chrono::microseconds BudgetMeter::elapsed() const {
    return std::chrono::duration_cast<std::chrono::microseconds>(now() - start_);
}

bool BudgetMeter::poll() {
    countdown_ = kPollInterval;
    if (budget_.stop != nullptr && budget_.stop->load(std::memory_order_relaxed))
        exhausted_ = true;
    else if (budget_.time.count() != 0 && elapsed() >= budget_.time)
        exhausted_ = true;
    return !exhausted_;
}

}  // namespace nebel
