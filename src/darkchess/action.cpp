#include "darkchess/action.hpp"

#include "core/text.hpp"

namespace nebel::darkchess {

Parsed<Action> Action::parse(std::string_view text) {
    const bool hyphen = text.size() == 5 && text[2] == '-';
    if (text.size() == 2) {
        if (const auto s = parse_square(text))
            return flip(*s);
    } else if (text.size() == 4 || hyphen) {
        const auto from = parse_square(text.substr(0, 2));
        const auto to = parse_square(text.substr(text.size() - 2));
        if (from && to && from != to)
            return Action{*from, *to};
    }
    return parse_error(quote(text) +
                       " is not an action; accepted: a flip such as b3, a move such as a4-a5, "
                       "squares a1 to d8");
}

std::string Action::text() const {
    return is_flip() ? square_text(from) : square_text(from) + "-" + square_text(to);
}

}  // namespace nebel::darkchess
