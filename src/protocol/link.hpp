#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace nebel::protocol {

/// How long an external engine may take and how much it may say. Time limits here only bound a
/// hang; who plays slowly is the match's business.
struct EngineLimits {
    std::chrono::milliseconds handshake{20'000};
    /// Beyond the budget's own time, for the way there and back on a busy machine.
    std::chrono::milliseconds margin{5'000};
    /// For an answer without a time limit (nodes, simulations, nothing).
    std::chrono::milliseconds answer{600'000};
    /// From the polite request to leave until the process is killed.
    std::chrono::milliseconds farewell{500};
    std::size_t line_length = 64 * 1024;
    /// Output between two answers.
    std::size_t output = 16 * 1024 * 1024;
};

using Deadline = std::chrono::steady_clock::time_point;

/// A connection to an engine, line by line. The one door through which anything reaches an engine,
/// so what is sent can be recorded and compared.
class Link {
 public:
    virtual ~Link() = default;

    /// Sends one line; the line break is added. Throws PlayerFailure when the other side is gone or
    /// does not read.
    virtual void send(std::string_view line) = 0;

    /// The next line without its line break, or false when the deadline passed. Throws
    /// PlayerFailure (Crash, Nonsense) when the other side is gone or says too much.
    virtual bool receive(std::string& line, Deadline deadline) = 0;

    /// The exchange is complete: the allowance for output starts anew.
    virtual void settle() {}

    /// Says a last line and leaves the other side a moment to go. The link is of no use afterwards.
    virtual void farewell(std::string_view line) noexcept = 0;
};

/// Makes a fresh connection: called at the first game and after a failure.
using LinkFactory = std::function<std::unique_ptr<Link>()>;

}  // namespace nebel::protocol
