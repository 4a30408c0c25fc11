#include "stratego/action.hpp"

#include "core/text.hpp"

namespace nebel::stratego {

Parsed<Action> Action::parse(std::string_view text) {
    const auto word = trim(text);
    if (!word.empty() && word[0] >= 'A' && word[0] <= 'Z') {
        const auto setup = Setup::parse(word);
        if (!setup)
            return tl::make_unexpected(setup.error());
        return Action::of(*setup);
    }
    auto rest = word;
    const auto from = take_square(rest);
    const auto to = from ? take_square(rest) : std::nullopt;
    if (!to || !rest.empty() || *from == *to)
        return parse_error(quote(text) +
                           " is neither a move (two squares: a4a5) nor a set-up (letters B..M, "
                           "A for empty, front row first)");
    return Action::of(Move{*from, *to});
}

std::string Action::text() const {
    return kind == Kind::Setup ? setup.text() : square_text(move.from) + square_text(move.to);
}

}  // namespace nebel::stratego
