#include "kriegspiel/words.hpp"

#include <fmt/format.h>

#include <vector>

#include "core/text.hpp"
#include "game/end_words.hpp"

namespace nebel::kriegspiel {

namespace {

using Type = Event::Type;

std::string_view colour_word(Seat seat) {
    return seat == Seat::First ? "White" : "Black";
}

/// "d4", "d4 and e5", "a2, b2 and c2".
std::string square_list(chess::Bitboard squares) {
    std::string list;
    for (; squares; squares &= squares - 1) {
        if (!list.empty())
            list += (squares & (squares - 1)) ? ", " : " and ";
        list += chess::square_name(chess::lsb(squares));
    }
    return list;
}

std::string move_words(const Action& action) {
    std::string text =
        fmt::format("{}-{}", chess::square_name(action.from), chess::square_name(action.to));
    if (action.promotion != chess::kNoType)
        text += fmt::format(", promoting to a {}", piece_name(action.promotion));
    return text;
}

std::string refused_words(const Event& event, bool mine) {
    if (!mine)
        return fmt::format("{} {}", colour_word(event.seat),
                           event.nonsense ? "asked for something that could never be legal."
                                          : "made a try that was refused.");
    if (!event.has_action())
        return "Your question was refused.";
    return fmt::format("Your try {} was refused: {}.", move_words(event.action),
                       event.nonsense ? "nonsense, you could have known" : "illegal");
}

std::string capture_words(const Event& event, bool mine) {
    const std::string_view man = event.man == Man::Pawn    ? "pawn"
                                 : event.man == Man::Piece ? "piece"
                                                           : "man";
    const auto where = event.en_passant ? fmt::format("en passant, landing on {}",
                                                      chess::square_name(event.square))
                                        : "on " + chess::square_name(event.square);
    return mine ? fmt::format("You captured a {} {}.", man, where)
                : fmt::format("{} captured your {} {}.", colour_word(event.seat), man, where);
}

std::string check_words(const Event& event, bool mine) {
    std::vector<std::string> ways;
    for (const CheckKind kind : kCheckKinds) {
        if (!(event.kinds & kind))
            continue;
        if (kind == kKnightCheck)
            ways.emplace_back("by a knight");
        else
            ways.push_back(
                fmt::format("on the {}{}", kind_name(kind),
                            kind == kLongCheck || kind == kShortCheck ? " diagonal" : ""));
    }
    return fmt::format("{} in check {}.",
                       mine ? "You are" : fmt::format("{} is", colour_word(event.seat)),
                       join(ways, " and "));
}

std::string pawn_words(const Event& event, bool mine) {
    const auto has =
        mine ? std::string("You have") : fmt::format("{} has", colour_word(event.seat));
    if (event.squares_told) {
        if (event.squares == 0)
            return has + " no pawn that can capture.";
        const bool one = chess::popcount(event.squares) == 1;
        return fmt::format("{} {} on {} can capture.",
                           mine ? "Your" : fmt::format("{}'s", colour_word(event.seat)),
                           one ? "pawn" : "pawns", square_list(event.squares));
    }
    if (event.any >= 0)
        return has + (event.any == 1 ? " a pawn try." : " no pawn tries.");
    if (event.count == 0)
        return mine ? "No pawn tries." : has + " no pawn tries.";
    return fmt::format("{} {} pawn {}.", has, event.count, event.count == 1 ? "try" : "tries");
}

std::string start_words(const Event& event, bool mine) {
    return fmt::format(
        "The game begins from a position of its own. {} to move. The enemy has a king, {} {} and "
        "{} {}.",
        mine ? "You are" : fmt::format("{} is", colour_word(event.seat)), event.pawns,
        event.pawns == 1 ? "pawn" : "pawns", event.pieces, event.pieces == 1 ? "piece" : "pieces");
}

std::string placed_words(const Event& event, bool mine) {
    const bool one = chess::popcount(event.squares) == 1;
    return fmt::format(
        "{} {}{}{} on {}.", mine ? "You have" : fmt::format("{} has", colour_word(event.seat)),
        one ? "a " : "", piece_name(event.piece), one ? "" : "s", square_list(event.squares));
}

}  // namespace

std::string words(const Event& event, Seat listener) {
    const bool mine = event.seat == listener;
    const auto who = mine ? std::string_view("You") : colour_word(event.seat);
    switch (event.type) {
        case Type::Moved:
            return event.has_action() ? fmt::format("{} moved {}.", who, move_words(event.action))
                                      : fmt::format("{} moved.", who);
        case Type::Refused:
            return refused_words(event, mine);
        case Type::Capture:
            return capture_words(event, mine);
        case Type::Check:
            return check_words(event, mine);
        case Type::PawnTries:
            return pawn_words(event, mine);
        case Type::Promotion:
            return fmt::format("{} promoted a pawn.", who);
        case Type::Answer:
            return fmt::format(
                "{} asked \"Any?\" and the umpire said {}.", who,
                event.any == 1 ? "yes: there is a pawn capture" : "no: there is no pawn capture");
        case Type::Start:
            return start_words(event, mine);
        case Type::Placed:
            return placed_words(event, mine);
        case Type::End:
            break;
    }
    return end_words({event.result, event.reason}, "White", "Black");
}

}  // namespace nebel::kriegspiel
