#include "game/options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"

namespace nebel {

OptionSpec OptionSpec::integer(std::string name,
                               std::int64_t value,
                               std::int64_t minimum,
                               std::int64_t maximum,
                               std::string help) {
    return {std::move(name),
            OptionType::Integer,
            fmt::format("{}", value),
            std::move(help),
            static_cast<double>(minimum),
            static_cast<double>(maximum),
            {}};
}

OptionSpec OptionSpec::real(
    std::string name, double value, double minimum, double maximum, std::string help) {
    return {std::move(name),
            OptionType::Real,
            fmt::format("{}", value),
            std::move(help),
            minimum,
            maximum,
            {}};
}

OptionSpec OptionSpec::boolean(std::string name, bool value, std::string help) {
    return {std::move(name), OptionType::Boolean, value ? "on" : "off", std::move(help), 0, 0, {}};
}

OptionSpec OptionSpec::choice(std::string name,
                              std::string value,
                              std::vector<std::string> choices,
                              std::string help) {
    return {std::move(name),   OptionType::Choice, std::move(value), std::move(help), 0, 0,
            std::move(choices)};
}

OptionSpec OptionSpec::free_text(std::string name, std::string value, std::string help) {
    return {std::move(name), OptionType::Text, std::move(value), std::move(help), 0, 0, {}};
}

std::string_view text(OptionType type) {
    switch (type) {
        case OptionType::Integer:
            return "integer";
        case OptionType::Real:
            return "real";
        case OptionType::Boolean:
            return "boolean";
        case OptionType::Choice:
            return "choice";
        case OptionType::Text:
            break;
    }
    return "text";
}

std::string OptionSpec::accepted() const {
    switch (type) {
        case OptionType::Integer:
            return fmt::format("{:.0f}..{:.0f}", minimum, maximum);
        case OptionType::Real:
            return fmt::format("{}..{}", minimum, maximum);
        case OptionType::Boolean:
            return "on|off";
        case OptionType::Choice:
            return join(choices, "|");
        case OptionType::Text:
            break;
    }
    return "text";
}

Parsed<void> OptionSpec::check(std::string_view value) const {
    const auto in_range = [&](double number) { return number >= minimum && number <= maximum; };
    bool good = true;
    if (type == OptionType::Integer) {
        const auto number = parse_number<std::int64_t>(value);
        good = number && in_range(static_cast<double>(*number));
    } else if (type == OptionType::Real) {
        const auto number = parse_number<double>(value);
        good = number && in_range(*number);
    } else if (type == OptionType::Boolean) {
        good = value == "on" || value == "off";
    } else if (type == OptionType::Choice) {
        good = std::find(choices.begin(), choices.end(), value) != choices.end();
    }
    if (!good)
        return parse_error(
            fmt::format("option {}={}: accepted is {}", name, quote(value), accepted()));
    return {};
}

Options::Options(const std::vector<OptionSpec>& specs, std::string_view assignments) {
    for (const auto& spec : specs)
        values_[spec.name] = spec.default_value;
    if (trim(assignments).empty())
        return;
    for (const auto piece : split(assignments, ',')) {
        const auto equals = piece.find('=');
        const std::string key(trim(piece.substr(0, equals)));
        const auto spec = std::find_if(specs.begin(), specs.end(),
                                       [&](const OptionSpec& s) { return s.name == key; });
        if (spec == specs.end() || equals == std::string_view::npos) {
            std::vector<std::string> known;
            for (const auto& s : specs)
                known.push_back(s.name + "=" + s.accepted());
            throw UserError(fmt::format("unknown option {}; accepted: {}", quote(piece),
                                        known.empty() ? "none" : join(known, ", ")));
        }
        const std::string value(trim(piece.substr(equals + 1)));
        if (const auto good = spec->check(value); !good)
            throw UserError(good.error().message);
        values_[key] = value;
    }
}

const std::string& Options::text(std::string_view name) const {
    const auto found = values_.find(name);
    NEBEL_CHECK(found != values_.end());
    return found->second;
}

std::int64_t Options::integer(std::string_view name) const {
    return parse_number<std::int64_t>(text(name)).value();
}

double Options::real(std::string_view name) const {
    return parse_number<double>(text(name)).value();
}

bool Options::boolean(std::string_view name) const {
    return text(name) == "on";
}

}  // namespace nebel
