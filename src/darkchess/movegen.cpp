#include "darkchess/movegen.hpp"

namespace nebel::darkchess {

namespace {

unsigned lowest(std::uint64_t set) {
    return static_cast<unsigned>(std::countr_zero(set));
}

bool adjacent(Square a, Square b) {
    const int columns = column_of(a) - column_of(b);
    const int rows = row_of(a) - row_of(b);
    return columns * columns + rows * rows == 1;
}

}  // namespace

void generate(const Board& board, Actions& actions) {
    if (no_men(board))
        return;
    for (Squares dark = board.dark(); dark != 0;)
        actions.push_back(Action::flip(pop_lowest(dark)));
    const Destinations destinations(board);
    for (std::uint64_t set = destinations.vertical; set != 0; set &= set - 1)
        actions.push_back(Destinations::vertical_step(lowest(set)));
    for (std::uint64_t set = destinations.horizontal; set != 0; set &= set - 1)
        actions.push_back(Destinations::horizontal_step(lowest(set)));
    for (std::uint64_t set = destinations.jumps; set != 0; set &= set - 1)
        actions.push_back(destinations.jump(lowest(set)));
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

    if (kind_of(mover) == Kind::Cannon) {
        if (target == Man::None)
            return adjacent(action.from, action.to) ? "" : "a man moves one square, orthogonally";
        if ((cannon_reach(action.from, board.occupied()) & bit(action.to)) != 0)
            return "";
        return "a cannon takes only by jumping over exactly one man in its row or column";
    }
    if (!adjacent(action.from, action.to))
        return "a man moves one square, orthogonally";
    if (target != Man::None && !takes_by_step(kind_of(mover), kind_of(target)))
        return "that man cannot take this one";
    return "";
}

}  // namespace nebel::darkchess
