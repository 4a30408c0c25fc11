#pragma once

#include "cli/command_line.hpp"

namespace nebel::cli {

/// The part of `nebel profile` that is about moves: learn-moves, score-moves.
void add_profile_moves(Command& profile);

}  // namespace nebel::cli
