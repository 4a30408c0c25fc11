#include "darkchess/view.hpp"

#include <fmt/format.h>

namespace nebel::darkchess {

namespace {

/// Whether an event about an action fits the board it is said to happen on.
bool fits(const Board& board, const Event& event) {
    if (event.seat() != board.seat_to_move() || !why_illegal(board, event.action()).empty())
        return false;
    if (event.type() == Event::Type::Flip)
        return is_man(event.man()) && board.dark_left(event.man()) > 0;
    return event.man() == board.at(event.action().to);
}

}  // namespace

void View::hear(const Event& event) {
    if (event.type() == Event::Type::End) {
        outcome_ = event.outcome();
        return;
    }
    if (outcome_ || !fits(board(), event))
        throw UserError("an event does not fit the game so far: " + event.text());
    if (event.type() == Event::Type::Flip)
        course_.flip(event.action().from, event.man());
    else
        course_.move(event.action());
}

std::optional<Colour> View::my_colour() const {
    if (!board().coloured())
        return std::nullopt;
    return board().colour_of_seat(seat_);
}

void View::actions(Actions& list) const {
    list.clear();
    if (my_turn())
        generate(board(), list);
}

Action View::random_action(Rng& rng) const {
    Actions list;
    actions(list);
    NEBEL_CHECK(!list.empty());
    return list[rng.below(static_cast<std::uint32_t>(list.size()))];
}

std::string View::text() const {
    std::string result =
        fmt::format("{} seat {} colour {}\n{}\nply {} quiet {} seen {}\ndark ", seat_name(seat_),
                    rules().text(), my_colour() ? darkchess::text(*my_colour()) : "-",
                    board().text(), course_.plies(), board().quiet(), course_.line().occurrences());
    for (const Man m : kAllMen)
        result.append(static_cast<std::size_t>(board().dark_left(m)), letter(m));
    if (!course_.line().actions().empty()) {
        result += "\nsince the last capture or flip:";
        for (const Action action : course_.line().actions())
            result += " " + action.text();
    }
    if (outcome_)
        result += fmt::format("\nend {} {}", nebel::text(outcome_->result),
                              nebel::text(outcome_->reason));
    return result;
}

}  // namespace nebel::darkchess
