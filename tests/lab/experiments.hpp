#pragma once

#include <gtest/gtest.h>

#include <string>

#include "lab/experiment.hpp"

// Small experiments the tests share.
namespace nebel::lab::testing {

inline constexpr const char* kGrid = R"(title = "Two against one"
paper = "A paper, table 9"
kind = "grid"

[grid]
game = "darkchess"
rules = "seed40"
games = 3
seed = 7
paper_games = 500
column_title = "size"
opponent = { player = "random" }
columns = [{ name = "40" }, { name = "160" }]

[[grid.rows]]
name = "C"
player = "mcts-chance:policy=capture,playout={column}"
budget = "sims=5"
paper = [[244, 16], [101, 52]]

[[grid.rows]]
name = "taker"
player = "capturer"
skip = ["40"]

[[figures]]
file = "draws.svg"
title = "Draws & more"
quantity = "draws"
rows = ["C"]

[[figures]]
file = "score.svg"
title = "Score"
quantity = "score"
form = "bars"
)";

inline constexpr const char* kPlayouts = R"(title = "Playouts"
paper = "A paper, table 8"
kind = "playouts"

[playouts]
playouts = 64
seed = 3
counters = ["paper", "true"]
limits = [40, 160]
policies = ["random", "capture"]
positions = [
  { name = "start", board = "start" },
  { name = "lost", missing = "only in a picture." },
]
paper = [
  { position = "start", policy = "capture", limit = 40, seconds = 0.375, draws = 0.7, men = 5.67, men_deviation = 2.2, plies = 100.01, best = ["c2", 25, 22, 53] },
  { position = "lost", policy = "random", limit = 40, men = 8.23 },
]

[[figures]]
file = "men.svg"
title = "Men"
quantity = "men"
position = "start"
)";

inline Experiment experiment(std::string_view text) {
    auto parsed = Experiment::parse(text, "small", "experiment.toml");
    if (!parsed) {
        ADD_FAILURE() << parsed.error().message;
        return {};
    }
    return std::move(*parsed);
}

/// The text with one part put in another's place; the part must be there.
inline std::string replaced(std::string text, std::string_view part, std::string_view by) {
    const auto at = text.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    return at == std::string::npos ? text : text.replace(at, part.size(), by);
}

}  // namespace nebel::lab::testing
