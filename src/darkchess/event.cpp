#include "darkchess/event.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/text.hpp"

namespace nebel::darkchess {

namespace {

std::optional<Seat> seat_named(std::string_view name) {
    for (const Seat seat : kSeats)
        if (seat_name(seat) == name)
            return seat;
    return std::nullopt;
}

std::optional<Man> man_named(std::string_view name) {
    if (name.size() != 1)
        return std::nullopt;
    const auto m = man_from_letter(name[0]);
    return m && is_man(*m) ? m : std::nullopt;
}

Parsed<Event> read_end(std::string_view result_text, std::string_view reason_text) {
    const auto result = parse_result(result_text);
    if (!result)
        return tl::make_unexpected(result.error());
    const auto reason = parse_reason(reason_text);
    if (!reason)
        return tl::make_unexpected(reason.error());
    return Event::end({*result, *reason});
}

/// The text under the key, or "" when it is missing or of another type.
std::string field(const nlohmann::json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

Parsed<Event> Event::parse(std::string_view text) {
    const auto words = split_words(text);
    if (words.size() == 3 && words[0] == "end")
        return read_end(words[1], words[2]);
    if (words.size() >= 3) {
        const auto seat = seat_named(words[1]);
        const auto action = Action::parse(words[2]);
        if (seat && action && words[0] == "flip" && words.size() == 4 && action->is_flip()) {
            if (const auto shown = man_named(words[3]))
                return flip(*seat, action->from, *shown);
        } else if (seat && action && words[0] == "move" && !action->is_flip()) {
            if (words.size() == 3)
                return move(*seat, *action, Man::None);
            if (words.size() == 5 && words[3] == "takes")
                if (const auto captured = man_named(words[4]))
                    return move(*seat, *action, *captured);
        }
    }
    return parse_error(quote(text) +
                       " is not an event; accepted: flip SEAT SQUARE MAN, move SEAT FROM-TO "
                       "[takes MAN], end RESULT REASON");
}

std::string Event::text() const {
    switch (type_) {
        case Type::Flip:
            return fmt::format("flip {} {} {}", seat_name(seat_), square_text(from_), letter(man_));
        case Type::Move:
            if (man_ == Man::None)
                return fmt::format("move {} {}", seat_name(seat_), action().text());
            return fmt::format("move {} {} takes {}", seat_name(seat_), action().text(),
                               letter(man_));
        case Type::End:
            break;
    }
    return fmt::format("end {} {}", nebel::text(outcome_.result), nebel::text(outcome_.reason));
}

Parsed<Event> Event::from_json(const nlohmann::json& json) {
    if (!json.is_object())
        return parse_error("an event must be a JSON object");
    const auto type = field(json, "type");
    if (type == "end")
        return read_end(field(json, "result"), field(json, "reason"));
    const auto seat = seat_named(field(json, "seat"));
    if (type == "flip" && seat) {
        const auto at = parse_square(field(json, "square"));
        const auto shown = man_named(field(json, "man"));
        if (at && shown)
            return flip(*seat, *at, *shown);
    } else if (type == "move" && seat) {
        const auto from = parse_square(field(json, "from"));
        const auto to = parse_square(field(json, "to"));
        const auto captured = json.find("captured");
        if (from && to && from != to && captured != json.end()) {
            if (captured->is_null())
                return move(*seat, {*from, *to}, Man::None);
            if (const auto m = man_named(field(json, "captured")))
                return move(*seat, {*from, *to}, *m);
        }
    }
    return parse_error(
        "not an event: 'type' must be flip (seat, square, man), move (seat, from, to, captured) "
        "or end (result, reason)");
}

nlohmann::json Event::to_json() const {
    const std::string seat(seat_name(seat_));
    switch (type_) {
        case Type::Flip:
            return {{"type", "flip"},
                    {"seat", seat},
                    {"square", square_text(from_)},
                    {"man", std::string(1, letter(man_))}};
        case Type::Move: {
            nlohmann::json json = {{"type", "move"},
                                   {"seat", seat},
                                   {"from", square_text(from_)},
                                   {"to", square_text(to_)},
                                   {"captured", nullptr}};
            if (man_ != Man::None)
                json["captured"] = std::string(1, letter(man_));
            return json;
        }
        case Type::End:
            break;
    }
    return {{"type", "end"},
            {"result", std::string(nebel::text(outcome_.result))},
            {"reason", std::string(nebel::text(outcome_.reason))}};
}

}  // namespace nebel::darkchess
