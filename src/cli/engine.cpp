#include <cstdint>
#include <iostream>
#include <memory>
#include <string>

#include "cli/commands.hpp"
#include "cli/games.hpp"
#include "core/budget.hpp"
#include "protocol/mgtp_engine.hpp"
#include "protocol/nep_engine.hpp"
#include "protocol/ucc_engine.hpp"

namespace nebel::cli {

namespace {

struct EngineOptions {
    std::string game;
    std::string player;
    std::string dialect = "nep";
    std::string budget = "none";
    std::string rules;
    std::uint64_t seed = 0;
};

std::unique_ptr<protocol::Dialect> make_dialect(const EngineOptions& options) {
    const auto budget = value_or_throw(Budget::parse(options.budget), "--budget");
    if (!options.rules.empty() && options.dialect != "ucc")
        throw UserError("--rules is for the dialect ucc; the others tell the rules themselves");
    if (options.dialect == "nep")
        return with_game(options.game, [&]<class G>() -> std::unique_ptr<protocol::Dialect> {
            return std::make_unique<protocol::NepEngine<G>>(options.player, options.seed, budget);
        });
    if (options.dialect == "mgtp") {
        if (options.game != darkchess::DarkChess::kName)
            throw UserError("the dialect mgtp is for darkchess");
        return std::make_unique<protocol::MgtpEngine>(options.player, options.seed, budget);
    }
    if (options.dialect == "ucc") {
        if (options.game != stratego::Stratego::kName)
            throw UserError("the dialect ucc is for stratego");
        const auto rules = value_or_throw(
            stratego::Rules::parse(options.rules.empty() ? "classic" : options.rules), "--rules");
        return std::make_unique<protocol::UccEngine>(options.player, options.seed, budget, rules);
    }
    throw UserError("no dialect " + quote(options.dialect) + "; dialects: nep, mgtp, ucc");
}

void run(const EngineOptions& options) {
    const auto dialect = make_dialect(options);
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    protocol::StreamSource source(std::cin);
    protocol::run_engine(source, protocol::stream_sink(std::cout), *dialect);
}

}  // namespace

void add_engine(Command& program) {
    auto command = program.add_command(
        "engine", "a player behind a text protocol on stdin and stdout (docs/protocol.md)");
    auto options = std::make_shared<EngineOptions>();
    command.add_option("game", options->game, join(game_names(), ", ")).required();
    command.add_option("player", options->player, "name or name:key=value,... (nebel players)")
        .required();
    command.add_option("--dialect", options->dialect,
                       "nep (every game), mgtp (darkchess) or ucc (stratego); default nep");
    command.add_option("--seed", options->seed,
                       "for games that bring no seed of their own; default 0");
    command.add_option("--budget", options->budget,
                       "for turns that bring no limit: nodes=N, sims=N, time=100ms, cpu=100ms");
    command.add_option("--rules", options->rules, "for the dialect ucc; default classic");
    command.callback([options] { run(*options); });
}

}  // namespace nebel::cli
