#include "stratego/event.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/text.hpp"

namespace nebel::stratego {

namespace {

std::optional<Seat> seat_of(std::string_view name) {
    for (const Seat seat : kSeats)
        if (seat_name(seat) == name)
            return seat;
    return std::nullopt;
}

Parsed<Sight> sight_of(Seat seat, std::string_view size, std::string_view letters) {
    const auto by = size.find('x');
    const auto width = parse_number<int>(size.substr(0, by));
    const auto height =
        by == std::string_view::npos ? std::nullopt : parse_number<int>(size.substr(by + 1));
    if (!width || !height)
        return parse_error(quote(size) + " is no board size; accepted: 10x10");
    return Sight::from_letters(seat, *width, *height, letters);
}

tl::unexpected<ParseError> unknown_event(std::string_view text) {
    return parse_error(quote(text) +
                       " is no event of stratego; accepted: setup SEAT LETTERS, ready SEAT, "
                       "board SEAT SIZE LETTERS, move SEAT FROM TO, strike SEAT FROM TO RANK RANK "
                       "RESULT, end RESULT REASON");
}

}  // namespace

std::string Sight::letters(Seat seat) const {
    std::string text;
    for (int i = 0; i < cells(); ++i) {
        const Cell content = cell(i);
        text += content == Cell::Enemy  ? '?'
                : content == Cell::Lake ? '_'
                                        : letter(static_cast<Rank>(content), seat);
    }
    return text;
}

Parsed<Sight> Sight::from_letters(Seat seat, int width, int height, std::string_view letters) {
    if (width < 1 || width > 10 || height < 1 || height > 10 ||
        letters.size() != static_cast<std::size_t>(width * height))
        return parse_error("a board has 1..10 files and rows and one letter for each square");
    Sight sight;
    sight.width = static_cast<std::uint8_t>(width);
    sight.height = static_cast<std::uint8_t>(height);
    for (int i = 0; i < sight.cells(); ++i) {
        const char c = letters[static_cast<std::size_t>(i)];
        if (c == '?' || c == '_') {
            sight.set(i, c == '?' ? Cell::Enemy : Cell::Lake);
            continue;
        }
        const bool blue = c >= 'N' && c <= 'Y';
        const auto rank = rank_of_letter(blue ? static_cast<char>(c - 12) : c);
        if (!rank || (*rank != Rank::Unknown && blue != (seat == Seat::Second)))
            return parse_error(quote(std::string_view(&c, 1)) +
                               " is no square of a board seen by " + std::string(seat_name(seat)));
        sight.set(i, static_cast<Cell>(*rank));
    }
    return sight;
}

Event Event::own_setup(Seat seat, const stratego::Setup& setup) {
    Event event;
    event.kind = Kind::Setup;
    event.seat = seat;
    event.setup = setup;
    return event;
}

Event Event::ready(Seat seat) {
    Event event;
    event.kind = Kind::Ready;
    event.seat = seat;
    return event;
}

Event Event::board(Seat seat, const Sight& sight) {
    Event event;
    event.kind = Kind::Board;
    event.seat = seat;
    event.sight = sight;
    return event;
}

Event Event::quiet(Seat seat, stratego::Move move) {
    Event event;
    event.kind = Kind::Move;
    event.seat = seat;
    event.move = move;
    return event;
}

Event Event::strike(Seat seat, stratego::Move move, Rank attacker, Rank defender) {
    Event event;
    event.kind = Kind::Strike;
    event.seat = seat;
    event.move = move;
    event.attacker = attacker;
    event.defender = defender;
    event.result = stratego::strike(attacker, defender);
    return event;
}

Event Event::end(Outcome outcome) {
    Event event;
    event.kind = Kind::End;
    event.ending = outcome;
    return event;
}

std::string Event::text() const {
    switch (kind) {
        case Kind::Setup:
            return fmt::format("setup {} {}", seat_name(seat), setup.text());
        case Kind::Ready:
            return fmt::format("ready {}", seat_name(seat));
        case Kind::Board:
            return fmt::format("board {} {}x{} {}", seat_name(seat), sight.width, sight.height,
                               sight.letters(seat));
        case Kind::Move:
            return fmt::format("move {} {} {}", seat_name(seat), square_text(move.from),
                               square_text(move.to));
        case Kind::Strike:
            return fmt::format("strike {} {} {} {} {} {}", seat_name(seat), square_text(move.from),
                               square_text(move.to), stratego::text(attacker),
                               stratego::text(defender), stratego::text(result));
        case Kind::End:
            break;
    }
    return fmt::format("end {} {}", nebel::text(ending.result), nebel::text(ending.reason));
}

Parsed<Event> Event::parse(std::string_view text) {
    const auto words = split_words(text);
    if (words.size() < 2)
        return unknown_event(text);
    if (words[0] == "end" && words.size() == 3) {
        const auto result = parse_result(words[1]);
        const auto reason = parse_reason(words[2]);
        if (!result || !reason)
            return tl::make_unexpected(!result ? result.error() : reason.error());
        return Event::end({*result, *reason});
    }
    const auto seat = seat_of(words[1]);
    if (!seat)
        return unknown_event(text);
    if (words[0] == "ready" && words.size() == 2)
        return Event::ready(*seat);
    if (words[0] == "setup" && words.size() == 3) {
        const auto setup = stratego::Setup::parse(words[2]);
        if (!setup)
            return tl::make_unexpected(setup.error());
        return Event::own_setup(*seat, *setup);
    }
    if (words[0] == "board" && words.size() == 4) {
        const auto sight = sight_of(*seat, words[2], words[3]);
        if (!sight)
            return tl::make_unexpected(sight.error());
        return Event::board(*seat, *sight);
    }
    if (words.size() < 4)
        return unknown_event(text);
    const auto from = parse_square(words[2]);
    const auto to = parse_square(words[3]);
    if (!from || !to || *from == *to)
        return unknown_event(text);
    if (words[0] == "move" && words.size() == 4)
        return Event::quiet(*seat, {*from, *to});
    if (words[0] != "strike" || words.size() != 7)
        return unknown_event(text);
    const auto attacker = parse_rank(words[4]);
    const auto defender = parse_rank(words[5]);
    if (!attacker || !walks(*attacker) || !defender || *defender == Rank::Unknown)
        return unknown_event(text);
    const auto event = Event::strike(*seat, {*from, *to}, *attacker, *defender);
    if (words[6] != stratego::text(event.result))
        return parse_error(fmt::format("a {} that strikes a {}: the result is {}, not {}", words[4],
                                       words[5], stratego::text(event.result), quote(words[6])));
    return event;
}

// The JSON object has the same words under names, so one reader of them is enough.
nlohmann::json Event::to_json() const {
    const std::string who(seat_name(seat));
    switch (kind) {
        case Kind::Setup:
            return {{"type", "setup"}, {"seat", who}, {"men", setup.text()}};
        case Kind::Ready:
            return {{"type", "ready"}, {"seat", who}};
        case Kind::Board:
            return {{"type", "board"},
                    {"seat", who},
                    {"size", fmt::format("{}x{}", sight.width, sight.height)},
                    {"cells", sight.letters(seat)}};
        case Kind::Move:
            return {{"type", "move"},
                    {"seat", who},
                    {"from", square_text(move.from)},
                    {"to", square_text(move.to)}};
        case Kind::Strike:
            return {{"type", "strike"},
                    {"seat", who},
                    {"from", square_text(move.from)},
                    {"to", square_text(move.to)},
                    {"attacker", std::string(stratego::text(attacker))},
                    {"defender", std::string(stratego::text(defender))},
                    {"result", std::string(stratego::text(result))}};
        case Kind::End:
            break;
    }
    return {{"type", "end"},
            {"result", std::string(nebel::text(ending.result))},
            {"reason", std::string(nebel::text(ending.reason))}};
}

Parsed<Event> Event::from_json(const nlohmann::json& json) {
    if (!json.is_object())
        return parse_error("an event of stratego is a JSON object");
    std::string words;
    for (const char* key : {"type", "seat", "men", "size", "cells", "from", "to", "attacker",
                            "defender", "result", "reason"}) {
        const auto field = json.find(key);
        if (field == json.end())
            continue;
        if (!field->is_string())
            return parse_error(std::string(key) + " of an event must be text");
        words += field->get<std::string>() + " ";
    }
    return parse(words);
}

}  // namespace nebel::stratego
