#pragma once

#include <algorithm>
#include <limits>

#include "darkchess/numbered_actions.hpp"

// The sets of moves the playout policies draw from, as words of bits like Destinations.
namespace nebel::darkchess::policies {

/// Some of the moves of a Destinations.
struct MoveSet {
    std::uint64_t vertical = 0;
    std::uint64_t horizontal = 0;
    std::uint64_t jumps = 0;

    [[nodiscard]] bool any() const { return (vertical | horizontal | jumps) != 0; }

    /// The n-th of them; `all` is what they were taken from.
    template <class NthBit>
    [[nodiscard]] Action get(unsigned n, const Destinations& all, NthBit nth_bit) const {
        const auto upright = static_cast<unsigned>(std::popcount(vertical));
        if (n < upright)
            return Destinations::vertical_step(nth_bit(vertical, n));
        n -= upright;
        const auto level = static_cast<unsigned>(std::popcount(horizontal));
        if (n < level)
            return Destinations::horizontal_step(nth_bit(horizontal, n));
        return all.jump(nth_bit(jumps, n - level));
    }

    [[nodiscard]] unsigned size() const {
        return static_cast<unsigned>(std::popcount(vertical) + std::popcount(horizontal) +
                                     std::popcount(jumps));
    }
};

constexpr std::uint64_t both_halves(Squares set) {
    return set | std::uint64_t{set} << 32;
}

inline Squares either_half(std::uint64_t word) {
    return static_cast<Squares>(word | word >> 32);
}

/// Every move that takes a man; a jump always does.
inline MoveSet captures(const Board& board, const Destinations& all) {
    const std::uint64_t men = both_halves(board.occupied());
    return {all.vertical & men, all.horizontal & men, all.jumps};
}

/// The men of a colour that the other could take if it were its turn.
inline Squares attacked_men(const Board& board, Colour colour) {
    const Destinations replies(board, other(colour));
    return either_half(replies.vertical | replies.horizontal | replies.jumps) &
           board.men_of(colour);
}

constexpr Squares neighbours(Squares set) {
    return set << 4 | set >> 4 | (set << 1 & 0xeeeeeeeeu) | (set >> 1 & 0x77777777u);
}

/// Which of these men, one set a kind, could step onto a man of that kind.
inline Squares takers(const Squares* men, Kind target) {
    if (target == Kind::King)
        return men[0] | men[6];
    if (target == Kind::Pawn)
        return men[1] | men[2] | men[3] | men[4] | men[6];
    const int weakest = std::min(static_cast<int>(target), static_cast<int>(Kind::Knight));
    Squares result = 0;
    for (int kind = 0; kind <= weakest; ++kind)
        result |= men[kind];
    return result;
}

/// Whether the man that makes this move could not be taken right after it.
inline bool safe_after(const Board& board, Action action) {
    const Man mover = board.at(action.from);
    const Squares* foes = board.row(other(colour_of(mover)));
    const Squares target = bit(action.to);
    // A man taken on the target is no neighbour of it and needs no removing here.
    if ((neighbours(takers(foes, kind_of(mover))) & target) != 0)
        return false;
    const Squares occupied = (board.occupied() & ~bit(action.from)) | target;
    for (Squares cannons = foes[static_cast<int>(Kind::Cannon)] & ~target; cannons != 0;)
        if ((cannon_reach(pop_lowest(cannons), occupied) & target) != 0)
            return false;
    return true;
}

/// Every move of an attacked man to a square where it is safe.
inline MoveSet escapes(const Board& board, const Destinations& all) {
    const Squares attacked = attacked_men(board, board.to_move());
    if (attacked == 0)
        return {};
    const auto keep = [](std::uint64_t candidates, auto&& good) {
        std::uint64_t kept = 0;
        for (; candidates != 0; candidates &= candidates - 1)
            if (good(static_cast<unsigned>(std::countr_zero(candidates))))
                kept |= candidates & (~candidates + 1);
        return kept;
    };
    const auto halves = [](Squares low, Squares high) { return low | std::uint64_t{high} << 32; };
    MoveSet result;
    result.vertical = keep(all.vertical & halves(attacked << 4, attacked >> 4), [&](unsigned n) {
        return safe_after(board, Destinations::vertical_step(n));
    });
    result.horizontal =
        keep(all.horizontal & halves(attacked << 1, attacked >> 1),
             [&](unsigned n) { return safe_after(board, Destinations::horizontal_step(n)); });
    result.jumps = keep(all.jumps, [&](unsigned n) {
        const Action jump = all.jump(n);
        return (attacked & bit(jump.from)) != 0 && safe_after(board, jump);
    });
    return result;
}

/// Lists the actions that leave the opponent the fewest; see Policy for flips.
inline void traps(const Board& board, const NumberedActions& actions, Actions& list) {
    int fewest = std::numeric_limits<int>::max();
    const auto consider = [&](Action action, int replies) {
        if (replies > fewest)
            return;
        if (replies < fewest) {
            list.clear();
            fewest = replies;
        }
        list.push_back_unchecked(action);
    };
    const int flips = static_cast<int>(actions.flips);
    if (flips > 0) {
        const int replies = Destinations(board, other(board.to_move())).count() + flips - 1;
        for (Squares dark = actions.dark; dark != 0;)
            consider(Action::flip(pop_lowest(dark)), replies);
    }
    const auto try_out = [&](Action action) {
        Board after = board;
        after.move(action.from, action.to);
        consider(action, no_men(after) ? 0 : Destinations(after).count() + flips);
    };
    const auto each = [](std::uint64_t word, auto&& body) {
        for (; word != 0; word &= word - 1)
            body(static_cast<unsigned>(std::countr_zero(word)));
    };
    const Destinations& all = actions.destinations;
    each(all.vertical, [&](unsigned n) { try_out(Destinations::vertical_step(n)); });
    each(all.horizontal, [&](unsigned n) { try_out(Destinations::horizontal_step(n)); });
    each(all.jumps, [&](unsigned n) { try_out(all.jump(n)); });
}

}  // namespace nebel::darkchess::policies
