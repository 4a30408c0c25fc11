#include "search/three_tier_workers.hpp"

#ifdef __linux__
#    include <sched.h>
#endif

namespace nebel::search {

namespace {

#ifdef __linux__
int this_processor() {
    return sched_getcpu();
}

// Moves this thread to another processor than this one, once; the scheduler is free again at once.
// Left alone it may take longer than a move to find out that two threads share one processor while
// another has work of low priority only.
void step_aside(int processor) {
    if (processor < 0 || this_processor() != processor)
        return;
    cpu_set_t all;
    if (sched_getaffinity(0, sizeof all, &all) != 0 || CPU_COUNT(&all) < 2)
        return;
    cpu_set_t others = all;
    CPU_CLR(static_cast<std::size_t>(processor), &others);
    if (sched_setaffinity(0, sizeof others, &others) == 0)
        sched_setaffinity(0, sizeof all, &all);
}
#else
int this_processor() {
    return -1;
}
void step_aside(int) {}
#endif

std::exception_ptr failure_of(const Workers::Job& job, std::size_t i) {
    try {
        job(i);
    } catch (...) {
        return std::current_exception();
    }
    return nullptr;
}

}  // namespace

Workers::~Workers() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    wake_.notify_all();
}

void Workers::run(std::size_t count, const Job& job) {
    if (count <= 1) {
        job(0);
        return;
    }
    while (threads_.size() + 1 < count)
        threads_.emplace_back([this, i = threads_.size() + 1] { attend(i); });
    {
        const std::lock_guard lock(mutex_);
        job_ = &job;
        count_ = count;
        busy_ = count - 1;
        callers_processor_ = this_processor();
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

void Workers::attend(std::size_t i) {
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex_);
    while (true) {
        wake_.wait(lock, [&] { return closing_ || (round_ != seen && i < count_); });
        if (closing_)
            return;
        seen = round_;
        const Job* job = job_;
        const int taken = callers_processor_;
        lock.unlock();
        step_aside(taken);
        const std::exception_ptr failure = failure_of(*job, i);
        lock.lock();
        if (failure && !failure_)
            failure_ = failure;
        if (--busy_ == 0)
            done_.notify_one();
    }
}

}  // namespace nebel::search
