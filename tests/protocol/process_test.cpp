#include "protocol/process.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>

#include "game/player.hpp"
#include "protocol/command_line.hpp"

namespace nebel::protocol {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

Deadline soon() {
    return steady_clock::now() + std::chrono::seconds(20);
}

Deadline at_once() {
    return steady_clock::now() + milliseconds(1);
}

std::vector<std::string> shell(const std::string& script) {
    return {"/bin/sh", "-c", script};
}

Reason reason_of(const std::function<void()>& body) {
    try {
        body();
    } catch (const PlayerFailure& failure) {
        return failure.reason;
    }
    ADD_FAILURE() << "nothing was thrown";
    return Reason::Agreement;
}

TEST(CommandLine, SplitsLikeAShell) {
    const auto words = split_command(R"(  a 'b c' "d \"e\" \x" f\ g'h'"" '' )");
    ASSERT_TRUE(words);
    EXPECT_EQ(*words, (std::vector<std::string>{"a", "b c", "d \"e\" \\x", "f gh", ""}));
    EXPECT_FALSE(split_command("a 'b"));
    EXPECT_FALSE(split_command("a \"b"));
    EXPECT_FALSE(split_command("a\\"));
    EXPECT_TRUE(split_command("")->empty());
    EXPECT_EQ(split_command("$HOME `x` *")->front(), "$HOME");
}

TEST(CommandLine, FindsProgramsAndTakesSettingsOut) {
    const auto command = EngineCommand::parse("sh -c true option.depth=3 'option.Skill Level=4'");
    EXPECT_EQ(command.arguments.front().substr(command.arguments.front().rfind('/')), "/sh");
    EXPECT_EQ(command.arguments.size(), 3u);
    ASSERT_EQ(command.settings.size(), 2u);
    EXPECT_EQ(command.settings[0], (EngineCommand::Setting{"depth", "3"}));
    EXPECT_EQ(command.settings[1], (EngineCommand::Setting{"Skill Level", "4"}));
    EXPECT_THROW(EngineCommand::parse("no-such-program-anywhere"), UserError);
    EXPECT_THROW(EngineCommand::parse("option.a=1"), UserError);
    EXPECT_THROW(EngineCommand::parse("sh option.a"), UserError);
    EXPECT_THROW(EngineCommand::parse("sh 'open"), UserError);
    EXPECT_FALSE(find_program("/etc/passwd"));
    EXPECT_FALSE(find_program("/etc"));
}

TEST(Process, TalksLineByLine) {
    Process process(shell("while read line; do echo \"got $line\"; done"), {});
    std::string line;
    process.send("one");
    process.send("two");
    ASSERT_TRUE(process.receive(line, soon()));
    EXPECT_EQ(line, "got one");
    ASSERT_TRUE(process.receive(line, soon()));
    EXPECT_EQ(line, "got two");
    EXPECT_FALSE(process.receive(line, at_once()));
}

TEST(Process, ALineBreakCannotBeSmuggledIn) {
    Process process(shell("while read line; do echo \"got $line\"; done"), {});
    std::string line;
    process.send("one\nquit");
    ASSERT_TRUE(process.receive(line, soon()));
    EXPECT_EQ(line, "got one quit");
}

TEST(Process, DeathIsACrashAndQuotesItsLastWords) {
    Process process(shell("echo hello; echo oh no >&2; exit 3"), {});
    std::string line;
    ASSERT_TRUE(process.receive(line, soon()));
    EXPECT_EQ(line, "hello");
    try {
        process.receive(line, soon());
        FAIL();
    } catch (const PlayerFailure& failure) {
        EXPECT_EQ(failure.reason, Reason::Crash);
        EXPECT_NE(std::string(failure.what()).find("status 3"), std::string::npos)
            << failure.what();
        EXPECT_NE(std::string(failure.what()).find("oh no"), std::string::npos) << failure.what();
    }
}

TEST(Process, ClosedInputIsACrashNotASignal) {
    Process process(shell("exec <&-; echo closed; sleep 100"), {});
    std::string line;
    ASSERT_TRUE(process.receive(line, soon()));
    EXPECT_EQ(reason_of([&] {
                  for (int i = 0; i < 3; ++i)
                      process.send("anyone?");
              }),
              Reason::Crash);
}

TEST(Process, ClosedInputIsNoticedWhileWaiting) {
    // The line may be in the pipe before the child closes it: no write will ever fail.
    EngineLimits limits;
    limits.margin = limits.farewell = milliseconds(10);
    Process process(shell("echo ready; echo last; exec <&-; sleep 100"), limits);
    std::string line;
    // Who is first is a race; that the waiting ends with a crash is not.
    EXPECT_EQ(reason_of([&] {
                  process.send("anyone?");
                  for (int i = 0; i < 3; ++i)
                      process.receive(line, soon());
              }),
              Reason::Crash);
}

TEST(Process, AChildThatDoesNotReadTimesOut) {
    EngineLimits limits;
    limits.handshake = milliseconds(100);
    Process process(shell("sleep 100"), limits);
    EXPECT_EQ(reason_of([&] {
                  for (int i = 0; i < 100; ++i)
                      process.send(std::string(10000, 'x'));
              }),
              Reason::TimeOut);
}

TEST(Process, AnEndlessLineIsNonsense) {
    Process process(shell("while :; do printf xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done"), {});
    std::string line;
    EXPECT_EQ(reason_of([&] { process.receive(line, soon()); }), Reason::Nonsense);
}

TEST(Process, AFloodIsNonsense) {
    EngineLimits limits;
    limits.output = 100'000;
    Process process(shell("while :; do echo flood flood flood flood flood flood; done"), limits);
    std::string line;
    EXPECT_EQ(reason_of([&] {
                  while (process.receive(line, soon())) {
                  }
              }),
              Reason::Nonsense);
}

TEST(Process, AProgramThatCannotStartIsACrash) {
    EXPECT_EQ(reason_of([] { Process process({"/nonexistent/program"}, {}); }), Reason::Crash);
}

bool is_gone(pid_t pid) {
    // An orphan is reaped by init (or nobody in a bare container): a zombie is gone as well.
    for (int i = 0; i < 400; ++i) {
        if (kill(pid, 0) != 0 && errno == ESRCH)
            return true;
        const std::string stat_path = "/proc/" + std::to_string(pid) + "/stat";
        if (FILE* file = fopen(stat_path.c_str(), "r")) {
            char name[64];
            char state = 0;
            int number = 0;
            const int fields = fscanf(file, "%d %63s %c", &number, name, &state);
            fclose(file);
            if (fields == 3 && state == 'Z')
                return true;
        }
        usleep(10'000);
    }
    return false;
}

TEST(Process, TheWholeGroupGoesWithTheObject) {
    pid_t child = 0;
    pid_t grandchild = 0;
    try {
        Process process(shell("trap '' TERM HUP INT; sleep 300 & echo $!; wait"), {});
        child = process.pid();
        std::string line;
        ASSERT_TRUE(process.receive(line, soon()));
        grandchild = static_cast<pid_t>(std::stol(line));
        EXPECT_EQ(kill(grandchild, 0), 0);
        throw std::runtime_error("something else went wrong");
    } catch (const std::runtime_error&) {
    }
    EXPECT_TRUE(is_gone(child));
    EXPECT_TRUE(is_gone(grandchild));
}

TEST(Process, FarewellIsPoliteAndShort) {
    EngineLimits limits;
    limits.farewell = milliseconds(50);
    Process polite(shell("read line; echo \"$line\""), limits);
    polite.farewell("quit");
    Process deaf(shell("trap '' TERM; while :; do echo still here; done"), limits);
    deaf.farewell("quit");
}

}  // namespace
}  // namespace nebel::protocol
