#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "server/ledger.hpp"

namespace nebel::server {

class Session;

/// One end of a connection as a game sees it. Calls come from the table's thread and return at
/// once.
class Listener {
 public:
    virtual ~Listener() = default;
    virtual void send(std::string message) = 0;
    /// Closes once everything sent before has gone out.
    virtual void close(int code, std::string_view reason) = 0;
};

/// Why a connection is closed, as the page reads it.
inline constexpr int kCloseReplaced = 4002;
inline constexpr int kCloseTooFast = 4003;
inline constexpr int kCloseBroken = 1011;

/// What a game needs from the place where it is played.
class House {
 public:
    virtual ~House() = default;
    virtual Ledger& ledger() = 0;
    /// Milliseconds since 1970.
    virtual std::int64_t wall_ms() = 0;
    /// Milliseconds since some moment, never backwards.
    virtual std::int64_t steady_ms() = 0;
    /// Runs the job in a worker thread, then `done` in the table's thread. May have to wait for a
    /// place in the queue.
    virtual void compute(std::function<void()> job, std::function<void()> done) = 0;
    /// Runs the job in a thread beside the workers, if it ever has the time.
    virtual void ponder(std::function<void()> job) = 0;
    /// A new game like this one with the seats exchanged.
    virtual std::shared_ptr<Session> rematch(const GameEntry& entry) = 0;
};

}  // namespace nebel::server
