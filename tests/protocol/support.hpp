#pragma once

#include <unistd.h>

#include <string>
#include <vector>

#include "game/table.hpp"
#include "protocol/command_line.hpp"
#include "protocol/engine_loop.hpp"
#include "protocol/link.hpp"

// What the protocol tests share: the scripted engines, a small match loop, and an engine that lives
// in this process behind two queues instead of pipes.
namespace nebel::protocol::testing_support {

/// The system's own python3 before any other: it starts fastest.
inline std::string python() {
    return find_program("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
}
inline bool have_python() {
    return find_program(python()).has_value();
}

/// The command of a script in tests/protocol/engines.
inline std::string script(const std::string& name, const std::string& mode = "") {
    return python() + " '" + std::string(NEBEL_SOURCE_DIR) + "/tests/protocol/engines/" + name +
           "' " + mode;
}

/// Plays a game to its end; a failing player loses for its reason.
template <Game G>
GameRecord<G> play_game(const typename G::Rules& rules,
                        PerSeat<Player<G>*> players,
                        std::uint64_t seed,
                        const Budget& budget,
                        int limit = 100000) {
    Table<G> table(rules, mix_seed(seed, 0));
    const auto tell = [&](const Answer<typename G::Event>& answer) {
        for (const Seat seat : kSeats)
            for (const auto& event : answer.events[seat])
                players[seat]->hear(event);
    };
    for (const Seat seat : kSeats) {
        players[seat]->begin(rules, seat, mix_seed(seed, 1 + index(seat)));
        for (const auto& event : table.opening(seat))
            players[seat]->hear(event);
    }
    for (int i = 0; i < limit && !table.outcome(); ++i) {
        const Seat seat = table.to_act();
        try {
            const auto answer = table.act(players[seat]->act(budget));
            if (answer.verdict == Verdict::Invalid)
                throw PlayerFailure(Reason::Nonsense, std::string(answer.why));
            tell(answer);
        } catch (const PlayerFailure& failure) {
            tell(table.conclude(win_for(other(seat), failure.reason)));
        }
    }
    return table.record();
}

}  // namespace nebel::protocol::testing_support
