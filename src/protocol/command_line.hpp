#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace nebel::protocol {

/// Splits a command the way a shell would, without being one: white space separates, '...' and
/// "..." keep it, a backslash takes the next character as it is (inside "..." only before " and \).
/// Nothing is expanded.
Parsed<std::vector<std::string>> split_command(std::string_view text);

/// Where a program is: a name with a slash is taken as it stands, any other is looked up in PATH
/// and then in /usr/games, where Debian keeps its chess engines. Nothing if there is no such
/// executable file.
std::optional<std::string> find_program(std::string_view name);

/// An external engine as a user writes it: "PROGRAM ARGS option.NAME=VALUE". The words that start
/// with "option." are settings for the engine, all others are its command line.
struct EngineCommand {
    struct Setting {
        std::string name;
        std::string value;
        bool operator==(const Setting&) const = default;
    };

    std::vector<std::string> arguments;  ///< the program's path comes first
    std::vector<Setting> settings;

    /// Throws UserError when the text cannot be split or there is no such program.
    static EngineCommand parse(std::string_view text);
};

}  // namespace nebel::protocol
