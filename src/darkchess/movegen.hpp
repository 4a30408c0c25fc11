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

/// Where the side to move can go, as sets of destinations in three words of two halves each: steps
/// up (low half) and down, steps right and left, jumps of the first and the second cannon. The
/// origin of a step follows from its direction. Men of one kind are shifted together, so the cost
/// does not depend on how many there are.
struct Destinations {
    std::uint64_t vertical;
    std::uint64_t horizontal;
    std::uint64_t jumps;
    std::array<Square, 2> cannons{};

    explicit Destinations(const Board& board) : Destinations(board, board.to_move()) {}
    /// As if it were this colour's turn.
    Destinations(const Board& board, Colour side) {
        constexpr Squares kNotA = 0xeeeeeeeeu;
        constexpr Squares kNotD = 0x77777777u;
        const Squares* own = board.row(side);
        const Squares* foe = board.row(other(side));
        const Squares king = own[0], general = own[1], minister = own[2], rook = own[3],
                      knight = own[4], cannon = own[5], pawn = own[6];
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
        vertical =
            join(land([](Squares s) { return s << 4; }), land([](Squares s) { return s >> 4; }));
        horizontal = join(land([](Squares s) { return s << 1; }) & kNotA,
                          land([](Squares s) { return s >> 1; }) & kNotD);
        jumps = 0;
        if (cannon != 0) {
            const Squares foes = g | foe[0];
            const Squares occupied = ~c;
            Squares left = cannon;
            cannons[0] = pop_lowest(left);
            jumps = cannon_reach(cannons[0], occupied) & foes & occupied;
            if (left != 0) {
                cannons[1] = pop_lowest(left);
                jumps = join(static_cast<Squares>(jumps),
                             cannon_reach(cannons[1], occupied) & foes & occupied);
            }
        }
    }

    [[nodiscard]] int count() const {
        return std::popcount(vertical) + std::popcount(horizontal) + std::popcount(jumps);
    }
    [[nodiscard]] bool any() const { return (vertical | horizontal | jumps) != 0; }

    /// The move behind bit n of a word.
    [[nodiscard]] static Action vertical_step(unsigned n) {
        return {static_cast<Square>((n & 31u) + (n >> 5) * 8 - 4), static_cast<Square>(n & 31u)};
    }
    [[nodiscard]] static Action horizontal_step(unsigned n) {
        return {static_cast<Square>((n & 31u) + (n >> 5) * 2 - 1), static_cast<Square>(n & 31u)};
    }
    [[nodiscard]] Action jump(unsigned n) const {
        return {cannons[n >> 5], static_cast<Square>(n & 31u)};
    }

 private:
    static std::uint64_t join(Squares low, Squares high) { return low | std::uint64_t{high} << 32; }
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
