#include <fmt/format.h>

#include <cstdint>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.hpp"
#include "cli/match_run.hpp"
#include "core/version.hpp"

namespace nebel::cli {

namespace {

constexpr std::uint64_t kMostGames = 100'000'000;
constexpr unsigned kMostJobs = 1024;

/// The command line as it was typed.
struct MatchArguments {
    std::string game;
    std::string first;
    std::string second;
    std::string file;
    std::string rules;
    std::string budget = "none";
    std::string budget1;
    std::string budget2;
    std::string clock;
    std::string margin = "500ms";
    std::string sprt;
    std::uint64_t seed = 1;
    int try_limit = match::Limits{}.refusals_per_turn;
    int action_limit = match::Limits{}.actions_per_game;
    int opening = match::Limits{}.drawn_actions;
    MatchCommand command;
    bool jobs_given = false;
};

match::MatchSpec spec_of(const MatchArguments& arguments, const GameKit& kit) {
    match::MatchSpec spec;
    spec.game = arguments.game;
    spec.rules = kit.canonical_rules(arguments.rules);
    const auto budget = [&](const std::string& own, std::string_view option) {
        return value_or_throw(Budget::parse(own.empty() ? arguments.budget : own),
                              own.empty() ? "--budget" : option);
    };
    spec.contestants[0] = {arguments.first, budget(arguments.budget1, "--budget1")};
    spec.contestants[1] = {arguments.second, budget(arguments.budget2, "--budget2")};
    if (!arguments.clock.empty())
        spec.clock = value_or_throw(match::TimeControl::parse(arguments.clock), "--clock");
    spec.limits.refusals_per_turn = arguments.try_limit;
    spec.limits.actions_per_game = arguments.action_limit;
    spec.limits.drawn_actions = arguments.opening;
    spec.limits.time_margin = value_or_throw(parse_duration(arguments.margin), "--margin");
    spec.seed = arguments.seed;
    spec.version = kVersion;
    return spec;
}

int play_match(const MatchArguments& arguments) {
    if (arguments.game.empty() || arguments.first.empty() || arguments.second.empty())
        throw UserError("match needs GAME PLAYER PLAYER, or --file TOURNAMENT.toml");
    MatchCommand command = arguments.command;
    if (!arguments.sprt.empty())
        command.sprt = value_or_throw(SprtSpec::parse(arguments.sprt), "--sprt");
    const auto kit = game_kit(arguments.game);
    return run_one_match(spec_of(arguments, kit), kit, command);
}

int play_tournament(const MatchArguments& arguments) {
    std::ifstream file(arguments.file);
    std::stringstream text;
    if (!(text << file.rdbuf()))
        throw UserError("cannot read " + arguments.file);
    const auto parsed = match::TournamentSpec::parse(text.str(), arguments.file);
    if (!parsed)
        throw UserError(parsed.error().message);
    match::TournamentSpec spec = *parsed;
    const auto kit = game_kit(spec.game);
    spec.rules = kit.canonical_rules(spec.rules);
    MatchCommand command = arguments.command;
    command.games = spec.games;
    command.sprt = spec.sprt;
    if (!arguments.jobs_given)
        command.jobs = spec.jobs;
    if (command.store.empty())
        command.store = spec.store;
    return run_tournament(spec, kit, command);
}

}  // namespace

void add_match(Command& program) {
    auto match = program.add_command("match", "play players against each other and measure them");
    auto arguments = std::make_shared<MatchArguments>();
    auto& a = *arguments;
    const std::vector<Option> single{
        match.add_option("GAME", a.game, "kriegspiel, darkchess or stratego"),
        match.add_option("PLAYER1", a.first, "name:key=value,... or cmd:PROGRAM ARGS"),
        match.add_option("PLAYER2", a.second, "the same; may be the same player"),
        match.add_option("--games", a.command.games, "how many games (100)")
            .range(std::uint64_t{1}, kMostGames),
        match.add_option("--seed", a.seed, "everything random follows from it (1)"),
        match.add_option("--rules", a.rules, "options of the game"),
        match.add_option("--budget", a.budget,
                         "for each answer: nodes=N, sims=N, time=100ms, cpu=100ms"),
        match.add_option("--budget1", a.budget1, "the first player's own"),
        match.add_option("--budget2", a.budget2, "the second player's own"),
        match.add_option("--clock", a.clock, "for the whole game: 60s or 60s+1s"),
        match.add_option("--margin", a.margin, "overrun that is forgiven (500ms)"),
        match.add_option("--try-limit", a.try_limit, "refusals in one turn that lose (1000)")
            .range(1, 1'000'000),
        match.add_option("--action-limit", a.action_limit, "actions that make a draw (20000)")
            .range(1, 100'000'000),
        match
            .add_option("--opening", a.opening,
                        "first actions drawn by lot, the same for both games of a pair (0)")
            .range(0, 200),
        match.add_option("--sprt", a.sprt,
                         "stop when decided: elo0=0,elo1=10,alpha=0.05,beta=0.05,model=logistic")};
    auto file = match.add_option("--file", a.file, "a tournament file instead of two players");
    for (const auto& option : single)
        file.excludes(option);
    auto jobs = match.add_option("--jobs", a.command.jobs, "games at the same time (1)")
                    .range(1u, kMostJobs);
    match.add_option("--store", a.command.store, "keep games here and go on from it");
    match.add_option("--json", a.command.files.json, "write the result; - is standard output");
    match.add_option("--records", a.command.files.records, "write the games as JSON Lines");
    match.add_option("--pgn", a.command.files.pgn, "write the games as PGN (kriegspiel)");
    match.add_flag("--quiet", a.command.quiet, "show no progress, only the result");
    match.callback([arguments, jobs] {
        arguments->jobs_given = jobs.given();
        const int status =
            arguments->file.empty() ? play_match(*arguments) : play_tournament(*arguments);
        if (status != 0)
            throw ExitStatus{status};
    });
}

}  // namespace nebel::cli
