#pragma once

#include <string>

#include "darkchess/game.hpp"
#include "game/registry.hpp"
#include "game/table.hpp"

namespace nebel::darkchess::testing {

/// A whole game between two registered players.
inline GameRecord<DarkChess> one_game(const std::string& first,
                                      const std::string& second,
                                      const Rules& rules,
                                      std::uint64_t seed,
                                      const Budget& budget) {
    Table<DarkChess> table(rules, seed);
    PerSeat<std::unique_ptr<Player<DarkChess>>> players;
    players[Seat::First] = PlayerRegistry<DarkChess>::instance().make(first);
    players[Seat::Second] = PlayerRegistry<DarkChess>::instance().make(second);
    for (const Seat seat : kSeats)
        players[seat]->begin(rules, seat, mix_seed(seed, index(seat)));
    while (!table.outcome()) {
        const auto answer = table.act(players[table.to_act()]->act(budget));
        NEBEL_CHECK(answer.verdict == Verdict::Accepted);
        for (const Seat seat : kSeats)
            for (const auto& event : answer.events[seat])
                players[seat]->hear(event);
    }
    return table.record();
}

/// The points of one player against another over games in swapped pairs of the same deal.
inline double points(const std::string& player,
                     const std::string& opponent,
                     const Rules& rules,
                     int pairs,
                     const Budget& budget) {
    double sum = 0;
    for (int i = 0; i < pairs; ++i) {
        const auto seed = static_cast<std::uint64_t>(i);
        sum += one_game(player, opponent, rules, seed, budget).outcome->score(Seat::First);
        sum += one_game(opponent, player, rules, seed, budget).outcome->score(Seat::Second);
    }
    return sum;
}

}  // namespace nebel::darkchess::testing
