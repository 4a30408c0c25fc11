#include "lab/experiment.hpp"

#include <gmock/gmock.h>

#include "experiments.hpp"

namespace nebel::lab {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string error_of(const std::string& text) {
    const auto parsed = Experiment::parse(text, "small", "experiment.toml");
    return parsed ? "no error" : parsed.error().message;
}

TEST(Experiment, ReadsAGrid) {
    const auto experiment = testing::experiment(testing::kGrid);
    const auto& grid = std::get<GridSpec>(experiment.body);
    EXPECT_EQ(experiment.sample(), 3u);
    ASSERT_EQ(grid.cells().size(), 3u) << "two and two, one skipped";
    const auto match = grid.match(grid.cells()[1]);
    EXPECT_EQ(match.contestants[0].player, "mcts-chance:policy=capture,playout=160");
    EXPECT_EQ(match.contestants[0].budget.simulations, 5u);
    EXPECT_EQ(match.contestants[1].player, "random");
    EXPECT_EQ(match.seed, 7u);
    EXPECT_EQ(grid.rows[0].paper[1]->wins, 101u);
    EXPECT_TRUE(grid.rows[1].paper.empty());
}

TEST(Experiment, ReadsPlayouts) {
    const auto experiment = testing::experiment(testing::kPlayouts);
    const auto& spec = std::get<PlayoutsSpec>(experiment.body);
    EXPECT_EQ(spec.playouts, 64u);
    EXPECT_EQ(spec.policies[1], darkchess::Policy::Capture);
    EXPECT_EQ(spec.positions[1].missing, "only in a picture.");
    ASSERT_EQ(spec.paper.size(), 2u);
    EXPECT_EQ(spec.paper[0].best, (BestMove{"c2", 0.25, 0.22, 0.53}));
    EXPECT_FALSE(spec.paper[1].plies);
}

TEST(Experiment, AnUnknownKeyIsNamedWithItsLine) {
    EXPECT_THAT(error_of(testing::replaced(testing::kGrid, "seed = 7", "sed = 7")),
                AllOf(HasSubstr("experiment.toml, line 9: unknown key 'sed'"),
                      HasSubstr("accepted: "), HasSubstr("paper_games")));
    EXPECT_THAT(error_of(testing::replaced(testing::kGrid, "budget = \"sims=5\"", "sims = 5")),
                HasSubstr("line 18: unknown key 'sims'"));
    EXPECT_THAT(error_of(testing::replaced(testing::kGrid, "quantity", "colour = 1\nquantity")),
                HasSubstr("unknown key 'colour'"));
    EXPECT_THAT(error_of(testing::replaced(testing::kPlayouts, "seconds", "minutes")),
                HasSubstr("line 16: unknown key 'minutes'"));
    EXPECT_THAT(error_of("author = \"me\"\n" + std::string(testing::kPlayouts)),
                HasSubstr("line 1: unknown key 'author'"));
}

TEST(Experiment, WhatMeansNothingIsRefused) {
    const auto grid = [](std::string_view part, std::string_view by) {
        return error_of(testing::replaced(testing::kGrid, part, by));
    };
    const auto playouts = [](std::string_view part, std::string_view by) {
        return error_of(testing::replaced(testing::kPlayouts, part, by));
    };
    EXPECT_THAT(grid("\"grid\"", "\"gird\""), HasSubstr("kind must be"));
    EXPECT_THAT(grid("[101, 52]]", "[101, 52], []]"), HasSubstr("3 cells, there are 2 columns"));
    EXPECT_THAT(grid("[244, 16]", "[244, 16, 3]"), HasSubstr("[WON, LOST]"));
    EXPECT_THAT(grid("[244, 16]", "[444, 160]"), HasSubstr("more games than paper_games"));
    EXPECT_THAT(grid("sims=5", "sims=x"), HasSubstr("line 18: budget: "));
    EXPECT_THAT(grid("skip = [\"40\"]", "skip = [\"41\"]"), HasSubstr("no column '41'"));
    EXPECT_THAT(grid("rows = [\"C\"]", "rows = [\"D\"]"), HasSubstr("no row 'D'"));
    EXPECT_THAT(grid("{ name = \"40\" }", "{ name = \"40\", player = \"random\" }"),
                HasSubstr("the opponent is either"));
    EXPECT_THAT(grid("opponent = { player = \"random\" }\n", ""),
                HasSubstr("the opponent is either"));
    EXPECT_THAT(grid("games = 3", "games = 0"), HasSubstr("games must be a whole number in 1.."));
    EXPECT_THAT(grid("draws.svg", "../draws.svg"), HasSubstr("file must be a name"));
    EXPECT_THAT(grid("title =", "title"), HasSubstr("line 1: "));
    EXPECT_THAT(playouts("\"random\", ", "\"randon\", "), HasSubstr("no policy 'randon'"));
    EXPECT_THAT(playouts("board = \"start\"", "board = \"X\""), HasSubstr("line 12: board: "));
    EXPECT_THAT(playouts("\"true\"]", "\"false\"]"), HasSubstr("counters are"));
    EXPECT_THAT(playouts("position = \"lost\"", "position = \"last\""),
                HasSubstr("no position is called 'last'"));
    EXPECT_THAT(playouts("22, 53]", "22]"), HasSubstr("best must be"));
    EXPECT_THAT(playouts("limits = [40, 160]\n", ""), HasSubstr("playouts need"));
}

TEST(Experiment, TheOnesProvidedAreReadable) {
    const auto folders = experiment_folders(NEBEL_SOURCE_DIR "/experiments");
    std::vector<std::string> names;
    for (const auto& folder : folders)
        names.push_back(Experiment::load(folder).name);
    for (const auto* name : {"darkchess-table1", "darkchess-table2", "darkchess-table3",
                             "darkchess-table4", "darkchess-table3-true", "darkchess-table4-true"})
        EXPECT_THAT(names, ::testing::Contains(name));
    const auto load = [](const char* name) {
        return Experiment::load(std::string(NEBEL_SOURCE_DIR "/experiments/") + name);
    };
    EXPECT_EQ(std::get<PlayoutsSpec>(load("darkchess-table1").body).paper.size(), 24u);
    EXPECT_EQ(std::get<PlayoutsSpec>(load("darkchess-table2").body).paper.size(), 12u);
    EXPECT_EQ(std::get<GridSpec>(load("darkchess-table3").body).cells().size(), 48u);
    EXPECT_EQ(std::get<GridSpec>(load("darkchess-table4").body).cells().size(), 9u);
}

TEST(Experiment, AFolderWithoutFileIsAUsersMistake) {
    EXPECT_THROW(Experiment::load("/nowhere"), UserError);
    EXPECT_TRUE(experiment_folders("/nowhere").empty());
}

}  // namespace
}  // namespace nebel::lab
