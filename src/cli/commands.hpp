#pragma once

#include <CLI/CLI.hpp>

// One file a sub-command; each adds itself to the program's command line.
namespace nebel::cli {

/// Thrown by a command that has said all there is to say and ends with this status.
struct ExitStatus {
    int code;
};

void add_play(CLI::App& app);
void add_serve(CLI::App& app);
void add_match(CLI::App& app);
void add_engine(CLI::App& app);
void add_referee(CLI::App& app);
void add_players(CLI::App& app);
void add_perft(CLI::App& app);
void add_bench(CLI::App& app);
void add_lab(CLI::App& app);
void add_conversion(CLI::App& app);
void add_profile(CLI::App& app);
void add_belief(CLI::App& app);

}  // namespace nebel::cli
