#pragma once

#include <memory>
#include <string>

#include "game/registry.hpp"
#include "game/table.hpp"
#include "kriegspiel/game.hpp"

namespace nebel::kriegspiel {

/// The rest of a game that begins on this table, between two registered players, at most `limit`
/// actions of it.
inline GameRecord<Kriegspiel> recorded_game(const Rules& rules,
                                            nebel::Table<Kriegspiel> table,
                                            const std::string& first,
                                            const std::string& second,
                                            std::uint64_t seed,
                                            int limit = 100000,
                                            const Budget& budget = {}) {
    PerSeat<std::unique_ptr<Player<Kriegspiel>>> players;
    players[Seat::First] = PlayerRegistry<Kriegspiel>::instance().make(first);
    players[Seat::Second] = PlayerRegistry<Kriegspiel>::instance().make(second);
    for (const Seat seat : kSeats) {
        players[seat]->begin(rules, seat, mix_seed(seed, index(seat)));
        for (const auto& event : table.opening(seat))
            players[seat]->hear(event);
    }
    for (int i = 0; i < limit && !table.outcome(); ++i) {
        const auto answer = table.act(players[table.to_act()]->act(budget));
        NEBEL_CHECK(answer.verdict != Verdict::Invalid);
        for (const Seat seat : kSeats)
            for (const auto& event : answer.events[seat])
                players[seat]->hear(event);
    }
    return table.record();
}

/// A whole game from the usual start.
inline GameRecord<Kriegspiel> recorded_game(const std::string& rules_text,
                                            const std::string& first,
                                            const std::string& second,
                                            std::uint64_t seed,
                                            int limit = 100000,
                                            const Budget& budget = {}) {
    const auto rules = Rules::parse(rules_text).value();
    return recorded_game(rules, nebel::Table<Kriegspiel>(rules, seed), first, second, seed, limit,
                         budget);
}

}  // namespace nebel::kriegspiel
