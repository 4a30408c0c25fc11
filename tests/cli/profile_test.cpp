#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "cli/program.hpp"

namespace nebel::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string text_of(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

/// Four games, kept in every form that `nebel match` writes.
struct Games {
    std::string records = temporary_path("games.jsonl");
    std::string store = temporary_path("games.db");
    std::string pgn = temporary_path("games.pgn");

    Games() {
        const auto run = run_program({"match", "kriegspiel", "capturer", "random", "--games", "4",
                                      "--records", records, "--store", store, "--pgn", pgn});
        EXPECT_EQ(run.status, 0) << run.err;
    }
};

const Games& games() {
    static const Games made;
    return made;
}

// The boards of a profile, without the lines about it.
std::string boards(const std::string& profile) {
    return profile.substr(profile.find("white pawn 0"));
}

TEST(ProfileCommand, LearnsTheSameFromEveryForm) {
    const auto lines = run_program({"profile", "learn", games().records});
    ASSERT_EQ(lines.status, 0) << lines.err;
    EXPECT_THAT(lines.out, HasSubstr("nebel-profile 1\nabout the average of capturer, random: 4"));
    EXPECT_THAT(lines.out, HasSubstr("about learned by nebel "));
    EXPECT_EQ(boards(run_program({"profile", "learn", games().store}).out), boards(lines.out));
    EXPECT_EQ(boards(run_program({"profile", "learn", games().pgn}).out), boards(lines.out));
}

TEST(ProfileCommand, LearnsMovesThatAPlayerTakes) {
    const auto file = temporary_path("moves.txt");
    const auto learn = run_program({"profile", "learn-moves", games().records, "--passes", "5",
                                    "--note", "four games of a test", "--out", file});
    ASSERT_EQ(learn.status, 0) << learn.err;
    EXPECT_THAT(learn.out, HasSubstr("held back: "));
    EXPECT_THAT(learn.out, HasSubstr("simple prior"));
    EXPECT_THAT(text_of(file), HasSubstr("# of capturer, random\n"));
    EXPECT_THAT(text_of(file), HasSubstr("# four games of a test\n"));
    const auto score = run_program({"profile", "score-moves", games().store, "--model", file});
    ASSERT_EQ(score.status, 0) << score.err;
    // All of these games are news to the model it is asked about: none is left out.
    const auto all = learn.err.substr(learn.err.find("games, ") + 7);
    EXPECT_THAT(score.out, HasSubstr("scored: " + all.substr(0, all.find(" moves") + 6)));
    const auto game =
        run_program({"match", "kriegspiel", "champion:boards=30,worlds=5,prior=" + file, "random",
                     "--games", "1", "--action-limit", "12"});
    EXPECT_EQ(game.status, 0) << game.err;
    const auto lost = run_program({"profile", "score-moves", games().store, "--model", "nowhere"});
    EXPECT_NE(lost.status, 0);
    EXPECT_THAT(lost.err, HasSubstr("cannot read the move model"));
}

TEST(ProfileCommand, LearnsOnePlayerAndShowsIt) {
    const auto file = temporary_path("capturer.profile");
    const auto learn = run_program({"profile", "learn", games().records, "--player", "capturer",
                                    "--note", "four games of a test", "--out", file});
    ASSERT_EQ(learn.status, 0) << learn.err;
    EXPECT_THAT(text_of(file), HasSubstr("about capturer: 2 games as white, 2 as black"));
    const auto show = run_program({"profile", "show", file, "--man", "king", "--time", "0"});
    ASSERT_EQ(show.status, 0) << show.err;
    EXPECT_THAT(show.out, HasSubstr("four games of a test"));
    EXPECT_THAT(show.out, HasSubstr("1      .     .     .     . 100.0     .     .     ."));
    const auto black =
        run_program({"profile", "show", file, "--colour", "black", "--man", "king", "--time", "0"});
    EXPECT_THAT(black.out, HasSubstr("8      .     .     .     . 100.0     .     .     ."));
    const auto trend =
        run_program({"profile", "show", file, "--man", "pawn", "--time", "0", "--gradient"});
    EXPECT_THAT(trend.out, HasSubstr(" -"));
    EXPECT_EQ(run_program({"profile", "show"}).status, 0) << "the one that ships";
}

TEST(ProfileCommand, AnswersHelp) {
    const std::vector<std::vector<std::string>> commands{
        {"profile"}, {"profile", "learn"}, {"profile", "show"}, {"belief"}, {"belief", "score"}};
    for (auto arguments : commands) {
        arguments.emplace_back("--help");
        const auto run = run_program(arguments);
        EXPECT_EQ(run.status, 0);
        EXPECT_THAT(run.out, HasSubstr("Usage:"));
        EXPECT_EQ(run.err, "");
    }
}

TEST(ProfileCommand, SaysWhatIsWrong) {
    const auto nonsense = temporary_path("nonsense");
    std::ofstream(nonsense) << "{\"format\": 1}\n";
    const std::vector<std::pair<std::vector<std::string>, std::string>> bad{
        {{"profile"}, "subcommand"},
        {{"profile", "learn"}, "FILES"},
        {{"profile", "learn", "/no/such/file"}, "no such file"},
        {{"profile", "learn", nonsense}, "line 1"},
        {{"profile", "learn", games().records, "--player", "nobody"}, "capturer, random"},
        {{"profile", "show", "/no/such/file"}, "no such file"},
        {{"profile", "show", nonsense}, "nebel-profile"},
        {{"profile", "show", "none"}, "nothing to show"},
        {{"profile", "show", "--man", "wizard"}, "wizard"},
        {{"profile", "show", "--time", "61"}, "61"},
        {{"belief", "score"}, "FILES"},
        {{"belief", "score", games().records, "--beliefs", "hunch"}, "uniform"},
        {{"belief", "score", games().records, "--every", "0"}, "0"},
    };
    for (const auto& [arguments, what] : bad) {
        const auto run = run_program(arguments);
        EXPECT_EQ(run.status, 2) << what;
        EXPECT_THAT(run.err, HasSubstr(what));
        EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
        EXPECT_EQ(run.out, "") << what;
    }
}

TEST(BeliefCommand, ScoresBeliefsBesideEachOther) {
    // Fewer boards, shared by all kinds of opponents, may know less than nothing.
    const auto run = run_program({"belief", "score", games().records, "--games", "2", "--every",
                                  "5", "--boards", "300", "--json"});
    ASSERT_EQ(run.status, 0) << run.err;
    const auto rows = nlohmann::json::parse(run.out);
    ASSERT_EQ(rows.size(), 7u);
    for (const auto& row : rows) {
        EXPECT_EQ(row["moments"], rows[0]["moments"]) << row;
        EXPECT_LE(row["king_nats"], rows[0]["king_nats"]) << row;
    }
    const auto table =
        run_program({"belief", "score", games().pgn, "--beliefs", "uniform,densities"});
    EXPECT_THAT(table.out, HasSubstr("4 games, both sides, all of their turns"));
    EXPECT_THAT(table.out, HasSubstr("\ndensities "));
    EXPECT_THAT(table.out, Not(HasSubstr("\nboards")));
}

}  // namespace
}  // namespace nebel::test
