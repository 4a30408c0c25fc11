#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "core/budget.hpp"

namespace nebel::match {

/// A whole-game clock: so much for the game, so much more for each turn.
struct TimeControl {
    std::chrono::milliseconds base{0};
    std::chrono::milliseconds increment{0};
    bool operator==(const TimeControl&) const = default;

    /// "60s", "60s+1s", "5m+500ms".
    static Parsed<TimeControl> parse(std::string_view text);
    [[nodiscard]] std::string text() const;
};

}  // namespace nebel::match
