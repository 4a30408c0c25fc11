#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace nebel::server {

/// The worker threads in which engines think and maps are computed. The queue is bounded: what does
/// not fit is refused, and the one who asked comes again when something has been finished.
class Thinkers {
 public:
    using Job = std::function<void()>;

    Thinkers(unsigned threads, std::size_t capacity);
    /// Waits for the jobs that are running; those still queued are dropped.
    ~Thinkers();

    /// False when the queue is full. Safe from any thread.
    [[nodiscard]] bool submit(Job job);

 private:
    void work();

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Job> jobs_;
    std::size_t capacity_;
    bool closing_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace nebel::server
