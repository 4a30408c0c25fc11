#pragma once

#include <limits>

#include "darkchess/bag.hpp"
#include "darkchess/cannon.hpp"
#include "darkchess/movegen.hpp"
#include "darkchess/playout.hpp"

// The fast course of random and capturing playouts: run_playout of playout_loop.hpp, action for
// action, in half the time. What a ply waits for is not work but the ply before, so the men are
// kept in vector registers: who moved, what that changes and where the other side can go is found
// without a table of squares in memory.
namespace nebel::darkchess::lanes {

using Quad = std::uint32_t __attribute__((vector_size(16)));
using Pair = std::uint64_t __attribute__((vector_size(16)));

[[gnu::always_inline]] inline Quad all_lanes(Squares set) {
    return Quad{set, set, set, set};
}

/// A set of squares for each kind of man, in eight lanes: K G M R, N C P and one unused.
struct Lanes {
    Quad high{};
    Quad low{};

    [[gnu::always_inline]] void toggle(const Lanes& where, Quad squares) {
        high ^= where.high & squares;
        low ^= where.low & squares;
    }
    /// In the lanes that have `from`: away from there, to `both` without it.
    [[gnu::always_inline]] void move(Quad from, Quad both) {
        high ^= reinterpret_cast<Quad>((high & from) == from) & both;
        low ^= reinterpret_cast<Quad>((low & from) == from) & both;
    }
    [[gnu::always_inline]] void remove(Quad squares) {
        high &= ~squares;
        low &= ~squares;
    }
    [[nodiscard]] Squares get(std::size_t kind) const {
        return kind < 4 ? high[kind] : low[kind - 4];
    }
    static Lanes of(std::uint32_t kinds) {
        Lanes lanes;
        for (std::size_t kind = 0; kind < kKinds; ++kind)
            if ((kinds >> kind & 1u) != 0) {
                if (kind < 4)
                    lanes.high[kind] = ~Squares{0};
                else
                    lanes.low[kind - 4] = ~Squares{0};
            }
        return lanes;
    }
};

/// The lane of a kind, and the lanes of the kinds that may step onto it.
struct KindLanes {
    Lanes own;
    Lanes takers;
};

struct LanesOfKinds {
    KindLanes rows[kKinds];

    LanesOfKinds() {
        for (int victim = 0; victim < kKinds; ++victim) {
            std::uint32_t takers = 0;
            for (int taker = 0; taker < kKinds; ++taker)
                if (takes_by_step(static_cast<Kind>(taker), static_cast<Kind>(victim)))
                    takers |= 1u << taker;
            rows[victim] = {Lanes::of(1u << victim), Lanes::of(takers)};
        }
    }
};
inline const LanesOfKinds kLanesOfKinds;

/// The revealed men of one colour.
struct Side {
    Lanes men;   ///< where they stand
    Lanes prey;  ///< which of them each kind of the enemy may step on
    Squares all = 0;
    Squares cannons = 0;

    Side(const Board& board, Colour colour) {
        for (std::size_t kind = 0; kind < kKinds; ++kind)
            for (Squares set = board.row(colour)[kind]; set != 0;)
                show(static_cast<Kind>(kind), bit(pop_lowest(set)));
    }
    [[gnu::always_inline]] void show(Kind kind, Squares where) {
        const KindLanes& lanes = kLanesOfKinds.rows[static_cast<std::size_t>(kind)];
        men.toggle(lanes.own, all_lanes(where));
        prey.toggle(lanes.takers, all_lanes(where));
        all ^= where;
        cannons ^= kind == Kind::Cannon ? where : 0;
    }
    [[gnu::always_inline]] void move(Squares from, Squares to) {
        men.move(all_lanes(from), all_lanes(from | to));
        prey.move(all_lanes(from), all_lanes(from | to));
        all ^= from | to;
        cannons ^= (cannons & from) != 0 ? from | to : 0;
    }
    [[gnu::always_inline]] void lose(Squares where) {
        men.remove(all_lanes(where));
        prey.remove(all_lanes(where));
        all ^= where;
        cannons &= ~where;
    }
    /// Member by member: a structure that is copied whole would live in memory.
    [[gnu::always_inline]] void trade(Side& with) {
        std::swap(men.high, with.men.high);
        std::swap(men.low, with.men.low);
        std::swap(prey.high, with.prey.high);
        std::swap(prey.low, with.prey.low);
        std::swap(all, with.all);
        std::swap(cannons, with.cannons);
    }
};

/// Where a side can go, as Destinations has it.
struct Reach {
    std::uint64_t vertical;
    std::uint64_t horizontal;
    std::uint64_t jumps = 0;
    Square first_cannon = 0;
    Square second_cannon = 0;

