#pragma once

#include "game/game.hpp"
#include "kriegspiel/action.hpp"
#include "kriegspiel/event.hpp"
#include "kriegspiel/referee.hpp"
#include "kriegspiel/rules.hpp"
#include "kriegspiel/view.hpp"

namespace nebel::kriegspiel {

/// Chess in which each side sees its own men only and an umpire answers its tries.
struct Kriegspiel {
    using Rules = kriegspiel::Rules;
    using Action = kriegspiel::Action;
    using Event = kriegspiel::Event;
    using View = kriegspiel::View;
    using Referee = kriegspiel::Referee;

    static constexpr std::string_view kName = "kriegspiel";
    static constexpr std::size_t kMaxActions = TryList::capacity();
    static std::string_view seat_name(Seat seat) { return kriegspiel::seat_name(seat); }
};

static_assert(Game<Kriegspiel>);

}  // namespace nebel::kriegspiel
