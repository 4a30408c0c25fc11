#pragma once

#include <atomic>
#include <csignal>

namespace nebel::cli {

/// While one of these lives, the first Ctrl-C (or polite kill) sets a flag instead of ending the
/// program; a second one ends it at once. One at a time.
class StopOnSignal {
 public:
    StopOnSignal();
    ~StopOnSignal();
    StopOnSignal(const StopOnSignal&) = delete;
    StopOnSignal& operator=(const StopOnSignal&) = delete;

    [[nodiscard]] const std::atomic<bool>& flag() const;

 private:
    struct sigaction interrupt_before_ {};
    struct sigaction terminate_before_ {};
};

}  // namespace nebel::cli
