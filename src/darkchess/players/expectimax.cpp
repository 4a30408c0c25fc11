#include "darkchess/players/expectimax.hpp"

#include "game/registry.hpp"

namespace nebel::darkchess {

void ExpectimaxPlayer::begin(const Rules& rules, Seat seat, std::uint64_t seed) {
    ViewPlayer::begin(rules, seat, seed);
    engine_.forget();
    work_ = {};
}

Action ExpectimaxPlayer::act(const Budget& budget) {
    engine_.on_iteration = [this](const ExpectimaxResult& result) {
        if (!on_info)
            return;
        SearchInfo info;
        info.depth = result.depth;
        info.nodes = result.nodes;
        info.seconds = result.seconds;
        info.value = result.value / 100.0;
        for (const Action action : result.line)
            info.line += (info.line.empty() ? "" : " ") + action.text();
        on_info(info);
    };
    const auto result = engine_.search(view().course(), budget, rng());
    work_.nodes += result.nodes;
    return result.best;
}

namespace {

const PlayerRegistration<DarkChess> kExpectimax(
    {"expectimax",
     "alpha-beta over moves, Star2 over flips, exact endgames",
     {OptionSpec::integer("depth", 64, 1, 64, "plies of the last iteration"),
      OptionSpec::integer("nodes", 200000, 1, 1000000000, "nodes when the budget says nothing"),
      OptionSpec::integer("hash", 16, 1, 4096, "megabytes of transposition table"),
      OptionSpec::integer("flips", 1, 1, 4, "plies from the root on that look at flips"),
      OptionSpec::integer("quiet_flips", 3, 1, 32, "flips that touch nothing, in the root"),
      OptionSpec::integer("star", 2, 1, 2, "pruning at chance nodes: Star1 or Star2"),
      OptionSpec::integer("width",
                          1500,
                          100,
                          12000,
                          "how far one flip may change the evaluation (a general is 538)"),
      OptionSpec::integer("contempt", 20, -1000, 1000, "how little a draw is liked"),
      OptionSpec::integer("pass", 2, 0, 8, "plies less for a flip elsewhere, searched as a pass"),
      OptionSpec::integer("reduce", 1, 0, 8, "plies less for what a flip shows"),
      OptionSpec::boolean("tables", true, "look endings of up to four men up")}},
    [](const Options& options) {
        ExpectimaxSettings settings;
        settings.depth = static_cast<int>(options.integer("depth"));
        settings.default_nodes = static_cast<std::uint64_t>(options.integer("nodes"));
        settings.hash = static_cast<std::size_t>(options.integer("hash"));
        settings.flip_plies = static_cast<int>(options.integer("flips"));
        settings.quiet_flips = static_cast<int>(options.integer("quiet_flips"));
        settings.probes = options.integer("star") == 2;
        settings.star_width = static_cast<int>(options.integer("width"));
        settings.contempt = static_cast<int>(options.integer("contempt"));
        settings.pass_reduction = static_cast<int>(options.integer("pass"));
        settings.flip_reduction = static_cast<int>(options.integer("reduce"));
        settings.tables = options.boolean("tables");
        return std::make_unique<ExpectimaxPlayer>(settings);
    });

}  // namespace

}  // namespace nebel::darkchess
