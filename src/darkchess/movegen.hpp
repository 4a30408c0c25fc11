#pragma once

#include <array>

#include "core/inline_vec.hpp"
#include "darkchess/board.hpp"
#include "darkchess/cannon.hpp"

// The legal actions of the side to move.
namespace nebel::darkchess {

/// 16 men of four steps each, two cannons of four jumps each, 16 dark squares: more than any
/// position has.
inline constexpr std::size_t kMaxActions = 96;

using Actions = InlineVec<Action, kMaxActions>;

/// Where the side to move can go, as sets of destinations: one set for each direction of a step
/// (the origin follows from the destination) and one for each cannon's jumps. Men of one kind are
/// shifted together, so the cost does not depend on how many there are.
struct Destinations {
    enum Direction : std::uint8_t { Up, Down, Right, Left };
    static constexpr std::array<int, 4> kOffsets{4, -4, 1, -1};

    std::array<Squares, 4> steps;  ///< by direction, captures included
    std::array<Squares, 2> jumps;  ///< of the men in `cannons`
    std::array<Square, 2> cannons;

    explicit Destinations(const Board& board) {
        constexpr Squares kNotA = 0xeeeeeeeeu;
        constexpr Squares kNotD = 0x77777777u;
        const Squares* own = board.row(board.to_move());
        const Squares* foe = board.row(other(board.to_move()));
        const auto [king, general, minister, rook, knight, cannon, pawn] =
            std::array<Squares, 7>{own[0], own[1], own[2], own[3], own[4], own[5], own[6]};
        // What each kind may step on, from the weakest up.
        const Squares c = board.empty();
        const Squares p = c | foe[6] | foe[0];
        const Squares n = c | foe[6] | foe[5] | foe[4];
        const Squares r = n | foe[3];
        const Squares m = r | foe[2];
        const Squares g = m | foe[1];
        const Squares k = (g & ~foe[6]) | foe[0];
        const auto land = [&](auto shift) {
            return (shift(king) & k) | (shift(general) & g) | (shift(minister) & m) |
                   (shift(rook) & r) | (shift(knight) & n) | (shift(cannon) & c) |
                   (shift(pawn) & p);
        };
        steps[Up] = land([](Squares s) { return s << 4; });
        steps[Down] = land([](Squares s) { return s >> 4; });
        steps[Right] = land([](Squares s) { return s << 1; }) & kNotA;
        steps[Left] = land([](Squares s) { return s >> 1; }) & kNotD;

        jumps = {0, 0};
        cannons = {0, 0};
        if (cannon != 0) {
            const Squares foes = foe[0] | foe[1] | foe[2] | foe[3] | foe[4] | foe[5] | foe[6];
            Squares left = cannon;
            for (std::size_t i = 0; left != 0; ++i) {
                cannons[i] = pop_lowest(left);
                jumps[i] = cannon_reach(cannons[i], ~c) & foes;
            }
        }
    }

    [[nodiscard]] int count() const {
        int total = 0;
        for (const Squares s : steps)
            total += std::popcount(s);
        return total + std::popcount(jumps[0]) + std::popcount(jumps[1]);
    }
    [[nodiscard]] bool any() const {
        return (steps[0] | steps[1] | steps[2] | steps[3] | jumps[0] | jumps[1]) != 0;
    }
};

/// Appends every legal action, flips first, then moves; nothing when the side to move has lost.
void generate(const Board& board, Actions& actions);

/// How many actions `generate` lists.
int count_actions(const Board& board);

/// Whether the side to move has no man left, dark ones counted: it has lost.
inline bool no_men(const Board& board) {
    return board.alive(board.to_move()) == 0;
}
/// Whether the side to move can neither flip nor move: it has lost.
bool no_move(const Board& board);

/// Empty when the side to move may do this; otherwise the reason, one line of static text.
std::string_view why_illegal(const Board& board, Action action);

}  // namespace nebel::darkchess
