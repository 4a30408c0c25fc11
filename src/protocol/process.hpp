#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "protocol/link.hpp"

namespace nebel::protocol {

/// A child process on three pipes, in a process group of its own, started without a shell. The
/// object owns the whole group: when it goes, for whatever reason, the group is killed and the
/// child is reaped, so nothing outlives it. Single-threaded use.
///
/// What the child writes to its error stream is kept (its last part) and quoted in failures.
class Process final : public Link {
 public:
    /// `arguments[0]` is the path of the program. Throws PlayerFailure (Crash) when it cannot be
    /// started.
    Process(std::vector<std::string> arguments, EngineLimits limits);
    ~Process() override;
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    void send(std::string_view line) override;
    bool receive(std::string& line, Deadline deadline) override;
    void settle() override { received_ = 0; }

    /// Closes the child's input as well; a child that stays all the same is the destructor's.
    void farewell(std::string_view line) noexcept override;

    [[nodiscard]] pid_t pid() const { return pid_; }

 private:
    /// Waits until something can be read (or written, if asked) and takes in what there is. False
    /// when the deadline passed.
    bool wait_and_read(bool want_write, Deadline deadline);
    void drain(int& fd, bool is_output);
    void close_input();
    bool take_line(std::string& line);
    [[nodiscard]] std::string describe_end();
    [[noreturn]] void fail_gone();

    EngineLimits limits_;
    std::string name_;
    pid_t pid_ = -1;
    int in_ = -1;   ///< the child's input, our writing end; closed once nobody reads it
    int out_ = -1;  ///< the child's output, our reading end
    int err_ = -1;
    Deadline deaf_since_{};  ///< when in_ was closed
    std::string pending_;    ///< output, the part not yet taken as lines starts at taken_
    std::size_t taken_ = 0;
    std::size_t scanned_ = 0;  ///< no line break between taken_ and here
    std::size_t received_ = 0;
    std::string complaint_;  ///< the tail of the error stream
};

}  // namespace nebel::protocol
