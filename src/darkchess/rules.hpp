#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace nebel::darkchess {

/// What counts as going round in circles.
enum class Repetition : std::uint8_t {
    Off,
    Position3,  ///< the same men on the same squares, the same side to move, for the third time
    Platform,   ///< the last 3p plies are quiet and the same p plies three times over, p even
};

/// How a game of dark chess may end without a winner; the moves are the same in every variant.
///
/// Text: a preset (`seed40`, `icga180`, `ntu60`; without one, icga180) and options behind it:
/// `quiet=N|off` plies without capture or flip, `repetition=position3|platform|off`, `cap=N` plies
/// in all. The cap is always there, so every game ends whatever else is switched off; with the
/// quiet limits of the presets no game is long enough to meet the default one.
struct Rules {
    static constexpr int kMaxQuiet = 10000;
    static constexpr int kMaxCap = 60000;  ///< fits the board's counter
    /// Above 180 plies after each of at most 32 flips and 31 captures.
    static constexpr int kDefaultCap = 12000;

    int quiet = 180;  ///< 0: no limit
    Repetition repetition = Repetition::Position3;
    int cap = kDefaultCap;

    bool operator==(const Rules&) const = default;

    static Parsed<Rules> parse(std::string_view text);
    /// Canonical: equal rules, equal text.
    [[nodiscard]] std::string text() const;
};

}  // namespace nebel::darkchess
