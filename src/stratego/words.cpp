#include "stratego/words.hpp"

#include <fmt/format.h>

#include "game/end_words.hpp"

namespace nebel::stratego {

namespace {

std::string_view colour_word(Seat seat) {
    return seat == Seat::First ? "Red" : "Blue";
}

std::string strike_words(const Event& event, bool mine) {
    const auto attacker =
        fmt::format("{} {}", mine ? "Your" : fmt::format("{}'s", colour_word(event.seat)),
                    text(event.attacker));
    const auto defender = fmt::format("{} {}", mine ? "the" : "your", text(event.defender));
    const std::string_view result = event.result == Strike::Wins    ? "and took it."
                                    : event.result == Strike::Loses ? "and fell."
                                    : event.result == Strike::Both  ? "and both fell."
                                                                    : "and took it!";
    return fmt::format("{} on {} struck {} on {} {}", attacker, square_text(event.move.from),
                       defender, square_text(event.move.to), result);
}

}  // namespace

std::string words(const Event& event, Seat listener) {
    const bool mine = event.seat == listener;
    const auto who = mine ? std::string_view("You") : colour_word(event.seat);
    switch (event.kind) {
        case Event::Kind::Setup:
            return "Your men are set up.";
        case Event::Kind::Ready:
            return fmt::format("{} {} set up.", who, mine ? "have" : "has");
        case Event::Kind::Board:
            return "Both sides are set up. Play begins.";
        case Event::Kind::Move:
            return fmt::format("{} moved {}-{}.", who, square_text(event.move.from),
                               square_text(event.move.to));
        case Event::Kind::Strike:
            return strike_words(event, mine);
        case Event::Kind::End:
            break;
    }
    return end_words(event.ending, "Red", "Blue");
}

}  // namespace nebel::stratego
