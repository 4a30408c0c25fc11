#pragma once

#include <string>
#include <string_view>

#include "game/outcome.hpp"

namespace nebel {

/// The end of a game as a person would hear it: "Checkmate. White wins." The names stand at the
/// beginning of a sentence; "You" is a name that takes the plain verb.
std::string end_words(Outcome outcome, std::string_view first, std::string_view second);

}  // namespace nebel
