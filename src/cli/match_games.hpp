#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "match/match_spec.hpp"
#include "match/worker.hpp"

namespace nebel::cli {

/// What the match command needs of a game, without its types.
struct GameKit {
    /// The rules as the game writes them. Throws UserError.
    std::function<std::string(std::string_view)> canonical_rules;
    std::function<match::WorkerFactory(const match::MatchSpec&)> workers;
    /// A record (one line of JSON) as PGN; empty for games that have none.
    std::function<std::string(const std::string&)> pgn;
};

/// Throws UserError for a game that does not exist.
GameKit game_kit(std::string_view game);

}  // namespace nebel::cli
