#include "stratego/repetition.hpp"

#include <algorithm>

namespace nebel::stratego {

namespace {

bool one_line(const Square* cells, std::size_t count, Square to) {
    const auto same_row = [to](Square at) { return row_of(at) == row_of(to); };
    const auto same_file = [to](Square at) { return file_of(at) == file_of(to); };
    return std::all_of(cells, cells + count, same_row) ||
           std::all_of(cells, cells + count, same_file);
}

bool next_to(Square at, Square other) {
    return other != kNowhere && kNeighbours[at].has(other);
}

}  // namespace

bool Repetition::two_squares(Seat seat, Move move, int times) const {
    const auto& trail = trail_[seat];
    const auto count = static_cast<std::size_t>(times) + 1;
    if (trail.size() < count || trail.back() != move.from)
        return false;
    const Square* cells = trail.end() - count;
    if (!one_line(cells, count, move.to))
        return false;
    for (std::size_t i = 2; i < count; ++i)
        if ((cells[i] > cells[i - 1]) == (cells[i - 1] > cells[i - 2]))
            return false;
    // In one line squares order like numbers. The turning points near the man's present end, and
    // those at the other end: the borders between the two groups have been crossed every time.
    const bool at_top = cells[count - 1] > cells[count - 2];
    int low = 0;
    int high = static_cast<int>(kSquares);
    for (std::size_t i = 0; i < count; ++i) {
        const bool near = (count - 1 - i) % 2 == 0;
        if (near == at_top)
            high = std::min<int>(high, cells[i]);
        else
            low = std::max<int>(low, cells[i]);
    }
    if (low >= high)
        return false;
    return at_top ? move.to < high : move.to > low;
}

bool Repetition::more_squares(Seat seat, Move move, Bits enemies) const {
    const int length = chase_[seat];
    if (length < 2 || !(kNeighbours[move.to] & enemies) || last_[seat] == move.reversed())
        return false;
    // Takes the moves back one by one, with an eye on the men that are not where the move would
    // leave them: when there are none the position is the same.
    struct Displaced {
        Square home;
        Square now;
    };
    InlineVec<Displaced, 2 * Setup::kMaxSize> displaced;
    displaced.push_back({move.to, move.from});
    const auto plies = std::min(static_cast<std::size_t>(length - 1), moves_.size());
    for (std::size_t back = 1; back <= plies; ++back) {
        const Move undone = moves_[moves_.size() - back];
        std::size_t i = 0;
        while (i < displaced.size() && displaced[i].now != undone.to)
            ++i;
        if (i == displaced.size())
            displaced.push_back({undone.to, undone.from});
        else if (displaced[i].home == undone.from)
            displaced.swap_remove(i);
        else
            displaced[i].now = undone.from;
        if (displaced.empty())
            return true;
    }
    return false;
}

void Repetition::remember(Seat seat, Move move, bool strike, Bits enemies) {
    auto& trail = trail_[seat];
    if (trail.empty() || trail.back() != move.from) {
        trail.clear();
        trail.push_back(move.from);
    } else if (trail.size() == kTrail) {
        std::copy(trail.begin() + 1, trail.end(), trail.begin());
        trail.pop_back();
    }
    trail.push_back(move.to);

    int& theirs = chase_[other(seat)];
    int& ours = chase_[seat];
    theirs = next_to(move.from, last_[other(seat)].to) ? theirs + 1 : 0;
    if (strike) {
        theirs = ours = 0;
        moves_.clear();
    }
    ours = kNeighbours[move.to] & enemies ? ours + 1 : 0;
    last_[seat] = move;
    if (ours == 0 && theirs == 0)
        moves_.clear();
    else if (!strike)
        moves_.push_back(move);
}

}  // namespace nebel::stratego
