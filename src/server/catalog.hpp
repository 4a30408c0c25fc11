#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

#include "game/game.hpp"
#include "server/levels.hpp"

namespace nebel::server {

/// What can be played and against whom, in words: games, rulesets, boards, players, levels.
Json catalog_json();

/// A level of a player of a game. Throws UserError naming what exists.
Level find_level(std::string_view game, std::string_view player, std::string_view level);

/// A set-up for Stratego, front row first. `kind` is "human" or "random". Throws UserError.
std::string suggest_setup(std::string_view rules, std::string_view kind, std::uint64_t seed);

}  // namespace nebel::server
