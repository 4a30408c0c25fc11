#pragma once

#include "darkchess/movegen.hpp"

namespace nebel::darkchess {

/// The legal actions as numbers from 0 to size-1: flips, steps, jumps. Drawing a number draws an
/// action without listing them. NthBit is one of nth_bit.hpp.
struct NumberedActions {
    Destinations destinations;
    Squares dark;
    unsigned flips;
    unsigned flips_and_vertical;
    unsigned flips_and_steps;
    unsigned size;

    explicit NumberedActions(const Board& board)
        : destinations(board),
          dark(board.dark()),
          flips(count(dark)),
          flips_and_vertical(flips + count(destinations.vertical)),
          flips_and_steps(flips_and_vertical + count(destinations.horizontal)),
          size(flips_and_steps + count(destinations.jumps)) {}

    template <class NthBit>
    [[gnu::always_inline]] Action get(unsigned n, NthBit nth_bit) const {
        if (n < flips)
            return Action::flip(static_cast<Square>(nth_bit(dark, n)));
        if (n < flips_and_steps) [[likely]] {
            const bool upright = n < flips_and_vertical;
            const unsigned at = nth_bit(upright ? destinations.vertical : destinations.horizontal,
                                        n - (upright ? flips : flips_and_vertical));
            return upright ? Destinations::vertical_step(at) : Destinations::horizontal_step(at);
        }
        return destinations.jump(nth_bit(destinations.jumps, n - flips_and_steps));
    }

 private:
    static unsigned count(std::uint64_t word) { return static_cast<unsigned>(std::popcount(word)); }
};

}  // namespace nebel::darkchess
