#pragma once

#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/text.hpp"
#include "darkchess/game.hpp"
#include "kriegspiel/game.hpp"
#include "stratego/game.hpp"

namespace nebel::cli {

/// The names of all games, in the order in which help texts list them.
inline std::vector<std::string> game_names() {
    return {std::string(kriegspiel::Kriegspiel::kName), std::string(darkchess::DarkChess::kName),
            std::string(stratego::Stratego::kName)};
}

/// Calls `body.template operator()<G>()` for the game with that name. Throws UserError.
template <class Body>
auto with_game(std::string_view name, Body&& body) {
    if (name == kriegspiel::Kriegspiel::kName)
        return body.template operator()<kriegspiel::Kriegspiel>();
    if (name == darkchess::DarkChess::kName)
        return body.template operator()<darkchess::DarkChess>();
    if (name == stratego::Stratego::kName)
        return body.template operator()<stratego::Stratego>();
    throw UserError("no game " + quote(name) + "; games: " + join(game_names(), ", "));
}

}  // namespace nebel::cli
