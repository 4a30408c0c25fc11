#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string>

#include "game/outcome.hpp"
#include "match/seeds.hpp"

namespace nebel::match {

/// What one player did in one game, or in many.
struct Effort {
    std::uint64_t moves = 0;  ///< actions the referee accepted
    std::uint64_t tries = 0;  ///< actions the referee refused
    std::uint64_t nodes = 0;
    std::uint64_t simulations = 0;
    std::chrono::microseconds time{0};  ///< spent in answering
    bool operator==(const Effort&) const = default;

    Effort& operator+=(const Effort& more) {
        moves += more.moves;
        tries += more.tries;
        nodes += more.nodes;
        simulations += more.simulations;
        time += more.time;
        return *this;
    }
};

/// One finished game of a match as tables and stores see it; knows no game.
struct GameSummary {
    std::uint64_t index = 0;
    Outcome outcome{};
    /// By player, not by seat: the first is the first player of the match.
    std::array<Effort, 2> efforts;
    /// The whole game as one line of JSON (game/record_json.hpp).
    std::string record;
    /// What a player that failed had to say; empty otherwise.
    std::string note;
    bool operator==(const GameSummary&) const = default;

    /// Points of the first player.
    [[nodiscard]] double score() const { return outcome.score(seat_of_first_player(index)); }
};

}  // namespace nebel::match
