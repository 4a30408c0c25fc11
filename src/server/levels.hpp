#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "game/registry.hpp"

namespace nebel::server {

/// How strong an opponent sits down: what it may spend on an answer, which options it gets, how
/// often it plays anything at all instead.
struct Level {
    std::string id;      ///< "easy", "medium" or "strong"
    std::string about;   ///< one line for people, saying exactly what is different
    std::string player;  ///< "aosp:boards=60,worlds=20"
    std::string budget;  ///< as Budget::parse reads it
    double slip = 0;     ///< the share of answers drawn at random
};

/// The three levels of a player that registered itself, easiest first. Players that this table
/// knows get levels by what matters to them, others by boards, time and slips, as their options
/// allow.
std::vector<Level> levels_of(std::string_view game, const PlayerSpec& player);

}  // namespace nebel::server