    [[gnu::always_inline]] Reach(const Side& own, const Side& foe, Squares empty, Quad free) {
        const Quad high = foe.prey.high | free;
        const Quad low = foe.prey.low | free;
        const Quad up = (own.men.high << 4 & high) | (own.men.low << 4 & low);
        const Quad down = (own.men.high >> 4 & high) | (own.men.low >> 4 & low);
        const Quad right =
            ((own.men.high << 1 & high) | (own.men.low << 1 & low)) & all_lanes(0xeeeeeeeeu);
        const Quad left =
            ((own.men.high >> 1 & high) | (own.men.low >> 1 & low)) & all_lanes(0x77777777u);
        // The lanes of each direction together; then the four directions side by side.
        const Pair upright = reinterpret_cast<Pair>(__builtin_shufflevector(up, down, 0, 4, 1, 5) |
                                                    __builtin_shufflevector(up, down, 2, 6, 3, 7));
        const Pair level = reinterpret_cast<Pair>(__builtin_shufflevector(right, left, 0, 4, 1, 5) |
                                                  __builtin_shufflevector(right, left, 2, 6, 3, 7));
        const Pair both = __builtin_shufflevector(upright, level, 0, 2) |
                          __builtin_shufflevector(upright, level, 1, 3);
        vertical = both[0];
        horizontal = both[1];
        if (own.cannons != 0) {
            Squares others = own.cannons;
            first_cannon = pop_lowest(others);
            jumps = cannon_reach(first_cannon, ~empty) & foe.all;
            if (others != 0) {
                second_cannon = pop_lowest(others);
                jumps |= std::uint64_t{cannon_reach(second_cannon, ~empty) & foe.all} << 32;
            }
        }
    }
};

/// What is the same for both sides of a playout.
struct Common {
    Squares dark;
    Squares empty;
    Quad free;        ///< the empty squares once more, in every lane
    int quiet;        ///< counted towards the playout's limit
    int plies;        ///< played by the playout
    int last_change;  ///< the ply of the last capture or flip
};

enum class Stop : std::uint8_t { GoesOn, NoMove, PlyLimit, NoMen, QuietLimit };

/// The moves drawn from, with the flips before them, as numbers.
struct Numbers {
    unsigned flips;
    unsigned upright;  ///< flips and vertical steps
    unsigned steps;    ///< flips and all steps
    unsigned size;

    [[gnu::always_inline]] Numbers(Squares dark, const Reach& reach)
        : flips(count(dark)),
          upright(flips + count(reach.vertical)),
          steps(upright + count(reach.horizontal)),
          size(steps + count(reach.jumps)) {}

