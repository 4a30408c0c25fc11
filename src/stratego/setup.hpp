#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "stratego/rules.hpp"

namespace nebel::stratego {

/// One side's men in their set-up rows: front row first, from the owner's left to right, the same
/// for both seats. Unknown stands for a square left empty.
struct Setup {
    static constexpr std::size_t kMaxSize = 40;

    std::uint8_t size = 0;
    std::array<Rank, kMaxSize> ranks{};

    bool operator==(const Setup&) const = default;

    /// Red letters, 'A' for an empty square. Any length up to 40: a set-up does not know its rules.
    static Parsed<Setup> parse(std::string_view text);
    [[nodiscard]] std::string text() const;

    /// Nothing, or what keeps the set-up from being one of this variant: one line, static text.
    [[nodiscard]] std::string_view fault(const Rules& rules) const;
    /// Whether one of its men could make a first move; one that cannot loses at once.
    [[nodiscard]] bool can_move(const Rules& rules) const;
};

}  // namespace nebel::stratego
