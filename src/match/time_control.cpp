#include "match/time_control.hpp"

#include <fmt/format.h>

#include "core/text.hpp"

namespace nebel::match {

Parsed<TimeControl> TimeControl::parse(std::string_view text) {
    const auto plus = text.find('+');
    const auto base = parse_duration(trim(text.substr(0, plus)));
    if (!base || base->count() == 0)
        return parse_error(
            fmt::format("{} is not a clock; accepted: 60s, 60s+1s, 5m+500ms", quote(text)));
    TimeControl control{*base, {}};
    if (plus == std::string_view::npos)
        return control;
    const auto increment = parse_duration(trim(text.substr(plus + 1)));
    if (!increment)
        return parse_error("increment: " + increment.error().message);
    control.increment = *increment;
    return control;
}

std::string TimeControl::text() const {
    return fmt::format("{}ms+{}ms", base.count(), increment.count());
}

}  // namespace nebel::match
