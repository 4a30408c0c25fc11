#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/game_files.hpp"
#include "cli/match_stop.hpp"
#include "cli/terminal.hpp"
#include "core/text.hpp"
#include "kriegspiel/belief/belief_score.hpp"

namespace nebel::cli {

namespace {

using kriegspiel::BeliefRow;

struct BeliefArguments {
    std::vector<std::string> files;
    std::string beliefs;
    std::string budget = "none";
    kriegspiel::BeliefSettings settings;
    std::uint64_t games = 0;
    int stride = 1;
    bool json = false;
};

void print_table(const std::vector<BeliefRow>& rows) {
    fmt::print("{:<18} {:>8} {:>10} {:>7} {:>9} {:>9} {:>9}\n", "belief", "moments", "king nats",
               "lost %", "Brier", "man nats", "us/turn");
    for (const auto& row : rows) {
        const auto n = static_cast<double>(row.moments);
        const auto turns = static_cast<double>(row.turns);
        const double microseconds = static_cast<double>(row.time.count()) / 1000;
        fmt::print("{:<18} {:>8} {:>10.3f} {:>7.2f} {:>9.4f} {:>9.4f} {:>9.1f}", row.name,
                   row.moments, row.king_nats / n, 100 * static_cast<double>(row.lost) / n,
                   row.brier / n, row.occupied_nats / n, microseconds / turns);
        if (row.proposals > 0)
            fmt::print("  starved {:.2f} a game, {:.1f} % invented, {:.2f} us a proposal",
                       static_cast<double>(row.starvations) / static_cast<double>(row.games),
                       100 * row.invented / n, microseconds / static_cast<double>(row.proposals));
        fmt::print("\n");
    }
}

void print_json(const std::vector<BeliefRow>& rows) {
    auto list = nlohmann::json::array();
    for (const auto& row : rows) {
        const auto n = static_cast<double>(row.moments);
        const auto microseconds = static_cast<double>(row.time.count()) / 1000;
        list.push_back({{"belief", row.name},
                        {"moments", row.moments},
                        {"sides", row.games},
                        {"king_nats", row.king_nats / n},
                        {"king_lost", static_cast<double>(row.lost) / n},
                        {"brier", row.brier / n},
                        {"man_nats", row.occupied_nats / n},
                        {"microseconds", microseconds / static_cast<double>(row.turns)},
                        {"starvations", row.starvations},
                        {"invented_share", row.invented / n},
                        {"proposals", row.proposals}});
    }
    fmt::print("{}\n", list.dump());
}

void score(const BeliefArguments& arguments) {
    auto settings = arguments.settings;
    settings.budget = value_or_throw(Budget::parse(arguments.budget), "--budget");
    std::vector<BeliefRow> rows;
    if (arguments.beliefs.empty())
        for (const auto& name : kriegspiel::belief_names())
            rows.push_back(kriegspiel::belief_row(name, settings));
    else
        for (const auto name : split(arguments.beliefs, ','))
            rows.push_back(kriegspiel::belief_row(std::string(trim(name)), settings));

    const bool terminal = standard_output_is_terminal();
    const StopOnSignal stop;
    std::uint64_t games = 0;
    each_kriegspiel_game(arguments.files, [&](const auto& record) {
        for (const Seat seat : kSeats)
            kriegspiel::score_game(record, seat, arguments.stride, rows);
        ++games;
        if (terminal)
            fmt::print(stderr, "\r{} games", games);
        else if (games % 100 == 0)
            fmt::print(stderr, "{} games\n", games);
        return !stop.flag() && games != arguments.games;
    });
    if (terminal)
        fmt::print(stderr, "\r\033[K");
    if (rows.front().moments == 0)
        throw UserError("these games have no turn to score");
    if (arguments.json) {
        print_json(rows);
        return;
    }
    fmt::print("{} games, both sides, {} of their turns\n", games,
               arguments.stride == 1 ? "all" : fmt::format("one in {}", arguments.stride));
    print_table(rows);
}

}  // namespace

void add_belief(Command& program) {
    auto command =
        program.add_command("belief", "how well what Kriegspiel players believe fits the truth");
    command.require_command();
    auto arguments = std::make_shared<BeliefArguments>();
    auto& a = *arguments;
    auto score_command = command.add_command(
        "score",
        "listen to recorded games and compare each belief with the truth: nats of the king's "
        "square and of each square's occupation, Brier score; less is better");
    score_command
        .add_option("FILES", a.files, "records (JSON lines), stores of nebel match, or PGN")
        .required();
    score_command.add_option("--beliefs", a.beliefs,
                             "some of " + join(kriegspiel::belief_names(), ",") + " (all)");
    score_command.add_option("--profile", a.settings.profile,
                             "of densities+profile: default or a file (default)");
    score_command.add_option("--moves", a.settings.moves,
                             "of boards+moves: standard or a file (standard)");
    score_command.add_option("--boards", a.settings.boards, "in the pool of boards (300)")
        .range(std::size_t{1}, std::size_t{100000});
    score_command.add_option("--budget", a.budget,
                             "for each turn of the pools of boards, as nebel match takes it; the "
                             "pool then follows the budget (none)");
    score_command.add_option("--games", a.games, "stop after so many (all)")
        .range(std::uint64_t{1}, std::uint64_t{1'000'000'000});
    score_command.add_option("--every", a.stride, "score one turn in so many (1)").range(1, 1000);
    score_command.add_flag("--json", a.json, "the table as JSON");
    score_command.callback([arguments] { score(*arguments); });
}

}  // namespace nebel::cli
