#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/budget.hpp"
#include "game/options.hpp"
#include "game/player.hpp"

// The lines of the Nebel engine protocol, version 1, that need no game to be read or written. The
// whole protocol is described in docs/protocol.md.
namespace nebel::protocol {

inline constexpr int kNepVersion = 1;

/// A line's first word and what follows it, both trimmed.
struct Command {
    std::string_view word;
    std::string_view rest;
    static Command of(std::string_view line);
};

/// "newgame GAME SEAT [seed N] [rules TEXT]".
struct NewGame {
    std::string game;
    std::string seat;
    std::optional<std::uint64_t> seed;
    std::string rules;
    bool operator==(const NewGame&) const = default;

    [[nodiscard]] std::string line() const;
    static Parsed<NewGame> parse(std::string_view rest);
};

/// "event N TEXT".
struct NumberedEvent {
    std::uint64_t number = 0;
    std::string_view text;

    static std::string line(std::uint64_t number, std::string_view text);
    static Parsed<NumberedEvent> parse(std::string_view rest);
};

/// "go", "go nodes N", "go sims N", "go time MS", "go clock REMAINING INCREMENT", or several limits
/// one after the other.
std::string go_line(const Budget& budget);
Parsed<Budget> parse_go(std::string_view rest);

/// "info [depth D] [nodes N] [sims N] [time MS] [value V] [line ACTIONS] [text ANYTHING]".
std::string info_line(const SearchInfo& info);
/// Reads what it can and passes over the rest.
SearchInfo parse_info(std::string_view rest);

/// "option name N type T [min A max B] [choices a|b] default D help TEXT".
std::string option_line(const OptionSpec& option, std::string_view value);
Parsed<OptionSpec> parse_option(std::string_view rest);

/// "result 1-0 checkmate".
std::string result_line(const Outcome& outcome);

}  // namespace nebel::protocol
