#pragma once

#include "darkchess/referee.hpp"
#include "darkchess/view.hpp"
#include "game/game.hpp"

namespace nebel::darkchess {

/// Chinese Dark Chess (banqi, half chess). The first seat acts first; its colour is that of the
/// first man it flips.
struct DarkChess {
    using Rules = darkchess::Rules;
    using Action = darkchess::Action;
    using Event = darkchess::Event;
    using View = darkchess::View;
    using Referee = darkchess::Referee;

    static constexpr std::string_view kName = "darkchess";
    static constexpr std::size_t kMaxActions = darkchess::kMaxActions;
    static constexpr std::string_view seat_name(Seat seat) { return darkchess::seat_name(seat); }
};

}  // namespace nebel::darkchess

static_assert(nebel::Game<nebel::darkchess::DarkChess>);
