#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "core/budget.hpp"

// Root parallelism: several searches that share nothing while they work, so that with limits in
// nodes or simulations the result depends on the seed and the number of threads alone.
namespace nebel::search {

/// One worker's part of a budget: nodes and simulations are divided, time is everybody's.
inline Budget share_of_budget(Budget budget, std::size_t worker, std::size_t workers) {
    for (std::uint64_t* limit : {&budget.simulations, &budget.nodes})
        *limit = *limit / workers + (worker < *limit % workers ? 1 : 0);
    return budget;
}

/// How many workers have something to do: one without a node of its own would have no limit at all.
inline std::size_t useful_workers(const Budget& budget, std::size_t threads) {
    std::size_t workers = std::max<std::size_t>(threads, 1);
    for (const std::uint64_t limit : {budget.simulations, budget.nodes})
        if (limit != 0)
            workers = std::min<std::size_t>(workers, limit);
    return workers;
}

/// Threads that are kept from search to search: one that was just made is put beside its maker by
/// some schedulers and has cold memory. They are started when first needed and sleep in between.
class Workers {
 public:
    Workers() = default;
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;
    ~Workers() {
        {
            const std::lock_guard lock(mutex_);
            closing_ = true;
        }
        wake_.notify_all();
    }

    /// Calls `work(i)` for each i below `count`, the first on this thread, and waits for all. An
    /// exception of any of them is thrown here. Not to be called by two threads at once.
    template <class Work>
    void run(std::size_t count, Work&& work) {
        if (count <= 1) {
            work(std::size_t{0});
            return;
        }
        while (threads_.size() + 1 < count)
            threads_.emplace_back([this, i = threads_.size() + 1] { attend(i); });
        const std::function<void(std::size_t)> job = [&](std::size_t i) { work(i); };
        {
            const std::lock_guard lock(mutex_);
            job_ = &job;
            count_ = count;
            busy_ = count - 1;
            ++round_;
        }
        wake_.notify_all();
        std::exception_ptr failure = failure_of(job, 0);
        std::unique_lock lock(mutex_);
        done_.wait(lock, [&] { return busy_ == 0; });
        job_ = nullptr;
        if (!failure)
            failure = failure_;
        failure_ = nullptr;
        if (failure)
            std::rethrow_exception(failure);
    }

 private:
    static std::exception_ptr failure_of(const std::function<void(std::size_t)>& job,
                                         std::size_t i) {
        try {
            job(i);
        } catch (...) {
            return std::current_exception();
        }
        return nullptr;
    }

    void attend(std::size_t i) {
        std::uint64_t seen = 0;
        std::unique_lock lock(mutex_);
        while (true) {
            wake_.wait(lock, [&] { return closing_ || (round_ != seen && i < count_); });
            if (closing_)
                return;
            seen = round_;
            const auto* job = job_;
            lock.unlock();
            const std::exception_ptr failure = failure_of(*job, i);
            lock.lock();
            if (failure && !failure_)
                failure_ = failure;
            if (--busy_ == 0)
                done_.notify_one();
        }
    }

    std::mutex mutex_;
    std::condition_variable wake_;
    std::condition_variable done_;
    const std::function<void(std::size_t)>* job_ = nullptr;
    std::size_t count_ = 0;
    std::size_t busy_ = 0;  ///< of this round, not counting the caller
    std::uint64_t round_ = 0;
    std::exception_ptr failure_;
    bool closing_ = false;
    std::vector<std::jthread> threads_;  // last: they are joined while the rest is still there
};

}  // namespace nebel::search
