#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace nebel {

enum class OptionType : std::uint8_t { Integer, Real, Boolean, Choice, Text };

/// One typed option of a player: everything a help text, a protocol handshake or a form needs.
struct OptionSpec {
    std::string name;
    OptionType type;
    std::string default_value;
    std::string help;
    double minimum = 0;
    double maximum = 0;
    std::vector<std::string> choices;

    static OptionSpec integer(std::string name,
                              std::int64_t value,
                              std::int64_t minimum,
                              std::int64_t maximum,
                              std::string help);
    static OptionSpec real(
        std::string name, double value, double minimum, double maximum, std::string help);
    static OptionSpec boolean(std::string name, bool value, std::string help);
    static OptionSpec choice(std::string name,
                             std::string value,
                             std::vector<std::string> choices,
                             std::string help);
    static OptionSpec free_text(std::string name, std::string value, std::string help);

    /// "1..100", "on|off", "a|b|c" or "text".
    [[nodiscard]] std::string accepted() const;
    /// Nothing, or why the value is not accepted.
    [[nodiscard]] Parsed<void> check(std::string_view value) const;
};

/// "integer", "real", "boolean", "choice", "text".
std::string_view text(OptionType type);

/// Values for a list of specs: defaults, overridden by "key=value,key=value".
class Options {
 public:
    /// Throws UserError on an unknown key or a value out of range, naming what is accepted.
    Options(const std::vector<OptionSpec>& specs, std::string_view assignments);

    [[nodiscard]] std::int64_t integer(std::string_view name) const;
    [[nodiscard]] double real(std::string_view name) const;
    [[nodiscard]] bool boolean(std::string_view name) const;
    [[nodiscard]] const std::string& text(std::string_view name) const;

 private:
    std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace nebel
