#pragma once

#include <optional>
#include <string>

#include "cli/match_output.hpp"
#include "cli/match_stop.hpp"
#include "match/runner.hpp"
#include "match/tournament.hpp"

namespace nebel::cli {

/// What the match command does with its games, whoever plays them.
struct MatchCommand {
    std::uint64_t games = 100;
    unsigned jobs = 1;
    std::optional<SprtSpec> sprt;
    std::string store;
    OutputFiles files;
    bool quiet = false;
};

inline constexpr int kInterrupted = 130;

/// Each plays, shows and writes everything and returns the exit status. Throws UserError.
int run_one_match(const match::MatchSpec& spec, const GameKit& kit, const MatchCommand& command);
int run_tournament(const match::TournamentSpec& spec,
                   const GameKit& kit,
                   const MatchCommand& command);

}  // namespace nebel::cli
