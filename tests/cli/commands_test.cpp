#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/program.hpp"

namespace nebel::test {
namespace {

using testing::HasSubstr;

TEST(Commands, EveryOneAnswersHelp) {
    for (const std::string command :
         {"play", "match", "engine", "referee", "players", "perft", "bench"}) {
        const auto run = run_program({command, "--help"});
        EXPECT_EQ(run.status, 0) << command;
        EXPECT_THAT(run.out, HasSubstr("Usage:")) << command;
        EXPECT_EQ(run.err, "") << command;
        EXPECT_THAT(run_program({"--help"}).out, HasSubstr(command));
    }
}

TEST(Commands, BadInputGetsOneLineAndStatusTwo) {
    const std::vector<std::vector<std::string>> bad{
        {},
        {"nonsense"},
        {"--nonsense"},
        {"referee"},
        {"referee", "chess"},
        {"referee", "kriegspiel", "--rules", "nonsense"},
        {"referee", "kriegspiel", "--start", "nonsense"},
        {"referee", "darkchess", "--start", "KGGM"},
        {"referee", "stratego", "--seed", "many"},
        {"players", "chess"},
        {"players", "--nonsense"},
        {"perft"},
        {"perft", "--depth", "-1"},
        {"perft", "--depth", "1000"},
        {"perft", "--depth", "2", "--fen", "nonsense"},
        {"perft", "--depth", "2", "--board", "9x9"},
        {"perft", "--depth", "2", "--game", "go"},
        {"perft", "--depth", "2", "--game", "darkchess", "--fen", "nonsense"},
        {"bench", "--seconds", "-1"},
        {"bench", "--seconds", "soon"},
    };
    for (const auto& arguments : bad) {
        const auto run = run_program(arguments);
        const std::string what = arguments.empty() ? "no command" : arguments.back();
        EXPECT_EQ(run.status, 2) << what;
        EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << what << ": " << run.err;
        EXPECT_EQ(run.out, "") << what;
    }
}

TEST(PlayersCommand, ListsEveryGame) {
    const auto run = run_program({"players"});
    EXPECT_EQ(run.status, 0);
    for (const std::string game : {"kriegspiel", "darkchess", "stratego"})
        EXPECT_THAT(run.out, HasSubstr(game + "\n"));
    EXPECT_THAT(run.out, HasSubstr("  recapture "));
    const auto one = run_program({"players", "darkchess"});
    EXPECT_EQ(one.lines().front(), "darkchess");
    EXPECT_THAT(one.out, testing::Not(HasSubstr("kriegspiel\n")));
}

TEST(PlayersCommand, SaysTheSameAsJson) {
    const auto json = nlohmann::json::parse(run_program({"players", "--json"}).out);
    ASSERT_EQ(json.size(), 3u);
    for (const auto& [game, players] : json.items()) {
        std::vector<std::string> names;
        for (const auto& player : players) {
            names.push_back(player["name"]);
            EXPECT_FALSE(player["help"].get<std::string>().empty()) << player;
            for (const auto& option : player["options"])
                for (const char* key : {"name", "type", "accepted", "default", "help"})
                    EXPECT_TRUE(option.contains(key)) << player;
        }
        EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
        EXPECT_THAT(names, testing::IsSupersetOf({"random", "capturer", "cmd"})) << game;
    }
}

TEST(PerftCommand, CountsChess) {
    EXPECT_EQ(run_program({"perft", "--depth", "3"}).value("nodes"), "8902");
    EXPECT_EQ(run_program({"perft", "--depth", "0"}).value("nodes"), "1");
    EXPECT_EQ(run_program({"perft", "--depth", "3", "--fen",
                           "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"})
                  .value("nodes"),
              "97862");
    const auto run = run_program({"perft", "--depth", "1", "--board", "standard"});
    EXPECT_NE(run.value("seconds"), "");
    EXPECT_NE(run.value("nps"), "");
}

TEST(PerftCommand, DividesByTheFirstMove) {
    const auto run = run_program({"perft", "--depth", "2", "--divide"});
    const auto lines = run.lines();
    ASSERT_EQ(lines.size(), 23u);
    EXPECT_EQ(lines.front(), "a2a3 20");
    EXPECT_EQ(run.value("nodes"), "400");
}

TEST(PerftCommand, CountsDarkChess) {
    // 32 squares, each of 14 men.
    EXPECT_EQ(run_program({"perft", "--game", "darkchess", "--depth", "1"}).value("nodes"), "448");
    const auto whole = run_program({"perft", "--game", "darkchess", "--depth", "2"});
    const auto parts = run_program({"perft", "--game", "darkchess", "--depth", "2", "--divide"});
    EXPECT_NE(whole.value("nodes"), "");
    EXPECT_EQ(whole.value("nodes"), parts.value("nodes"));
    EXPECT_EQ(parts.lines().size(), 32u + 3u);
}

TEST(BenchCommand, TheFingerprintIsTheSameTwice) {
    const auto run = run_program({"bench", "--seconds", "0"});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.value("fingerprint"), testing::MatchesRegex("[0-9]+"));
    const auto json = nlohmann::json::parse(run_program({"bench", "--seconds", "0", "--json"}).out);
    EXPECT_EQ(json["fingerprint"], run.value("fingerprint"));
    EXPECT_EQ(json.size(), 1u);
}

TEST(BenchCommand, MeasuresEveryGame) {
    const auto json =
        nlohmann::json::parse(run_program({"bench", "--seconds", "0.04", "--json"}).out);
    for (const char* name : {"kriegspiel_games_per_second", "kriegspiel_tries_per_second",
                             "kriegspiel_moves_per_second", "darkchess_playouts_per_second",
                             "stratego_games_per_second", "perft_nodes_per_second"})
        EXPECT_GT(json.value(name, 0.0), 0.0) << name;
    EXPECT_GT(json["kriegspiel_refusals_per_game"], 20.0);
}

}  // namespace
}  // namespace nebel::test
