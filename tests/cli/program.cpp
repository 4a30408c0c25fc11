#include "cli/program.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <sstream>

namespace nebel::test {

namespace {

struct Pipe {
    std::array<int, 2> ends{-1, -1};
    Pipe() { EXPECT_EQ(::pipe(ends.data()), 0); }
    void close_end(std::size_t i) {
        if (ends[i] >= 0)
            ::close(ends[i]);
        ends[i] = -1;
    }
    ~Pipe() {
        close_end(0);
        close_end(1);
    }
};

class Child {
 public:
    explicit Child(const std::vector<std::string>& arguments) {
        std::vector<char*> words{const_cast<char*>(NEBEL_PROGRAM)};
        for (const auto& argument : arguments)
            words.push_back(const_cast<char*>(argument.c_str()));
        words.push_back(nullptr);
        pid_ = ::fork();
        if (pid_ == 0) {
            ::dup2(in_.ends[0], STDIN_FILENO);
            ::dup2(out_.ends[1], STDOUT_FILENO);
            ::dup2(err_.ends[1], STDERR_FILENO);
            for (Pipe* pipe : {&in_, &out_, &err_}) {
                pipe->close_end(0);
                pipe->close_end(1);
            }
            ::execv(words[0], words.data());
            ::_exit(127);
        }
        in_.close_end(0);
        out_.close_end(1);
        err_.close_end(1);
    }

    // Feeds and reads at once, so that no pipe can fill up and block both sides.
    Run finish(std::string input,
               bool keep_input_open,
               const std::string& when,
               int signal_number) {
        Run run;
        bool signalled = when.empty();
        if (input.empty() && !keep_input_open)
            in_.close_end(1);
        while (out_.ends[0] >= 0 || err_.ends[0] >= 0) {
            std::array<pollfd, 3> polled{{{out_.ends[0], POLLIN, 0},
                                          {err_.ends[0], POLLIN, 0},
                                          {input.empty() ? -1 : in_.ends[1], POLLOUT, 0}}};
            if (::poll(polled.data(), polled.size(), 60000) <= 0) {
                ::kill(pid_, SIGKILL);
                ADD_FAILURE() << "the program hangs; so far it said: " << run.out;
                break;
            }
            read_some(polled[0], out_, run.out);
            read_some(polled[1], err_, run.err);
            if (polled[2].revents != 0)
                write_some(input);
            if (!signalled && run.out.find(when) != std::string::npos) {
                signalled = true;
                ::kill(pid_, signal_number);
            }
        }
        int status = 0;
        ::waitpid(pid_, &status, 0);
        run.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
        return run;
    }

 private:
    static void read_some(const pollfd& polled, Pipe& pipe, std::string& into) {
        if (polled.revents == 0)
            return;
        std::array<char, 65536> chunk{};
        const auto got = ::read(polled.fd, chunk.data(), chunk.size());
        if (got > 0)
            into.append(chunk.data(), static_cast<std::size_t>(got));
        else
            pipe.close_end(0);
    }

    void write_some(std::string& input) {
        const auto sent =
            ::write(in_.ends[1], input.data(), std::min<std::size_t>(input.size(), 4096));
        if (sent > 0)
            input.erase(0, static_cast<std::size_t>(sent));
        else
            input.clear();  // the program has stopped reading
        if (input.empty())
            in_.close_end(1);
    }

    Pipe in_;
    Pipe out_;
    Pipe err_;
    pid_t pid_ = -1;
};

}  // namespace

std::vector<std::string> Run::lines() const {
    std::vector<std::string> result;
    std::istringstream stream(out);
    for (std::string line; std::getline(stream, line);)
        result.push_back(line);
    return result;
}

std::vector<nlohmann::json> Run::objects() const {
    std::vector<nlohmann::json> result;
    for (const auto& line : lines()) {
        result.push_back(nlohmann::json::parse(line, nullptr, false));
        EXPECT_FALSE(result.back().is_discarded()) << line;
    }
    return result;
}

std::string Run::value(const std::string& word) const {
    for (const auto& line : lines())
        if (line.rfind(word + " ", 0) == 0)
            return line.substr(word.size() + 1);
    return "";
}

Run run_program(const std::vector<std::string>& arguments, const std::string& input) {
    std::signal(SIGPIPE, SIG_IGN);
    return Child(arguments).finish(input, false, "", 0);
}

Run interrupt_program(const std::vector<std::string>& arguments,
                      const std::string& when,
                      int signal_number) {
    std::signal(SIGPIPE, SIG_IGN);
    return Child(arguments).finish("", true, when, signal_number);
}

std::string temporary_path(const std::string& name) {
    struct Folder {
        std::filesystem::path path;
        Folder() {
            std::string pattern =
                (std::filesystem::temp_directory_path() / "nebel-XXXXXX").string();
            path = ::mkdtemp(pattern.data());
        }
        ~Folder() {
            std::error_code ignored;
            std::filesystem::remove_all(path, ignored);
        }
    };
    static const Folder folder;
    return (folder.path / name).string();
}

}  // namespace nebel::test
