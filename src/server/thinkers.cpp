#include "server/thinkers.hpp"

namespace nebel::server {

Thinkers::Thinkers(unsigned threads, std::size_t capacity) : capacity_(capacity) {
    for (unsigned i = 0; i < threads; ++i)
        threads_.emplace_back([this] { work(); });
}

Thinkers::~Thinkers() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
        jobs_.clear();
    }
    wake_.notify_all();
    for (auto& thread : threads_)
        thread.join();
}

bool Thinkers::submit(Job job) {
    {
        const std::lock_guard lock(mutex_);
        if (closing_ || jobs_.size() >= capacity_)
            return false;
        jobs_.push_back(std::move(job));
    }
    wake_.notify_one();
    return true;
}

void Thinkers::work() {
    while (true) {
        Job job;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return closing_ || !jobs_.empty(); });
            if (closing_)
                return;
            job = std::move(jobs_.front());
            jobs_.pop_front();
        }
        job();
    }
}

}  // namespace nebel::server
