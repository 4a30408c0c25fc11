#pragma once

#include <span>
#include <string>
#include <string_view>

#include "chess/position.hpp"

namespace nebel::chess {

/// A named start position.
struct StartPosition {
    std::string name;
    std::string fen;
    std::string about;
};

/// Every one: "standard" first, one "WxH" for each size from "4x4" to "8x8", and the named small
/// games "silverman4x4", "reduced4x4", "gardner5x5" and "losalamos6x6".
std::span<const StartPosition> start_positions();

/// A start position by name; the error lists the names.
Parsed<Position> start_position(std::string_view name);

}  // namespace nebel::chess
