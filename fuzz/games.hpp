#pragma once

#include "darkchess/game.hpp"
#include "kriegspiel/game.hpp"
#include "stratego/game.hpp"

namespace nebel::fuzz {

/// Calls body.operator()<G>() for every game.
template <class Body>
void for_every_game(Body&& body) {
    body.template operator()<kriegspiel::Kriegspiel>();
    body.template operator()<darkchess::DarkChess>();
    body.template operator()<stratego::Stratego>();
}

}  // namespace nebel::fuzz
