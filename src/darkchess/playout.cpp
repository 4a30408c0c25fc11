#include "darkchess/playout.hpp"

#include <limits>

#include "darkchess/movegen.hpp"
#include "darkchess/nth_bit.hpp"

namespace nebel::darkchess {

namespace {

/// The legal actions as numbers from 0 to size-1: flips, steps, jumps.
struct Numbered {
    Destinations destinations;
    Squares dark;
    unsigned flips;
    unsigned flips_and_vertical;
    unsigned flips_and_steps;
    unsigned size;

    explicit Numbered(const Board& board)
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

/// The men still face down, in an order that does not matter: drawing takes any of them out.
class Bag {
 public:
    explicit Bag(const Board& board) {
        for (const Man m : kAllMen)
            for (int i = board.dark_left(m); i > 0; --i)
                men_[size_++] = m;
    }
    Man draw(Rng& rng) {
        Man& place = men_[rng.below(size_)];
        const Man drawn = place;
        place = men_[--size_];
        return drawn;
    }

 private:
    std::array<Man, kSquares> men_;
    std::uint32_t size_ = 0;
};

template <class NthBit>
[[gnu::always_inline]] inline PlayoutEnd run(Board& start,
                                             Rng& shared_rng,
                                             const PlayoutLimits& limits) {
    // Local copies: what nobody else can see may live in registers.
    Board board = start;
    Rng rng = shared_rng;
    Bag bag(board);
    const int quiet_limit = limits.quiet == 0 ? std::numeric_limits<int>::max() : limits.quiet;
    int quiet = board.quiet();
    int plies = 0;
    const auto end = [&](Outcome outcome) {
        start = board;
        shared_rng = rng;
        return PlayoutEnd{outcome, plies};
    };
    const auto lost = [&](Reason reason) {
        return end(win_for(board.seat_of(other(board.to_move())), reason));
    };

    if (no_men(board))
        return lost(Reason::NoMen);
    while (true) {
        const Numbered actions(board);
        if (actions.size == 0)
            return lost(Reason::NoMove);
        if (plies >= limits.plies)
            return end(draw(Reason::PlyLimit));
        const Action action = actions.get(rng.below(actions.size), NthBit());
        ++plies;
        if (action.is_flip()) {
            board.flip(action.from, bag.draw(rng));
            quiet = 0;
            continue;
        }
        const bool captured = is_man(board.move(action.from, action.to));
        if (captured && no_men(board))
            return lost(Reason::NoMen);
        quiet = captured && limits.capture_resets ? 0 : quiet + 1;
        if (quiet >= quiet_limit)
            return end(draw(Reason::QuietLimit));
    }
}

}  // namespace

std::optional<Action> random_action(const Board& board, Rng& rng) {
    const Numbered actions(board);
    if (actions.size == 0 || no_men(board))
        return std::nullopt;
    return actions.get(rng.below(actions.size), NthBitByTable());
}

PlayoutEnd play_out(Board& board, Rng& rng, const PlayoutLimits& limits) {
    static const bool deposit = NthBitByDeposit::available();
    return deposit ? run<NthBitByDeposit>(board, rng, limits)
                   : run<NthBitByTable>(board, rng, limits);
}

}  // namespace nebel::darkchess
