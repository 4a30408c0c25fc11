#pragma once

#include <optional>

#include "chess/position.hpp"
#include "kriegspiel/belief/wanted.hpp"

namespace nebel::kriegspiel {

/// A believed board with one hidden man put where it is wanted, whatever its history says; where no
/// man of that kind is left, another becomes one (which pieces were taken is rarely known for
/// certain). Keeps all the rest of the belief, so it comes before a board invented from nothing.
/// Nothing when the attempt fails.
std::optional<chess::Position> edit_board(const chess::Position& board,
                                          chess::Colour enemy,
                                          const Wanted& wanted,
                                          Rng& rng);

}  // namespace nebel::kriegspiel
