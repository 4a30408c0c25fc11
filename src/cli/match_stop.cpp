#include "cli/match_stop.hpp"

namespace nebel::cli {

namespace {

// A handler may touch nothing but a lock-free atomic.
std::atomic<bool> signalled{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void nebel_note_signal(int) {
    signalled.store(true, std::memory_order_relaxed);
}

}  // namespace

StopOnSignal::StopOnSignal() {
    signalled.store(false, std::memory_order_relaxed);
    struct sigaction action {};
    action.sa_handler = nebel_note_signal;
    action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second one is not caught
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &interrupt_before_);
    sigaction(SIGTERM, &action, &terminate_before_);
}

StopOnSignal::~StopOnSignal() {
    sigaction(SIGINT, &interrupt_before_, nullptr);
    sigaction(SIGTERM, &terminate_before_, nullptr);
}

const std::atomic<bool>& StopOnSignal::flag() const {
    return signalled;
}

}  // namespace nebel::cli
