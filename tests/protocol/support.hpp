#pragma once

#include <gtest/gtest.h>

#include <condition_variable>
#include <deque>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "game/player.hpp"
#include "game/table.hpp"
#include "protocol/command_line.hpp"
#include "protocol/engine_loop.hpp"
#include "protocol/link.hpp"
#include "protocol/nep.hpp"

// What the protocol tests share: the scripted engines, a small match loop, and an engine that lives
// in this process behind two queues instead of pipes.
namespace nebel::protocol::testing_support {

/// The system's own python3 before any other: it starts fastest.
inline std::string python() {
    return find_program("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
}
inline bool have_python() {
    return find_program(python()).has_value();
}

/// The command of a script in tests/protocol/engines.
inline std::string script(const std::string& name, const std::string& mode = "") {
    return python() + " '" + std::string(NEBEL_SOURCE_DIR) + "/tests/protocol/engines/" + name +
           "' " + mode;
}

/// Lines that arrive when the test says so.
class LiveSource final : public LineSource {
 public:
    void push(std::string line) {
        const std::lock_guard lock(mutex_);
        lines_.push_back(std::move(line));
        arrived_.notify_one();
    }
    /// No more lines.
    void close() {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        arrived_.notify_one();
    }
    bool next(std::string& line, bool& too_long) override {
        too_long = false;
        return take(line, std::chrono::steady_clock::now() + std::chrono::hours(1));
    }
    bool take(std::string& line, Deadline deadline) {
        std::unique_lock lock(mutex_);
        arrived_.wait_until(lock, deadline, [&] { return closed_ || !lines_.empty(); });
        if (lines_.empty())
            return false;
        line = std::move(lines_.front());
        lines_.pop_front();
        return true;
    }

 private:
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::deque<std::string> lines_;
    bool closed_ = false;
};

/// An engine that lives in this process, in a thread of its own.
class EngineThread final : public Link {
 public:
    explicit EngineThread(std::unique_ptr<Dialect> dialect)
        : dialect_(std::move(dialect)), thread_([this] {
              run_engine(
                  input_, [this](std::string_view line) { output_.push(std::string(line)); },
                  *dialect_);
          }) {}
    ~EngineThread() override {
        input_.close();
        thread_.join();
    }
    void send(std::string_view line) override { input_.push(std::string(line)); }
    bool receive(std::string& line, Deadline deadline) override {
        return output_.take(line, deadline);
    }
    void farewell(std::string_view line) noexcept override { send(line); }

 private:
    LiveSource input_;
    LiveSource output_;
    std::unique_ptr<Dialect> dialect_;
    std::thread thread_;
};

template <class D, class... Arguments>
LinkFactory engine_thread(Arguments... arguments) {
    return [=] { return std::make_unique<EngineThread>(std::make_unique<D>(arguments...)); };
}

/// Writes down every byte an engine would receive and always gives the same answer.
class RecordingLink final : public Link {
 public:
    RecordingLink(std::string& sent, std::string action)
        : sent_(sent), action_(std::move(action)) {}
    void send(std::string_view line) override {
        sent_ += std::string(line) + "\n";
        const auto command = Command::of(line);
        if (command.word == "nep")
            answers_.push_back("nepok");
        else if (command.word == "isready")
            answers_.push_back("readyok");
        else if (command.word == "go")
            answers_.push_back("action " + action_);
    }
    bool receive(std::string& line, Deadline) override {
        if (answers_.empty())
            return false;
        line = answers_.front();
        answers_.pop_front();
        return true;
    }
    void farewell(std::string_view line) noexcept override { sent_ += std::string(line) + "\n"; }

 private:
    std::string& sent_;
    std::string action_;
    std::deque<std::string> answers_;
};

/// Whether a game ended by the rules and not because a player failed.
inline bool ended_by_the_rules(const std::optional<Outcome>& outcome) {
    return outcome && outcome->reason < Reason::Resignation;
}

/// Plays a game to its end; a failing player loses for its reason.
template <Game G>
GameRecord<G> play_game(const typename G::Rules& rules,
                        PerSeat<Player<G>*> players,
                        std::uint64_t seed,
                        const Budget& budget,
                        int limit = 100000) {
    Table<G> table(rules, mix_seed(seed, 0));
    const auto tell = [&](const Answer<typename G::Event>& answer) {
        for (const Seat seat : kSeats)
            for (const auto& event : answer.events[seat])
                players[seat]->hear(event);
    };
    for (const Seat seat : kSeats) {
        players[seat]->begin(rules, seat, mix_seed(seed, 1 + index(seat)));
        for (const auto& event : table.opening(seat))
            players[seat]->hear(event);
    }
    for (int i = 0; i < limit && !table.outcome(); ++i) {
        const Seat seat = table.to_act();
        try {
            const auto answer = table.act(players[seat]->act(budget));
            if (answer.verdict == Verdict::Invalid)
                throw PlayerFailure(Reason::Nonsense, std::string(answer.why));
            tell(answer);
        } catch (const PlayerFailure& failure) {
            tell(table.conclude(win_for(other(seat), failure.reason)));
        }
    }
    return table.record();
}

}  // namespace nebel::protocol::testing_support
