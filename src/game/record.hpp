#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "game/game.hpp"

namespace nebel {

/// One action and what came of it. An action that was invalid is no part of a game and is not kept.
template <Game G>
struct RecordedAction {
    Seat seat;
    typename G::Action action;
    bool accepted;
    PerSeat<std::vector<typename G::Event>> heard;
    bool operator==(const RecordedAction&) const = default;
};

/// A whole game, complete: rules and start make the referee, the actions replay it, the events say
/// what each seat heard, so a view can be rebuilt at any point. One line of JSON (record_json.hpp).
template <Game G>
struct GameRecord {
    typename G::Rules rules;
    std::string start;
    std::uint64_t seed = 0;
    PerSeat<std::string> players;
    PerSeat<std::vector<typename G::Event>> opening;
    std::vector<RecordedAction<G>> actions;
    /// What was heard when the game was ended from outside the rules; empty otherwise.
    PerSeat<std::vector<typename G::Event>> conclusion;
    std::optional<Outcome> outcome;

    bool operator==(const GameRecord&) const = default;

    /// Everything the seat heard, in order.
    [[nodiscard]] std::vector<typename G::Event> heard_by(Seat seat) const {
        std::vector<typename G::Event> all = opening[seat];
        for (const auto& entry : actions)
            all.insert(all.end(), entry.heard[seat].begin(), entry.heard[seat].end());
        all.insert(all.end(), conclusion[seat].begin(), conclusion[seat].end());
        return all;
    }
};

}  // namespace nebel
