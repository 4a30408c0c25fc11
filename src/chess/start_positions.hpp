#pragma once

#include <span>
#include <string_view>

#include "chess/position.hpp"

namespace nebel::chess {

/// A named start position.
struct StartPosition {
    std::string_view name;
    std::string_view fen;
    std::string_view about;
};

/// Every one: "8x8" (alias "standard") first, one "WxH" for each size from 4x4, and the named ones
/// ("silverman4x4", "reduced4x4", "gardner5x5", "losalamos6x6").
std::span<const StartPosition> start_positions();

/// A start position by name; the error lists the names.
Parsed<Position> start_position(std::string_view name);

}  // namespace nebel::chess
