#include "darkchess/perft.hpp"

#include "darkchess/movegen.hpp"

namespace nebel::darkchess {

namespace {

/// The lines of one ply, counted without playing them.
std::uint64_t count_branches(const Board& board) {
    if (no_men(board))
        return 0;
    int faces = 0;
    for (const Man m : kAllMen)
        faces += board.dark_left(m) > 0;
    return static_cast<std::uint64_t>(std::popcount(board.dark()) * faces +
                                      Destinations(board).count());
}

}  // namespace

std::uint64_t perft(const Board& board, int depth) {
    if (depth <= 0)
        return 1;
    if (depth == 1)
        return count_branches(board);
    Actions actions;
    generate(board, actions);
    std::uint64_t lines = 0;
    for (const Action action : actions) {
        if (!action.is_flip()) {
            Board after = board;
            after.move(action.from, action.to);
            lines += perft(after, depth - 1);
            continue;
        }
        for (const Man m : kAllMen)
            if (board.dark_left(m) > 0) {
                Board after = board;
                after.flip(action.from, m);
                lines += perft(after, depth - 1);
            }
    }
    return lines;
}

}  // namespace nebel::darkchess
