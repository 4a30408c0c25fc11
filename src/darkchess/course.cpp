#include "darkchess/course.hpp"

namespace nebel::darkchess {

std::optional<Outcome> Course::flip(Square s, Man shown) {
    board_.flip(s, shown);
    line_.restart(board_);
    ++plies_;
    return judge();
}

std::optional<Outcome> Course::move(Action action) {
    if (is_man(board_.move(action.from, action.to)))
        line_.restart(board_);
    else
        line_.extend(action, board_);
    ++plies_;
    return judge();
}

std::optional<Outcome> Course::judge() const {
    if (board_.quiet() > 0) {
        if (rules_.quiet != 0 && board_.quiet() >= rules_.quiet)
            return draw(Reason::QuietLimit);
        if (line_.repeats(rules_.repetition))
            return draw(Reason::Repetition);
    }
    const Seat mover = board_.seat_of(other(board_.to_move()));
    if (no_men(board_))
        return win_for(mover, Reason::NoMen);
    if (no_move(board_))
        return win_for(mover, Reason::NoMove);
    if (plies_ >= rules_.cap)
        return draw(Reason::PlyLimit);
    return std::nullopt;
}

}  // namespace nebel::darkchess
