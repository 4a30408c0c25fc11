#include "protocol/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "core/text.hpp"
#include "game/player.hpp"

extern char** environ;

namespace nebel::protocol {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t kComplaintKept = 1024;

void close_fd(int& fd) {
    if (fd >= 0)
        close(fd);
    fd = -1;
}

/// Both ends close on exec; the parent's end does not block.
struct Pipe {
    int read_end = -1;
    int write_end = -1;
    Pipe() {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0)
            throw PlayerFailure(Reason::Crash, fmt::format("no pipe: {}", std::strerror(errno)));
        read_end = ends[0];
        write_end = ends[1];
    }
    ~Pipe() {
        close_fd(read_end);
        close_fd(write_end);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
};

int released(int& fd) {
    return std::exchange(fd, -1);
}

void make_nonblocking(int fd) {
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

/// write(2) to a pipe whose reader is gone must give an error, not a signal; without touching what
/// the rest of the program does with SIGPIPE.
ssize_t write_without_signal(int fd, const char* data, std::size_t size) {
    sigset_t pipe_only;
    sigset_t before;
    sigset_t waiting;
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    sigpending(&waiting);
    const bool was_waiting = sigismember(&waiting, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_only, &before);
    const ssize_t written = write(fd, data, size);
    const int error = errno;
    if (written < 0 && error == EPIPE && !was_waiting) {
        const timespec now{0, 0};
        while (sigtimedwait(&pipe_only, nullptr, &now) < 0 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = error;
    return written;
}

int milliseconds_until(Deadline deadline) {
    const auto left =
        std::chrono::duration_cast<milliseconds>(deadline - steady_clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left + 1, 0, 1'000'000));
}

pid_t spawn(const std::vector<std::string>& arguments, int in, int out, int err) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    sigset_t none;
    sigset_t defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGINT);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    std::vector<char*> pointers;
    for (const auto& argument : arguments)
        pointers.push_back(const_cast<char*>(argument.c_str()));
    pointers.push_back(nullptr);
    pid_t pid = -1;
    const int error =
        posix_spawn(&pid, pointers.front(), &actions, &attributes, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error != 0)
        throw PlayerFailure(
            Reason::Crash,
            fmt::format("cannot start {}: {}", quote(arguments.front()), std::strerror(error)));
    return pid;
}

}  // namespace

Process::Process(std::vector<std::string> arguments, EngineLimits limits) : limits_(limits) {
    NEBEL_CHECK(!arguments.empty());
    name_ = arguments.front().substr(arguments.front().rfind('/') + 1);
    Pipe input;
    Pipe output;
    Pipe errors;
    make_nonblocking(input.write_end);
    make_nonblocking(output.read_end);
    make_nonblocking(errors.read_end);
    pid_ = spawn(arguments, input.read_end, output.write_end, errors.write_end);
    in_ = released(input.write_end);
    out_ = released(output.read_end);
    err_ = released(errors.read_end);
}

