#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "game/seat.hpp"

namespace nebel::server {

/// The two clocks of a game, in milliseconds of the caller's own time. Held until everybody is
/// there: no time passes for anyone while it is held. A game without a clock has one that is never
/// released.
class Clocks {
 public:
    Clocks(bool used, std::int64_t increment, PerSeat<std::int64_t> remaining)
        : used_(used), increment_(increment), remaining_(remaining) {}

    [[nodiscard]] bool used() const { return used_; }
    [[nodiscard]] std::int64_t increment() const { return increment_; }
    /// Whose time runs.
    [[nodiscard]] std::optional<Seat> running() const { return running_; }

    /// Time runs from now on for this seat.
    void run(Seat seat, std::int64_t now) {
        if (!used_)
            return;
        running_ = seat;
        since_ = now;
    }
    void stop(std::int64_t now) {
        settle(now);
        running_.reset();
    }
    /// Books the time used so far.
    void settle(std::int64_t now) {
        if (!running_)
            return;
        remaining_[*running_] = left(*running_, now);
        since_ = now;
    }
    /// The running seat has ended its turn.
    void hand_over(std::int64_t now) {
        if (!running_)
            return;
        settle(now);
        remaining_[*running_] += increment_;
        run(other(*running_), now);
    }

    [[nodiscard]] std::int64_t left(Seat seat, std::int64_t now) const {
        const auto used = running_ == seat ? now - since_ : 0;
        return std::max<std::int64_t>(remaining_[seat] - used, 0);
    }

 private:
    bool used_;
    std::int64_t increment_;
    PerSeat<std::int64_t> remaining_;
    std::optional<Seat> running_;
    std::int64_t since_ = 0;
};

}  // namespace nebel::server
