#pragma once

#include <string>
#include <string_view>

#include "core/error.hpp"
#include "darkchess/types.hpp"

namespace nebel::darkchess {

/// Turning a man over, or taking one's own man somewhere else. A flip names its square twice.
struct Action {
    Square from = 0;
    Square to = 0;

    static constexpr Action flip(Square s) { return {s, s}; }
    [[nodiscard]] constexpr bool is_flip() const { return from == to; }

    bool operator==(const Action&) const = default;

    /// "b3" flips, "a4-a5" (or "a4a5") moves or takes.
    static Parsed<Action> parse(std::string_view text);
    [[nodiscard]] std::string text() const;
};

}  // namespace nebel::darkchess
