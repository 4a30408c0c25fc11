#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace nebel::search {

/// Threads that are kept from search to search. One made for each search starts with cold memory,
/// and where other work keeps the machine busy it often stays on the processor of its maker for as
/// long as a move takes. Started when first needed, asleep in between.
class Workers {
 public:
    /// Called with the number of a worker.
    using Job = std::function<void(std::size_t)>;

    Workers() = default;
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;
    ~Workers();

    /// Calls `job(i)` for each i below `count`, the first on this thread, and waits for all. An
    /// exception of any of them is thrown here. Not to be called by two threads at once.
    void run(std::size_t count, const Job& job);

 private:
    void attend(std::size_t i);

    std::mutex mutex_;
    std::condition_variable wake_;
    std::condition_variable done_;
    const Job* job_ = nullptr;
    std::size_t count_ = 0;
    std::size_t busy_ = 0;  ///< of this round, not counting the caller
    std::uint64_t round_ = 0;
    int callers_processor_ = -1;
    std::exception_ptr failure_;
    bool closing_ = false;
    std::vector<std::jthread> threads_;  // last: they are joined while the rest is still there
};

}  // namespace nebel::search
