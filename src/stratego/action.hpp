#pragma once

#include <string>
#include <string_view>

#include "core/error.hpp"
#include "stratego/setup.hpp"
#include "stratego/types.hpp"

namespace nebel::stratego {

/// What a seat asks: its set-up once, if it sets up itself, then moves.
struct Action {
    enum class Kind : std::uint8_t { Setup, Move };

    Kind kind = Kind::Move;
    Move move;
    Setup setup;

    bool operator==(const Action&) const = default;

    static Action of(Move move) { return {Kind::Move, move, {}}; }
    static Action of(const Setup& setup) { return {Kind::Setup, {}, setup}; }

    /// A move "a4a5" or the letters of a set-up, which are upper case.
    static Parsed<Action> parse(std::string_view text);
    [[nodiscard]] std::string text() const;
};

}  // namespace nebel::stratego
