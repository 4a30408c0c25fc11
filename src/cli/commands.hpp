#pragma once

#include "cli/command_line.hpp"

// One file a sub-command; each adds itself to the program's command line.
namespace nebel::cli {

/// Thrown by a command that has said all there is to say and ends with this status.
struct ExitStatus {
    int code;
};

void add_play(Command& program);
void add_serve(Command& program);
void add_match(Command& program);
void add_engine(Command& program);
void add_referee(Command& program);
void add_players(Command& program);
void add_perft(Command& program);
void add_bench(Command& program);
void add_lab(Command& program);
void add_conversion(Command& program);
void add_profile(Command& program);
void add_belief(Command& program);

}  // namespace nebel::cli
