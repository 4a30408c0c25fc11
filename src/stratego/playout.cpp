#include "stratego/playout.hpp"

#include <type_traits>

namespace nebel::stratego {

// A position owns nothing, so neither does a playout.
static_assert(std::is_trivially_destructible_v<Position>);

Position position_of(const Rules& rules, const Setup& red, const Setup& blue) {
    Position position(rules);
    for (const Seat seat : kSeats) {
        const Setup& setup = seat == Seat::First ? red : blue;
        for (int i = 0; i < setup.size; ++i)
            if (const Rank rank = setup.ranks[static_cast<std::size_t>(i)]; rank != Rank::Unknown)
                position.place(seat, rules.arena().setup_square(seat, i), rank);
    }
    return position;
}

Playout random_playout(Position position, Rng& rng) {
    for (;;) {
        // The draw finds out by itself whether there is a legal move; the limits come after it, as
        // they do at the table.
        const auto move = position.random_move(rng);
        if (!move)
            return {*position.outcome_without_move(), position.plies()};
        if (const auto limit = position.outcome_by_limit())
            return {*limit, position.plies()};
        const Seat seat = position.to_move();
        if (position.play(*move) == Strike::Flag)
            return {win_for(seat, Reason::FlagTaken), position.plies()};
    }
}

}  // namespace nebel::stratego
