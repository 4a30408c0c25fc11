#include "darkchess/rules.hpp"

#include <fmt/format.h>

#include <array>

#include "core/text.hpp"

namespace nebel::darkchess {

namespace {

struct Preset {
    std::string_view name;
    int quiet;
};
constexpr std::array<Preset, 3> kPresets{{{"seed40", 40}, {"icga180", 180}, {"ntu60", 60}}};

constexpr std::array<std::string_view, 3> kRepetitions{"off", "position3", "platform"};

constexpr std::string_view kAccepted =
    "seed40, icga180 or ntu60, then quiet=N|off, repetition=position3|platform|off, cap=N";

Parsed<int> number(std::string_view key, std::string_view value, int maximum) {
    const auto n = parse_number<int>(value);
    if (!n || *n < 1 || *n > maximum)
        return parse_error(fmt::format("{} must be a number from 1 to {}{}, not {}", key, maximum,
                                       key == "quiet" ? " or off" : "", quote(value)));
    return *n;
}

Parsed<void> apply_option(Rules& rules, std::string_view key, std::string_view value) {
    if (key == "quiet" && value == "off") {
        rules.quiet = 0;
        return {};
    }
    if (key == "quiet" || key == "cap") {
        const auto n = number(key, value, key == "quiet" ? Rules::kMaxQuiet : Rules::kMaxCap);
        if (!n)
            return tl::make_unexpected(n.error());
        (key == "quiet" ? rules.quiet : rules.cap) = *n;
        return {};
    }
    if (key == "repetition") {
        for (std::size_t i = 0; i < kRepetitions.size(); ++i)
            if (value == kRepetitions[i]) {
                rules.repetition = static_cast<Repetition>(i);
                return {};
            }
        return parse_error(
            fmt::format("repetition must be position3, platform or off, not {}", quote(value)));
    }
    return parse_error(fmt::format("unknown rule {}; accepted: {}", quote(key), kAccepted));
}

}  // namespace

Parsed<Rules> Rules::parse(std::string_view text) {
    Rules rules;
    if (trim(text).empty())
        return rules;
    bool first = true;
    for (const auto piece : split(text, ',')) {
        const auto word = trim(piece);
        const auto equals = word.find('=');
        if (equals == std::string_view::npos) {
            bool known = false;
            for (const auto& preset : kPresets)
                if (preset.name == word && first) {
                    rules.quiet = preset.quiet;
                    known = true;
                }
            if (!known)
                return parse_error(
                    fmt::format("no rules {} here; accepted: {}", quote(word), kAccepted));
        } else if (const auto done =
                       apply_option(rules, word.substr(0, equals), word.substr(equals + 1));
                   !done) {
            return tl::make_unexpected(done.error());
        }
        first = false;
    }
    return rules;
}

std::string Rules::text() const {
    std::string result;
    for (const auto& preset : kPresets)
        if (preset.quiet == quiet)
            result = preset.name;
    if (result.empty())
        result = quiet == 0 ? "icga180,quiet=off" : fmt::format("icga180,quiet={}", quiet);
    if (repetition != Repetition::Position3)
        result += fmt::format(",repetition={}", kRepetitions[static_cast<std::size_t>(repetition)]);
    if (cap != kDefaultCap)
        result += fmt::format(",cap={}", cap);
    return result;
}

}  // namespace nebel::darkchess
