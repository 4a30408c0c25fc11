#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "core/text.hpp"
#include "kriegspiel/event.hpp"

// Announcements as JSON objects: the names a stranger's program reads.
namespace nebel::kriegspiel {

namespace {

using Type = Event::Type;

Parsed<Event> bad_event(const Json& json) {
    return parse_error(
        fmt::format("{} is not an announcement of Kriegspiel",
                    quote(json.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace))));
}

std::string word(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// The announcement as its line of text, which the one parser then judges.
std::optional<std::string> line_of(const Json& json) {
    const auto type = word(json, "type");
    std::vector<std::string> words{type};
    const auto add = [&](std::string text) {
        if (!text.empty())
            words.push_back(std::move(text));
    };
    const auto yes_no = [&](const char* key) {
        const auto found = json.find(key);
        if (found == json.end() || !found->is_boolean())
            return false;
        words.push_back(found->get<bool>() ? "yes" : "no");
        return true;
    };
    add(word(json, "seat"));
    if (type == "refused")
        add(word(json, "reason"));
    if (type == "moved" || type == "refused")
        add(word(json, "action"));
    if (type == "capture") {
        add(word(json, "square"));
        add(word(json, "man"));
        if (const auto flag = json.find("en_passant");
            flag != json.end() && flag->is_boolean() && flag->get<bool>())
            add("en_passant");
    }
    if (type == "start") {
        for (const char* key : {"pawns", "pieces", "castling"}) {
            const auto number = json.find(key);
            if (number == json.end() || !number->is_number_integer())
                return std::nullopt;
            add(std::to_string(number->get<std::int64_t>()));
        }
        add(word(json, "square"));
    }
    if (type == "placed")
        add(word(json, "piece"));
    if (type == "check" || json.contains("squares")) {
        const auto list = json.find(type == "check" ? "kinds" : "squares");
        if (list == json.end() || !list->is_array())
            return std::nullopt;
        if (type == "pawn_tries")
            add("squares");
        for (const auto& item : *list) {
            if (!item.is_string())
                return std::nullopt;
            add(item.get<std::string>());
        }
    } else if (type == "pawn_tries") {
        const auto count = json.find("count");
        if (count != json.end() && count->is_number_integer())
            add(std::to_string(count->get<std::int64_t>()));
        else if (!yes_no("any"))
            return std::nullopt;
    }
    if (type == "answer" && !yes_no("any"))
        return std::nullopt;
    if (type == "end") {
        add(word(json, "result"));
        add(word(json, "reason"));
    }
    return join(words, " ");
}

}  // namespace

Json Event::to_json() const {
    Json json = Json::object();
    const auto name = text();
    const auto names_of = [](chess::Bitboard set) {
        Json list = Json::array();
        for (const chess::Square s : chess::Squares(set))
            list.push_back(chess::square_name(s));
        return list;
    };
    json["type"] = name.substr(0, name.find(' '));
    if (type != Type::End)
        json["seat"] = std::string(seat_name(seat));
    switch (type) {
        case Type::Moved:
        case Type::Refused:
            if (type == Type::Refused)
                json["reason"] = nonsense ? "nonsense" : "illegal";
            if (has_action())
                json["action"] = action.text();
            break;
        case Type::Capture:
            json["square"] = chess::square_name(square);
            if (man != Man::Unsaid)
                json["man"] = man == Man::Pawn ? "pawn" : "piece";
            if (en_passant)
                json["en_passant"] = true;
            break;
        case Type::Check:
            json["kinds"] = Json::array();
            for (const CheckKind kind : kCheckKinds)
                if (kinds & kind)
                    json["kinds"].push_back(std::string(kind_name(kind)));
            break;
        case Type::PawnTries:
            if (squares_told) {
                json["squares"] = names_of(squares);
            } else if (any >= 0) {
                json["any"] = any == 1;
            } else {
                json["count"] = static_cast<int>(count);
            }
            break;
        case Type::Promotion:
            break;
        case Type::Answer:
            json["any"] = any == 1;
            break;
        case Type::Start:
            json["pawns"] = static_cast<int>(pawns);
            json["pieces"] = static_cast<int>(pieces);
            json["castling"] = static_cast<int>(castling);
            if (square != chess::kNoSquare)
                json["square"] = chess::square_name(square);
            break;
        case Type::Placed:
            json["piece"] = std::string(piece_name(piece));
            json["squares"] = names_of(squares);
            break;
        case Type::End:
            json["result"] = std::string(nebel::text(result));
            json["reason"] = std::string(nebel::text(reason));
            break;
    }
    return json;
}

Parsed<Event> Event::from_json(const Json& json) {
    if (!json.is_object())
        return bad_event(json);
    const auto line = line_of(json);
    auto event = line ? parse(*line) : bad_event(json);
    return event ? event : bad_event(json);
}

}  // namespace nebel::kriegspiel
