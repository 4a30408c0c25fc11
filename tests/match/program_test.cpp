#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "store/store.hpp"

extern char** environ;

// The command itself, as a user meets it: arguments, exit status, signals.
namespace nebel::match {
namespace {

using nlohmann::json;
using testing::HasSubstr;
namespace fs = std::filesystem;

std::string contents(const fs::path& file) {
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

struct Ended {
    int status = -1;  ///< exit status, or 128 + signal
    std::string out;
    std::string err;
};

class Program : public testing::Test {
 protected:
    void SetUp() override {
        if (access(NEBEL_PROGRAM, X_OK) != 0)
            GTEST_SKIP() << NEBEL_PROGRAM << " has not been built";
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = fs::temp_directory_path() /
                  ("nebel-match-" + std::to_string(getpid()) + "-" + info->name());
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    void TearDown() override {
        if (!folder_.empty())
            fs::remove_all(folder_);
    }

    [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }

    pid_t start(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {NEBEL_PROGRAM, "match"});
        std::vector<char*> pointers;
        for (auto& argument : arguments)
            pointers.push_back(argument.data());
        pointers.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        const int flags = O_WRONLY | O_CREAT | O_TRUNC;
        posix_spawn_file_actions_addopen(&actions, 1, path("stdout").c_str(), flags, 0600);
        posix_spawn_file_actions_addopen(&actions, 2, path("stderr").c_str(), flags, 0600);
        pid_t child = 0;
        EXPECT_EQ(posix_spawn(&child, NEBEL_PROGRAM, &actions, nullptr, pointers.data(), environ),
                  0);
        posix_spawn_file_actions_destroy(&actions);
        return child;
    }

    Ended finish(pid_t child) const {
        int status = 0;
        waitpid(child, &status, 0);
        return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                contents(path("stdout")), contents(path("stderr"))};
    }

    Ended run(const std::vector<std::string>& arguments) const { return finish(start(arguments)); }

    /// Waits until the store holds a game or the program has ended by itself.
    void wait_for_a_game(pid_t child, const std::string& file, std::uint64_t more_than) const {
        for (int i = 0; i < 20000; ++i) {
            siginfo_t info{};
            waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT);
            if (info.si_pid != 0)
                return;
            if (fs::exists(file) && games_in(file) > more_than)
                return;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }

    static std::uint64_t games_in(const std::string& file) {
        try {
            std::uint64_t games = 0;
            for (const auto& match : store::Store(file).matches())
                games += match.games;
            return games;
        } catch (const UserError&) {
            return 0;  // the program is just making it
        }
    }

    static json without_time(const fs::path& file) {
        auto result = json::parse(contents(file));
        for (auto& player : result["players"])
            player.erase("time_ms");
        return result;
    }

    fs::path folder_;
};

TEST_F(Program, PlaysAndWritesEverything) {
    const auto ended =
        run({"kriegspiel", "random", "random", "--games", "6", "--jobs", "2", "--seed", "9",
             "--json", path("a.json"), "--records", path("a.jsonl"), "--pgn", path("a.pgn")});
    ASSERT_EQ(ended.status, 0) << ended.err;
    EXPECT_EQ(ended.err, "");
    EXPECT_THAT(ended.out, HasSubstr("random against random"));
    const auto result = json::parse(contents(path("a.json")));
    EXPECT_EQ(result["games"], 6);
    EXPECT_EQ(result["seed"], 9);
    EXPECT_EQ(result["end"], "complete");
    EXPECT_EQ(result["players"].size(), 2u);
    std::ifstream records(path("a.jsonl"));
    int games = 0;
    for (std::string line; std::getline(records, line); ++games)
        EXPECT_EQ(json::parse(line)["game"], "kriegspiel");
    EXPECT_EQ(games, 6);
    EXPECT_THAT(contents(path("a.pgn")), HasSubstr("[White \"random\"]"));
    EXPECT_FALSE(fs::exists(path("a.json.part")));
}

TEST_F(Program, JsonOnStandardOutputIsAlone) {
    const auto ended = run({"darkchess", "random", "random", "--games", "4", "--json", "-"});
    ASSERT_EQ(ended.status, 0) << ended.err;
    EXPECT_EQ(json::parse(ended.out)["games"], 4);
    EXPECT_THAT(ended.err, HasSubstr("random against random"));
    EXPECT_EQ(run({"darkchess", "random", "random", "--games", "4", "--json", "-", "--quiet"}).err,
              "");
}

TEST_F(Program, EveryGameIsPlayable) {
    for (const char* game : {"kriegspiel", "darkchess", "stratego"}) {
        const auto one =
            run({game, "random", "random", "--games", "4", "--quiet", "--json", path("one.json")});
        ASSERT_EQ(one.status, 0) << game << ": " << one.err;
        run({game, "random", "random", "--games", "4", "--jobs", "2", "--json", path("two.json")});
        EXPECT_EQ(without_time(path("one.json")), without_time(path("two.json"))) << game;
    }
}

TEST_F(Program, SurvivesBeingKilledAgainAndAgain) {
    const std::vector<std::string> game{"kriegspiel", "random", "random", "--games", "300",
                                        "--jobs",     "2",      "--seed", "3",       "--quiet"};
    auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), game.begin(), game.end());
        return more;
    };
    ASSERT_EQ(run(with({"--json", path("whole.json")})).status, 0);

    const auto store = path("games.db");
    int killed = 0;
    for (int round = 0; round < 4; ++round) {
        const auto before = fs::exists(store) ? games_in(store) : 0;
        const auto child = start(with({"--store", store}));
        wait_for_a_game(child, store, before);
        kill(child, SIGKILL);
        killed += finish(child).status == 128 + SIGKILL ? 1 : 0;
    }
    EXPECT_GT(killed, 0);
    EXPECT_GT(games_in(store), 0u);
    const auto last = run(with({"--store", store, "--json", path("resumed.json")}));
    ASSERT_EQ(last.status, 0) << last.err;
    EXPECT_THAT(last.out, HasSubstr("of 300 games taken from"));
    EXPECT_EQ(without_time(path("resumed.json")), without_time(path("whole.json")));
    EXPECT_EQ(games_in(store), 300u);
}

