#include "darkchess/movegen.hpp"

namespace nebel::darkchess {

void generate(const Board& board, Actions& actions) {
    if (no_men(board))
        return;
    for (Squares dark = board.dark(); dark != 0;)
        actions.push_back(Action::flip(pop_lowest(dark)));
    const Destinations destinations(board);
    for (std::size_t d = 0; d < destinations.steps.size(); ++d)
        for (Squares set = destinations.steps[d]; set != 0;) {
            const Square to = pop_lowest(set);
            actions.push_back({static_cast<Square>(to - Destinations::kOffsets[d]), to});
        }
    for (std::size_t i = 0; i < destinations.jumps.size(); ++i)
        for (Squares set = destinations.jumps[i]; set != 0;)
            actions.push_back({destinations.cannons[i], pop_lowest(set)});
}

int count_actions(const Board& board) {
    return no_men(board) ? 0 : std::popcount(board.dark()) + Destinations(board).count();
}

bool no_move(const Board& board) {
    return board.dark() == 0 && !Destinations(board).any();
}

std::string_view why_illegal(const Board& board, Action action) {
    if (action.from >= kSquares || action.to >= kSquares)
        return "there is no such square";
    const Man mover = board.at(action.from);
    const Man target = board.at(action.to);
    if (action.is_flip())
        return mover == Man::Dark ? "" : "only a dark man can be flipped";
    if (mover == Man::None)
        return "the square to move from is empty";
    if (mover == Man::Dark)
        return "a dark man cannot move";
    if (colour_of(mover) != board.to_move())
        return "that is the opponent's man";
    if (target == Man::Dark)
        return "a dark man cannot be captured";
    if (is_man(target) && colour_of(target) == board.to_move())
        return "an own man cannot be captured";

    const Destinations destinations(board);
    for (std::size_t d = 0; d < destinations.steps.size(); ++d)
        if (action.from + Destinations::kOffsets[d] == action.to &&
            (destinations.steps[d] & bit(action.to)) != 0)
            return "";
    if (kind_of(mover) == Kind::Cannon) {
        if (is_man(target)) {
            if ((cannon_reach(action.from, board.occupied()) & bit(action.to)) != 0)
                return "";
            return "a cannon takes only by jumping over exactly one man in its row or column";
        }
        return "a cannon moves one square, orthogonally";
    }
    const int columns = column_of(action.from) - column_of(action.to);
    const int rows = row_of(action.from) - row_of(action.to);
    if (columns * columns + rows * rows == 1)
        return "that man cannot take this one";
    return "a man moves one square, orthogonally";
}

}  // namespace nebel::darkchess
