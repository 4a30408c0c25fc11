#include "match/runner.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace nebel::match {

namespace {

/// The workers' side: hands out indices, collects finished games.
class WorkerGroup {
 public:
    WorkerGroup(std::uint64_t games, std::set<std::uint64_t> done, const std::atomic<bool>& abandon)
        : games_(games), done_(std::move(done)), abandon_(abandon) {}

    WorkerGroup(const WorkerGroup&) = delete;
    WorkerGroup& operator=(const WorkerGroup&) = delete;

    ~WorkerGroup() { stop(); }

    /// The players are made here, on the calling thread, so that a bad name throws at once.
    void start(unsigned jobs, const WorkerFactory& make_worker) {
        for (unsigned i = 0; i < jobs; ++i)
            workers_.push_back(make_worker());
        running_ = jobs;
        for (auto& worker : workers_)
            threads_.emplace_back([this, &worker] { work(*worker); });
    }

    /// Finished games since the last call; waits a moment when there are none. Rethrows what went
    /// wrong in a worker.
    std::vector<GameSummary> collect() {
        constexpr auto kPatience = std::chrono::milliseconds(100);
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, kPatience,
                          [&] { return !finished_.empty() || error_ != nullptr || running_ == 0; });
        if (finished_.empty() && error_ != nullptr)
            std::rethrow_exception(std::exchange(error_, nullptr));
        return std::exchange(finished_, {});
    }

    /// What is left once the threads have ended.
    std::vector<GameSummary> rest() {
        const std::lock_guard lock(mutex_);
        return std::exchange(finished_, {});
    }

    /// Games under way are given up. Returns when all threads have ended.
    void stop() {
        stop_.store(true, std::memory_order_relaxed);
        for (auto& thread : threads_)
            thread.join();
        threads_.clear();
    }

 private:
    std::optional<std::uint64_t> next_index() {
        const std::lock_guard lock(mutex_);
        while (done_.contains(next_))
            ++next_;
        if (next_ >= games_ || stop_.load(std::memory_order_relaxed))
            return std::nullopt;
        return next_++;
    }

    void work(Worker& worker) {
        try {
            while (const auto index = next_index()) {
                auto game = worker.play(*index, stop_);
                // What stops the match (Ctrl-C) may have stopped an engine first: such a game would
                // tell of a crash that was none.
                if (!game || abandon_.load(std::memory_order_relaxed))
                    break;
                const std::lock_guard lock(mutex_);
                finished_.push_back(std::move(*game));
                changed_.notify_all();
            }
        } catch (...) {
            const std::lock_guard lock(mutex_);
            error_ = std::current_exception();
        }
        const std::lock_guard lock(mutex_);
        --running_;
        changed_.notify_all();
    }

    const std::uint64_t games_;
    const std::set<std::uint64_t> done_;
    const std::atomic<bool>& abandon_;
    std::uint64_t next_ = 0;
    std::vector<GameSummary> finished_;
    std::exception_ptr error_;
    unsigned running_ = 0;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::atomic<bool> stop_{false};
    std::vector<std::unique_ptr<Worker>> workers_;
    std::vector<std::thread> threads_;
};

/// The score's side: takes games in order, from the archive or from those that wait their turn.
class Intake {
 public:
    Intake(std::uint64_t games,
           std::set<std::uint64_t> archived,
           Archive* archive,
           const RunHooks& hooks,
           Score& score)
        : games_(games),
          archived_(std::move(archived)),
          archive_(archive),
          hooks_(hooks),
          score_(score) {}

    void add(std::vector<GameSummary> finished) {
        if (archive_ != nullptr && !finished.empty())
            archive_->save(finished);
        for (auto& game : finished)
            waiting_.emplace(game.index, std::move(game));
        take();
    }

    /// Adds to the score whatever is next, as long as there is something.
    void take() {
        while (!over()) {
            const std::uint64_t next = score_.games();
            if (const auto found = waiting_.find(next); found != waiting_.end()) {
                count(found->second);
                waiting_.erase(found);
            } else if (archived_.contains(next)) {
                count(archive_->load(next));
                ++from_archive_;
            } else {
                return;
            }
        }
    }

    [[nodiscard]] bool over() const { return score_.games() >= games_ || score_.decided(); }
    [[nodiscard]] std::uint64_t from_archive() const { return from_archive_; }

 private:
    void count(const GameSummary& game) {
        score_.add(game);
        if (hooks_.on_game)
            hooks_.on_game(game);
    }

    std::uint64_t games_;
    std::set<std::uint64_t> archived_;
    Archive* archive_;
    const RunHooks& hooks_;
    Score& score_;
    std::map<std::uint64_t, GameSummary> waiting_;
    std::uint64_t from_archive_ = 0;
};

}  // namespace

RunReport run_match(const RunOptions& options,
                    const WorkerFactory& make_worker,
                    Archive* archive,
                    const RunHooks& hooks,
                    const std::atomic<bool>& stop,
                    Score& score) {
    NEBEL_CHECK(options.jobs > 0 && score.games() == 0);
    const auto archived = archive != nullptr ? archive->indices() : std::set<std::uint64_t>{};
    Intake intake(options.games, archived, archive, hooks, score);
    intake.take();

    if (!intake.over()) {
        WorkerGroup workers(options.games, archived, stop);
        workers.start(static_cast<unsigned>(std::min<std::uint64_t>(options.jobs, options.games)),
                      make_worker);
        while (!intake.over() && !stop.load(std::memory_order_relaxed)) {
            intake.add(workers.collect());
            if (hooks.on_progress)
                hooks.on_progress(score);
        }
        workers.stop();
        // What was finished meanwhile is not lost, even if it is not needed now.
        intake.add(workers.rest());
    }
    RunReport report;
    report.from_archive = intake.from_archive();
    report.end = score.decided()                  ? RunEnd::Decided
                 : score.games() >= options.games ? RunEnd::Complete
                                                  : RunEnd::Stopped;
    return report;
}

}  // namespace nebel::match