TEST_F(Program, CtrlCKeepsTheBooks) {
    const std::vector<std::string> command{"kriegspiel",     "random", "random",
                                           "--games",        "100000", "--store",
                                           path("games.db"), "--json", path("part.json")};
    const auto child = start(command);
    wait_for_a_game(child, path("games.db"), 0);
    kill(child, SIGINT);
    const auto ended = finish(child);
    EXPECT_EQ(ended.status, 130);
    EXPECT_THAT(ended.out, HasSubstr("the same command goes on"));
    const auto result = json::parse(contents(path("part.json")));
    EXPECT_EQ(result["end"], "stopped");
    EXPECT_GT(result["games"].get<int>(), 0);
    EXPECT_EQ(result["games"].get<std::uint64_t>(), games_in(path("games.db")));
}

TEST_F(Program, MistakesAreOneLine) {
    std::ofstream(path("text.db")) << std::string(5000, 'x');
    std::ofstream(path("cup.toml"))
        << "game = \"kriegspiel\"\nrulez = \"wild16\"\n[[players]]\nplayer = \"random\"\n"
        << "[[players]]\nplayer = \"random\"\nname = \"b\"\n";
    const struct {
        std::vector<std::string> arguments;
        const char* says;
    } mistakes[] = {
        {{"kriegspiel", "random"}, "match needs GAME PLAYER PLAYER"},
        {{"chess", "random", "random"}, "no game"},
        {{"kriegspiel", "random", "nobody"}, "no player"},
        {{"kriegspiel", "random", "random", "--rules", "nonsense!"}, "rules"},
        {{"kriegspiel", "random", "random", "--games", "0"}, "--games"},
        {{"kriegspiel", "random", "random", "--budget", "time=x"}, "--budget"},
        {{"kriegspiel", "random", "random", "--budget2", "cats=3"}, "--budget2"},
        {{"kriegspiel", "random", "random", "--clock", "fast"}, "--clock"},
        {{"kriegspiel", "random", "random", "--sprt", "elo0=9,elo1=1"}, "--sprt"},
        {{"kriegspiel", "random", "random", "--store", path("text.db")}, "not a database"},
        {{"kriegspiel", "random", "random", "--json", path("no/such/folder")}, "cannot write"},
        {{"stratego", "random", "random", "--pgn", path("a.pgn")}, "no PGN form"},
        {{"--file", path("nothing.toml")}, "cannot read"},
        {{"--file", path("cup.toml")}, "line 2: unknown key 'rulez'"},
        {{"--file", path("cup.toml"), "--games", "4"}, "--file"},
    };
    for (const auto& mistake : mistakes) {
        const auto ended = run(mistake.arguments);
        EXPECT_EQ(ended.status, 2) << mistake.says;
        EXPECT_THAT(ended.err, HasSubstr(mistake.says));
        EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
        EXPECT_EQ(ended.out, "") << mistake.says;
    }
}

TEST_F(Program, PlaysATournament) {
    std::ofstream(path("cup.toml")) << "game = \"darkchess\"\ngames = 4\njobs = 2\n"
                                    << "store = \"" << path("cup.db") << "\"\n"
                                    << "[[players]]\nname = \"a\"\nplayer = \"random\"\n"
                                    << "[[players]]\nname = \"b\"\nplayer = \"random\"\n"
                                    << "[[players]]\nname = \"c\"\nplayer = \"random\"\n"
                                    << "budget = \"nodes=5\"\n";
    const auto ended = run({"--file", path("cup.toml"), "--json", path("cup.json")});
    ASSERT_EQ(ended.status, 0) << ended.err;
    const auto result = json::parse(contents(path("cup.json")));
    EXPECT_EQ(result["matches"].size(), 3u);
    EXPECT_EQ(result["players"].size(), 3u);
    EXPECT_EQ(result["players"][0]["games"], 8);
    // a and b are the same player under two names: their match with c is one and the same.
    EXPECT_EQ(games_in(path("cup.db")), 8u);
}

}  // namespace
}  // namespace nebel::match
