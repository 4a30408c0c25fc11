#pragma once

#include <string_view>

#include "game/game.hpp"
#include "stratego/action.hpp"
#include "stratego/event.hpp"
#include "stratego/referee.hpp"
#include "stratego/rules.hpp"
#include "stratego/view.hpp"

namespace nebel::stratego {

/// Stratego as a game of the house: two armies whose ranks only strikes tell.
struct Stratego {
    using Rules = stratego::Rules;
    using Action = stratego::Action;
    using Event = stratego::Event;
    using View = stratego::View;
    using Referee = stratego::Referee;

    static constexpr std::string_view kName = "stratego";
    static constexpr std::size_t kMaxActions = kMaxMoves;
    static constexpr std::string_view seat_name(Seat seat) { return stratego::seat_name(seat); }
};

static_assert(nebel::Game<Stratego>);

}  // namespace nebel::stratego