 private:
    static unsigned count(std::uint64_t word) { return static_cast<unsigned>(std::popcount(word)); }
};

/// One action of `own`. It is the other side's turn afterwards, unless there was none to play.
template <bool captures_first, class NthBit>
[[gnu::always_inline]] inline Stop ply(Side& own,
                                       Side& foe,
                                       Colour colour,
                                       Common& common,
                                       Bag& bag,
                                       Rng& rng,
                                       const PlayoutLimits& limits,
                                       int quiet_limit) {
    Reach reach(own, foe, common.empty, common.free);
    Numbers numbers(common.dark, reach);
    if (numbers.size == 0)
        return Stop::NoMove;
    if (common.plies >= limits.plies)
        return Stop::PlyLimit;
    if constexpr (captures_first) {
        const std::uint64_t men = ~(common.empty | std::uint64_t{common.empty} << 32);
        if (((reach.vertical | reach.horizontal) & men) != 0 || reach.jumps != 0) {
            reach.vertical &= men;
            reach.horizontal &= men;
            numbers = Numbers(0, reach);
        }
    }
    const unsigned n = rng.below(numbers.size);
    ++common.plies;
    if (n < numbers.flips) {
        const Squares where = Squares{1} << NthBit()(common.dark, n);
        const Man shown = bag.draw(rng);
        common.dark ^= where;
        // Not one call on either: a side that is pointed to would live in memory.
        if (colour_of(shown) == colour)
            own.show(kind_of(shown), where);
        else
            foe.show(kind_of(shown), where);
        common.quiet = 0;
        common.last_change = common.plies;
        return Stop::GoesOn;
    }
    unsigned from = 0;
    unsigned to = 0;
    if (n < numbers.steps) [[likely]] {
        const bool upright = n < numbers.upright;
        const unsigned at = NthBit()(upright ? reach.vertical : reach.horizontal,
                                     n - (upright ? numbers.flips : numbers.upright));
        to = at & 31u;
        from = upright ? to + (at >> 5) * 8 - 4 : to + (at >> 5) * 2 - 1;
    } else {
        const unsigned at = NthBit()(reach.jumps, n - numbers.steps);
        to = at & 31u;
        from = at >> 5 != 0 ? reach.second_cannon : reach.first_cannon;
    }
    const Squares source = Squares{1} << from;
    const Squares target = Squares{1} << to;
    own.move(source, target);
    if ((foe.all & target) != 0) {
        foe.lose(target);
        common.empty ^= source;
        common.free ^= all_lanes(source);
        common.last_change = common.plies;
        if (foe.all == 0 && !bag.holds(other(colour))) [[unlikely]]
            return Stop::NoMen;
        common.quiet = limits.capture_resets ? 0 : common.quiet + 1;
    } else {
        common.empty ^= source | target;
        common.free ^= all_lanes(source | target);
        ++common.quiet;
    }
    return common.quiet >= quiet_limit ? Stop::QuietLimit : Stop::GoesOn;
}

/// Plays to the end from `start` and leaves the last position there.
template <bool captures_first, class NthBit>
PlayoutEnd play(Board& start, Rng& shared_rng, const PlayoutLimits& shared_limits, int quiet) {
    const PlayoutLimits limits = shared_limits;
    const int quiet_limit = limits.quiet == 0 ? std::numeric_limits<int>::max() : limits.quiet;
    if (no_men(start))
        return {win_for(start.seat_of(other(start.to_move())), Reason::NoMen), 0};
    if (!start.coloured() && limits.plies <= 0)
        return {draw(Reason::PlyLimit), 0};
    Rng rng = shared_rng;
    Bag bag(start);
    Common common{start.dark(), start.empty(), all_lanes(start.empty()), quiet, 0, -start.quiet()};
    if (!start.coloured()) {
        // Nothing but flips, and the first of them says who has which colour.
        const auto n = rng.below(static_cast<std::uint32_t>(std::popcount(start.dark())));
        start.flip(static_cast<Square>(NthBit()(start.dark(), n)), bag.draw(rng));
        common = {start.dark(), 0, all_lanes(0), 0, 1, 1};
    }
    Colour turn = start.to_move();
    Side own(start, turn);
    Side foe(start, other(turn));
    Stop stop = Stop::GoesOn;
    while ((stop = ply<captures_first, NthBit>(own, foe, turn, common, bag, rng, limits,
                                               quiet_limit)) == Stop::GoesOn) {
        own.trade(foe);
        turn = other(turn);
    }
    const bool played = stop == Stop::NoMen || stop == Stop::QuietLimit;
    BoardSets sets;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        sets.men[8 * index(turn) + kind] = own.men.get(kind);
        sets.men[8 * index(other(turn)) + kind] = foe.men.get(kind);
    }
    sets.dark = common.dark;
    sets.dark_left = bag.left();
    sets.quiet = common.plies - common.last_change;
    sets.to_move = played ? other(turn) : turn;
    sets.first = start.colour_of_seat(Seat::First);
    start = Board(sets);
    shared_rng = rng;
    const Outcome outcome = stop == Stop::PlyLimit ? draw(Reason::PlyLimit)
                            : stop == Stop::QuietLimit
                                ? draw(Reason::QuietLimit)
                                : win_for(start.seat_of(other(start.to_move())),
                                          stop == Stop::NoMen ? Reason::NoMen : Reason::NoMove);
    return {outcome, common.plies};
}

}  // namespace nebel::darkchess::lanes
