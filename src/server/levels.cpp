#include "server/levels.hpp"

#include <algorithm>
#include <array>

namespace nebel::server {

namespace {

using Three = std::array<Level, 3>;

struct Row {
    std::string_view game;
    std::string_view player;
    Three levels;
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
        {"darkchess",
         "champion",
         {level("easy", "looks at 300 positions, and one answer in ten is drawn at random",
                "level=1,hash=1", "none", 0.1),
          level("medium", "looks at 3,000 positions", "level=2,hash=2", "none"),
          level("strong", "searches for a second", "level=4,hash=8", "time=1s")}},
        {"darkchess",
         "expectimax",
         {level("easy", "looks at 300 positions, and one answer in ten is drawn at random",
                "nodes=300,hash=1", "none", 0.1),
          level("medium", "looks at 5,000 positions", "nodes=5000,hash=2", "none"),
          level("strong", "looks at 200,000 positions", "nodes=200000,hash=8", "none")}},
        {"darkchess",
         "mcts-chance",
         {level("easy", "100 simulations for an answer", "memory=8", "sims=100"),
          level("medium", "1,000 simulations for an answer", "memory=16", "sims=1000"),
          level("strong", "10,000 simulations for an answer", "memory=64", "sims=10000")}},
        {"darkchess",
         "mcts-group",
         {level("easy", "100 simulations for an answer", "memory=8", "sims=100"),
          level("medium", "1,000 simulations for an answer", "memory=16", "sims=1000"),
          level("strong", "10,000 simulations for an answer", "memory=64", "sims=10000")}},
        {"kriegspiel",
         "alphabeta",
         {level("easy", "looks one move ahead, and one answer in five is drawn at random",
                "depth=1,hash=1", "none", 0.2),
          level("medium", "looks 3 half-moves ahead", "depth=3,hash=1", "none"),
          level("strong", "searches for half a second", "hash=4", "time=500ms")}},
        {"kriegspiel",
         "champion",
         {level("easy", "keeps 20 boards in mind and hears four of them", "boards=20,worlds=4",
                "time=200ms"),
          level("medium", "keeps 200 boards in mind and hears 40 of them", "boards=200,worlds=40",
                "time=500ms"),
          level("strong", "keeps as many boards in mind as a second allows", "", "time=1s")}},
    };
    return rows;
}

Three random_levels() {
    return {level("easy", "draws every answer; it has no other strength", "", "none"),
            level("medium", "draws every answer: the same as easy", "", "none"),
            level("strong", "draws every answer: the same as easy", "", "none")};
}

/// For players that think of whole boards: how many they keep is most of their strength.
Three board_levels() {
    return {
        level("easy",
              "keeps 60 boards in mind, thinks for 0.2 seconds at most, and one answer in five is "
              "drawn at random",
              "boards=60", "time=200ms", 0.2),
        level("medium", "keeps 300 boards in mind and thinks for half a second at most",
              "boards=300", "time=500ms"),
        level("strong", "keeps as many boards in mind as it likes and thinks for a second at most",
              "", "time=1s")};
}

/// Without options there is nothing to think longer about: slips make the difference.
Three simple_levels() {
    return {level("easy", "half of its answers are drawn at random", "", "none", 0.5),
            level("medium", "one answer in five is drawn at random", "", "none", 0.2),
            level("strong", "always plays by its rule", "", "none")};
}

Three timed_levels() {
    return {level("easy", "thinks for 50 ms, and one answer in five is drawn at random", "",
                  "time=50ms", 0.2),
            level("medium", "thinks for 200 ms", "", "time=200ms"),
            level("strong", "thinks for a second", "", "time=1s")};
}

bool has_boards(const PlayerSpec& player) {
    return std::any_of(player.options.begin(), player.options.end(), [](const OptionSpec& option) {
        return option.name == "boards" && option.type == OptionType::Integer;
    });
}

/// Whether the player takes the options of all three.
bool fits(const PlayerSpec& player, const Three& levels) {
    try {
        for (const Level& one : levels)
            static_cast<void>(Options(player.options, one.player));
        return true;
    } catch (const UserError&) {
        return false;
    }
}

Three choose(std::string_view game, const PlayerSpec& player) {
    for (const Row& row : known())
        if (row.game == game && row.player == player.name && fits(player, row.levels))
            return row.levels;
    if (player.name == "random")
        return random_levels();
    if (player.options.empty())
        return simple_levels();
    if (has_boards(player) && fits(player, board_levels()))
        return board_levels();
    return timed_levels();
}

}  // namespace

std::vector<Level> levels_of(std::string_view game, const PlayerSpec& player) {
    std::vector<Level> levels;
    for (Level& one : choose(game, player)) {
        one.player = one.player.empty() ? player.name : player.name + ":" + one.player;
        levels.push_back(std::move(one));
    }
    return levels;
}

}  // namespace nebel::server
