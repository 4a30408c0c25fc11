#pragma once

#include <string>

#include "darkchess/event.hpp"
#include "game/seat.hpp"

namespace nebel::darkchess {

/// The event in a person's words, as the listener would be told it: one or two sentences, never
/// more than the event says.
std::string words(const Event& event, Seat listener);

}  // namespace nebel::darkchess
