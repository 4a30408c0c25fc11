#pragma once

#include <CLI/App.hpp>

namespace nebel::cli {

/// The part of `nebel profile` that is about moves: learn-moves, score-moves.
void add_profile_moves(CLI::App& profile);

}  // namespace nebel::cli
