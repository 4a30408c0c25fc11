#include "darkchess/words.hpp"

#include <fmt/format.h>

#include <array>

#include "game/end_words.hpp"

namespace nebel::darkchess {

namespace {

constexpr std::array<std::string_view, kKinds> kKindNames{"king",   "general", "minister", "rook",
                                                          "knight", "cannon",  "pawn"};

std::string man_words(Man m) {
    return fmt::format("{} {}", text(colour_of(m)),
                       kKindNames[static_cast<std::size_t>(kind_of(m))]);
}

}  // namespace

std::string words(const Event& event, Seat listener) {
    const auto name = [listener](Seat seat) {
        return seat == listener ? std::string_view("You") : std::string_view("Your opponent");
    };
    const auto action = event.action();
    switch (event.type()) {
        case Event::Type::Flip:
            return fmt::format("{} turned over a {} on {}.", name(event.seat()),
                               man_words(event.man()), square_text(action.from));
        case Event::Type::Move:
            if (event.man() == Man::None)
                return fmt::format("{} moved {}.", name(event.seat()), action.text());
            return fmt::format("{} moved {} and captured a {}.", name(event.seat()), action.text(),
                               man_words(event.man()));
        case Event::Type::End:
            break;
    }
    return end_words(event.outcome().value(), name(Seat::First), name(Seat::Second));
}

}  // namespace nebel::darkchess
