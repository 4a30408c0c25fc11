#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <ctime>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "chess/perft.hpp"
#include "cli/bench_fingerprint.hpp"
#include "cli/commands.hpp"
#include "darkchess/playout.hpp"
#include "kriegspiel/playout.hpp"
#include "stratego/playout.hpp"
#include "stratego/setup_sources.hpp"

namespace nebel::cli {

namespace {

struct Figure {
    std::string name;
    double value;
};

/// Processor time of this program: what a shared machine gives to others does not count.
double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Calls the body until the time is up and returns the seconds it really took.
template <class Body>
double repeat_for(double seconds, Body&& body) {
    const double start = processor_seconds();
    double used = 0;
    do {
        body();
        used = processor_seconds() - start;
    } while (used < seconds);
    return used;
}

void measure_kriegspiel(double seconds, std::vector<Figure>& figures) {
    Rng rng(1);
    const kriegspiel::Referee start(kriegspiel::Rules{}, rng);
    kriegspiel::Referee referee = start;
    double games = 0, moves = 0, refusals = 0;
    const double used = repeat_for(seconds, [&] {
        for (int i = 0; i < 64; ++i) {
            referee = start;
            const auto end = kriegspiel::random_playout(referee, rng);
            ++games;
            moves += end.moves;
            refusals += end.refusals;
        }
    });
    figures.push_back({"kriegspiel_games_per_second", games / used});
    figures.push_back({"kriegspiel_tries_per_second", (moves + refusals) / used});
    figures.push_back({"kriegspiel_moves_per_second", moves / used});
    figures.push_back({"kriegspiel_moves_per_game", moves / games});
    figures.push_back({"kriegspiel_refusals_per_game", refusals / games});
}

void measure_darkchess(double seconds, std::vector<Figure>& figures) {
    Rng rng(1);
    const darkchess::PlayoutLimits limits{darkchess::Rules{}};
    double games = 0, plies = 0;
    const double used = repeat_for(seconds, [&] {
        for (int i = 0; i < 256; ++i) {
            darkchess::Board board;
            plies += darkchess::play_out(board, rng, limits).plies;
            ++games;
        }
    });
    figures.push_back({"darkchess_playouts_per_second", games / used});
    figures.push_back({"darkchess_plies_per_second", plies / used});
    figures.push_back({"darkchess_plies_per_playout", plies / games});
}

void measure_stratego(double seconds, std::vector<Figure>& figures) {
    Rng rng(1);
    const stratego::Rules rules;
    double games = 0, plies = 0;
    const double used = repeat_for(seconds, [&] {
        for (int i = 0; i < 16; ++i) {
            const auto red = stratego::random_setup(rules, rng);
            const auto blue = stratego::random_setup(rules, rng);
            plies += stratego::random_playout(stratego::position_of(rules, red, blue), rng).plies;
            ++games;
        }
    });
    figures.push_back({"stratego_games_per_second", games / used});
    figures.push_back({"stratego_plies_per_second", plies / used});
    figures.push_back({"stratego_plies_per_game", plies / games});
}

void measure_perft(double seconds, std::vector<Figure>& figures) {
    double nodes = 0;
    const double used = repeat_for(
        seconds, [&] { nodes += static_cast<double>(chess::perft(chess::Position(), 5)); });
    figures.push_back({"perft_nodes_per_second", nodes / used});
}

void run_bench(double seconds, bool as_json) {
    const auto fingerprint = behaviour_fingerprint();
    if (!as_json) {
        fmt::print("fingerprint {}\n", fingerprint);
        std::fflush(stdout);
    }
    std::vector<Figure> figures;
    if (seconds > 0)
        for (const auto measure :
             {measure_kriegspiel, measure_darkchess, measure_stratego, measure_perft})
            measure(seconds / 4, figures);
    if (!as_json) {
        for (const auto& figure : figures)
            fmt::print("{} {:.{}f}\n", figure.name, figure.value, figure.value < 10000 ? 1 : 0);
        return;
    }
    // As text: a number of 64 bits does not survive every reader of JSON.
    nlohmann::ordered_json json{{"fingerprint", std::to_string(fingerprint)}};
    for (const auto& figure : figures)
        json[figure.name] = figure.value;
    fmt::print("{}\n", json.dump(2));
}

}  // namespace

void add_bench(Command& program) {
    auto command = program.add_command(
        "bench", "a fingerprint of all play, and how fast the games run on one core");
    auto seconds = std::make_shared<double>(4);
    auto as_json = std::make_shared<bool>(false);
    command.add_option("--seconds", *seconds, "processor time to measure for; 0: none (4)")
        .range(0.0, 3600.0);
    command.add_flag("--json", *as_json, "print one JSON object");
    command.callback([seconds, as_json] { run_bench(*seconds, *as_json); });
}

}  // namespace nebel::cli
