#include "server/levels.hpp"

#include <array>

namespace nebel::server {

namespace {

struct Row {
    std::string_view player;
    std::array<Level, 3> levels;
};

Level level(std::string_view id,
            std::string_view about,
            std::string_view options,
            std::string_view budget,
            double slip = 0) {
    return {std::string(id), std::string(about), std::string(options), std::string(budget), slip};
}

/// Players whose strength is not a matter of time alone; `player` of a level holds its options.
const std::vector<Row>& known() {
    static const std::vector<Row> rows{
        {"aosp",
         {level("easy", "thinks of 40 boards, and one answer in five is drawn at random",
                "boards=40,worlds=20", "none", 0.2),
          level("medium", "thinks of 120 boards that explain what it heard", "boards=120,worlds=60",
                "none"),
          level("strong", "thinks of 600 boards that explain what it heard, 150 of them vote",
                "boards=600,worlds=150", "none")}},
        {"champion",
         {level("easy", "looks at 300 positions, and one answer in ten is drawn at random",
                "level=1,hash=1", "none", 0.1),
          level("medium", "looks at 3,000 positions", "level=2,hash=2", "none"),
          level("strong", "searches for a second", "level=4,hash=8", "time=1s")}},
        {"expectimax",
         {level("easy", "looks at 300 positions, and one answer in ten is drawn at random",
                "nodes=300,hash=1", "none", 0.1),
          level("medium", "looks at 5,000 positions", "nodes=5000,hash=2", "none"),
          level("strong", "looks at 200,000 positions", "nodes=200000,hash=8", "none")}},
        {"mcts-chance",
         {level("easy", "100 simulations for an answer", "memory=8", "sims=100"),
          level("medium", "1,000 simulations for an answer", "memory=16", "sims=1000"),
          level("strong", "10,000 simulations for an answer", "memory=64", "sims=10000")}},
        {"mcts-group",
         {level("easy", "100 simulations for an answer", "memory=8", "sims=100"),
          level("medium", "1,000 simulations for an answer", "memory=16", "sims=1000"),
          level("strong", "10,000 simulations for an answer", "memory=64", "sims=10000")}},
        {"alphabeta",
         {level("easy", "looks one move ahead, and one answer in five is drawn at random",
                "depth=1,hash=1", "none", 0.2),
          level("medium", "looks 3 half-moves ahead", "depth=3,hash=1", "none"),
          level("strong", "searches for half a second", "hash=4", "time=500ms")}},
        {"random",
         {level("easy", "draws every answer; it has no other strength", "", "none"),
          level("medium", "draws every answer: the same as easy", "", "none"),
          level("strong", "draws every answer: the same as easy", "", "none")}},
    };
    return rows;
}

/// Without options there is nothing to think longer about: slips make the difference.
std::array<Level, 3> simple_levels() {
    return {level("easy", "half of its answers are drawn at random", "", "none", 0.5),
            level("medium", "one answer in five is drawn at random", "", "none", 0.2),
            level("strong", "always plays by its rule", "", "none")};
}

std::array<Level, 3> timed_levels() {
    return {level("easy", "thinks for 50 ms, and one answer in five is drawn at random", "",
                  "time=50ms", 0.2),
            level("medium", "thinks for 200 ms", "", "time=200ms"),
            level("strong", "thinks for a second", "", "time=1s")};
}

}  // namespace

std::vector<Level> levels_of(const PlayerSpec& player) {
    std::array<Level, 3> chosen = player.options.empty() ? simple_levels() : timed_levels();
    for (const Row& row : known())
        if (row.player == player.name)
            chosen = row.levels;
    std::vector<Level> levels;
    for (Level& one : chosen) {
        one.player = one.player.empty() ? player.name : player.name + ":" + one.player;
        levels.push_back(std::move(one));
    }
    return levels;
}

}  // namespace nebel::server
