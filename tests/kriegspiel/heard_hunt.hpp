#pragma once

#include <string>

#include "kriegspiel/finish/defender.hpp"
#include "kriegspiel/finish/finisher.hpp"
#include "kriegspiel/referee.hpp"

namespace nebel::kriegspiel {

/// A game from a known start before the real umpire, with a finisher that hears White's part of it.
struct HeardHunt {
    explicit HeardHunt(const std::string& start, const Rules& rules = {})
        : referee(Referee::from_start(rules, start).value()) {
        finisher.begin(rules, Seat::First);
        tell(referee.open());
    }

    void act(const Action& action) { tell(referee.act(action)); }
    void act(Defender& defender, Rng& rng) {
        const auto move = defender.choose(referee, finisher, rng);
        act({move.from(), move.to(), move.promotion()});
    }

    Referee referee;
    Finisher finisher;

 private:
    void tell(const Answer<Event>& answer) {
        for (const auto& event : answer.events[Seat::First])
            finisher.hear(event);
    }
};

}  // namespace nebel::kriegspiel
