#pragma once

#include <CLI/CLI.hpp>

// One file a sub-command; each adds itself to the program's command line.
namespace nebel::cli {

void add_play(CLI::App& app);
void add_match(CLI::App& app);
void add_engine(CLI::App& app);
void add_referee(CLI::App& app);
void add_players(CLI::App& app);
void add_perft(CLI::App& app);
void add_bench(CLI::App& app);

}  // namespace nebel::cli