Process::~Process() {
    close_fd(in_);
    close_fd(out_);
    close_fd(err_);
    // The group is killed before the child is reaped: until then its number cannot be reused.
    kill(-pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

void Process::send(std::string_view line) {
    std::string bytes(line);
    std::replace(bytes.begin(), bytes.end(), '\n', ' ');
    bytes += '\n';
    const Deadline deadline = steady_clock::now() + limits_.handshake;
    std::size_t done = 0;
    while (done < bytes.size()) {
        if (in_ < 0)
            fail_gone();
        const ssize_t written = write_without_signal(in_, bytes.data() + done, bytes.size() - done);
        if (written > 0) {
            done += static_cast<std::size_t>(written);
        } else if (errno == EPIPE) {
            close_input();
            fail_gone();
        } else if (errno != EAGAIN && errno != EINTR) {
            throw PlayerFailure(Reason::Crash,
                                fmt::format("{}: cannot write: {}", name_, std::strerror(errno)));
        } else if (!wait_and_read(true, deadline)) {
            throw PlayerFailure(Reason::TimeOut, fmt::format("{} does not read its input", name_));
        }
    }
}

void Process::close_input() {
    close_fd(in_);
    deaf_since_ = steady_clock::now();
}

bool Process::receive(std::string& line, Deadline deadline) {
    while (true) {
        if (take_line(line))
            return true;
        if (out_ < 0)
            fail_gone();
        // A child that no longer reads may finish its sentence, but no more answers will come.
        const auto patience = in_ < 0 ? std::min(deadline, deaf_since_ + limits_.margin) : deadline;
        if (!wait_and_read(false, patience)) {
            if (in_ < 0 && steady_clock::now() >= deaf_since_ + limits_.margin)
                fail_gone();
            return false;
        }
    }
}

bool Process::take_line(std::string& line) {
    const auto at = pending_.find('\n', scanned_);
    const auto length = (at == std::string::npos ? pending_.size() : at) - taken_;
    if (length > limits_.line_length)
        throw PlayerFailure(Reason::Nonsense, fmt::format("{} printed a line of more than {} bytes",
                                                          name_, limits_.line_length));
    if (at == std::string::npos) {
        scanned_ = pending_.size();
        return false;
    }
    line.assign(pending_, taken_, at - taken_);
    if (line.ends_with('\r'))
        line.pop_back();
    taken_ = scanned_ = at + 1;
    return true;
}

bool Process::wait_and_read(bool want_write, Deadline deadline) {
    while (true) {
        std::array<pollfd, 3> watched{pollfd{out_, POLLIN, 0}, pollfd{err_, POLLIN, 0},
                                      pollfd{in_, static_cast<short>(want_write ? POLLOUT : 0), 0}};
        const int ready = poll(watched.data(), watched.size(), milliseconds_until(deadline));
        if (ready == 0 || (ready < 0 && errno != EINTR))
            return false;
        if (ready < 0)
            continue;
        if (watched[1].revents != 0)
            drain(err_, false);
        if (watched[0].revents != 0)
            drain(out_, true);
        if (watched[0].revents != 0)
            return true;
        if (watched[2].revents != 0) {
            if (!want_write)
                close_input();
            return true;
        }
        if (steady_clock::now() >= deadline)
            return false;
    }
}

void Process::drain(int& fd, bool is_output) {
    std::array<char, 16384> buffer;
    const ssize_t count = read(fd, buffer.data(), buffer.size());
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (count <= 0) {
        close_fd(fd);
        return;
    }
    const auto size = static_cast<std::size_t>(count);
    if (is_output) {
        if (taken_ > 0) {
            pending_.erase(0, taken_);
            scanned_ -= taken_;
            taken_ = 0;
        }
        pending_.append(buffer.data(), size);
        received_ += size;
        if (received_ > limits_.output)
            throw PlayerFailure(Reason::Nonsense,
                                fmt::format("{} printed more than {} bytes without an answer",
                                            name_, limits_.output));
        return;
    }
    complaint_.append(buffer.data(), size);
    if (complaint_.size() > kComplaintKept)
        complaint_.erase(0, complaint_.size() - kComplaintKept);
}

std::string Process::describe_end() {
    // The last words may still be in the pipe.
    if (err_ >= 0)
        drain(err_, false);
    siginfo_t info{};
    std::string how = out_ < 0 ? "closed its output" : "closed its input";
    const Deadline deadline = steady_clock::now() + limits_.farewell;
    do {
        info.si_pid = 0;
        if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            info.si_pid == pid_) {
            how = info.si_code == CLD_EXITED
                      ? fmt::format("ended with status {}", info.si_status)
                      : fmt::format("was ended by signal {}", info.si_status);
            break;
        }
        poll(nullptr, 0, 5);
    } while (steady_clock::now() < deadline);
    std::string_view words = trim(complaint_);
    words = words.substr(words.rfind('\n') + 1);  // npos + 1 is the start
    return words.empty() ? how : fmt::format("{}; it said {}", how, quote(words));
}

void Process::fail_gone() {
    throw PlayerFailure(Reason::Crash, fmt::format("{} {}", name_, describe_end()));
}

void Process::farewell(std::string_view line) noexcept {
    try {
        const Deadline deadline = steady_clock::now() + limits_.farewell;
        std::string bytes(line);
        bytes += '\n';
        // One attempt: a child that does not read gets no second sentence.
        if (in_ >= 0)
            (void)!write_without_signal(in_, bytes.data(), bytes.size());
        close_fd(in_);
        do {
            pending_.clear();
            taken_ = scanned_ = received_ = 0;
        } while (out_ >= 0 && steady_clock::now() < deadline && wait_and_read(false, deadline));
        siginfo_t info{};
        while (steady_clock::now() < deadline &&
               waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
               info.si_pid != pid_)
            poll(nullptr, 0, 2);
    } catch (...) {  // the destructor kills whatever is left
    }
}

}  // namespace nebel::protocol
