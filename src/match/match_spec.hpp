#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "core/budget.hpp"
#include "match/limits.hpp"
#include "match/time_control.hpp"

namespace nebel::match {

/// One side of a match: the text that makes the player, and what it may spend.
struct Contestant {
    std::string player;
    Budget budget;
};

/// Everything a game of a match depends on besides its index. How many games are played, and on how
/// many threads, is no part of it: a longer match begins with the games of the shorter one.
struct MatchSpec {
    std::string game;
    std::string rules;  ///< as the game itself writes them
    std::array<Contestant, 2> contestants;
    std::optional<TimeControl> clock;
    Limits limits;
    std::uint64_t seed = 1;
    std::string version;  ///< of the program that plays

    /// Canonical: equal exactly when the specs are equal.
    [[nodiscard]] std::string key() const;
    [[nodiscard]] std::string clock_text() const { return clock ? clock->text() : "none"; }
    [[nodiscard]] std::string limits_text() const;
};

}  // namespace nebel::match
