#pragma once

#include <array>
#include <memory>

#include "chess/bitboard.hpp"

namespace nebel::chess {

namespace detail {

constexpr Bitboard step_attacks(Square s, std::initializer_list<std::pair<int, int>> steps) {
    Bitboard result = 0;
    for (const auto& [df, dr] : steps) {
        const int f = file_of(s) + df;
        const int r = rank_of(s) + dr;
        if (f >= 0 && f < 8 && r >= 0 && r < 8)
            result |= bit(make_square(f, r));
    }
    return result;
}

constexpr std::array<Bitboard, 64> make_knight_table() {
    std::array<Bitboard, 64> t{};
    for (int s = 0; s < 64; ++s)
        t[s] =
            step_attacks(static_cast<Square>(s),
                         {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}});
    return t;
}
constexpr std::array<Bitboard, 64> make_king_table() {
    std::array<Bitboard, 64> t{};
    for (int s = 0; s < 64; ++s)
        t[s] = step_attacks(static_cast<Square>(s),
                            {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}});
    return t;
}
constexpr std::array<std::array<Bitboard, 64>, 2> make_pawn_table() {
    std::array<std::array<Bitboard, 64>, 2> t{};
    for (int s = 0; s < 64; ++s) {
        t[kWhite][s] = step_attacks(static_cast<Square>(s), {{1, 1}, {-1, 1}});
        t[kBlack][s] = step_attacks(static_cast<Square>(s), {{1, -1}, {-1, -1}});
    }
    return t;
}

inline constexpr auto kKnightTable = make_knight_table();
inline constexpr auto kKingTable = make_king_table();
inline constexpr auto kPawnTable = make_pawn_table();

/// Squares strictly between two aligned squares, the whole line through them, and what a man of
/// each type but pawns attacks on an empty board.
struct LineTables {
    Bitboard between[64][64];
    Bitboard line[64][64];
    Bitboard reach[7][64];
};
extern const LineTables kLines;

/// One slider on one square: which occupancy matters and where its answers are stored.
struct SliderSquare {
    Bitboard mask;
    Bitboard magic;
    const Bitboard* attacks;
    std::uint32_t shift;
};

#if defined(__x86_64__)
inline std::uint64_t pext(std::uint64_t value, std::uint64_t mask) {
    std::uint64_t result;
    asm("pextq %2, %1, %0" : "=r"(result) : "r"(value), "r"(mask));
    return result;
}
#else
inline std::uint64_t pext(std::uint64_t, std::uint64_t) {
    return 0;
}
#endif

}  // namespace detail

/// How a slider's table is indexed: a multiplication works everywhere, PEXT is quicker where the
/// processor has it in hardware.
enum class SliderIndex { kMagic, kPext };

/// True on processors with a quick PEXT (Intel since Haswell, AMD since family 19h).
bool pext_is_fast();
/// True where the instruction exists at all.
bool pext_exists();

/// Attack tables of bishop and rook for one way of indexing. The program uses one global instance;
/// tests build both and compare.
class SliderTables {
 public:
    explicit SliderTables(SliderIndex index);
    [[nodiscard]] SliderIndex index() const {
        return pext_ ? SliderIndex::kPext : SliderIndex::kMagic;
    }
    [[nodiscard]] Bitboard bishop(Square s, Bitboard occupied) const {
        return lookup(bishop_[s], occupied);
    }
    [[nodiscard]] Bitboard rook(Square s, Bitboard occupied) const {
        return lookup(rook_[s], occupied);
    }

 private:
    [[nodiscard]] Bitboard lookup(const detail::SliderSquare& e, Bitboard occupied) const {
        if (pext_)
            return e.attacks[detail::pext(occupied, e.mask)];
        return e.attacks[((occupied & e.mask) * e.magic) >> e.shift];
    }

    bool pext_;
    detail::SliderSquare bishop_[64];
    detail::SliderSquare rook_[64];
    std::unique_ptr<Bitboard[]> storage_;
};

/// Built before other static objects, so initialisers elsewhere may already play chess.
extern const SliderTables kSliders;

constexpr Bitboard knight_attacks(Square s) {
    return detail::kKnightTable[s];
}
constexpr Bitboard king_attacks(Square s) {
    return detail::kKingTable[s];
}
/// Squares a pawn of colour c on s attacks.
constexpr Bitboard pawn_attacks(Colour c, Square s) {
    return detail::kPawnTable[c][s];
}
/// Squares attacked by a whole set of pawns.
template <Colour C>
constexpr Bitboard pawn_set_attacks(Bitboard pawns) {
    return C == kWhite ? shift<9>(pawns) | shift<7>(pawns) : shift<-7>(pawns) | shift<-9>(pawns);
}

/// Sliding attacks stop at, and include, the first occupied square: mask with the board and the
/// own men. `occupied` should contain the wall of a small board.
inline Bitboard bishop_attacks(Square s, Bitboard occupied) {
    return kSliders.bishop(s, occupied);
}
inline Bitboard rook_attacks(Square s, Bitboard occupied) {
    return kSliders.rook(s, occupied);
}
inline Bitboard queen_attacks(Square s, Bitboard occupied) {
    return bishop_attacks(s, occupied) | rook_attacks(s, occupied);
}
/// Attacks of any man but a pawn.
Bitboard attacks_of(PieceType type, Square s, Bitboard occupied);

/// Squares strictly between a and b; empty when they are not on one rank, file or diagonal.
inline Bitboard between(Square a, Square b) {
    return detail::kLines.between[a][b];
}
/// The whole rank, file or diagonal through a and b, both included; empty when there is none.
inline Bitboard line(Square a, Square b) {
    return detail::kLines.line[a][b];
}
/// What any man but a pawn attacks on an empty board: more than anywhere else.
inline Bitboard reach_on_empty(PieceType type, Square s) {
    return detail::kLines.reach[type][s];
}
inline bool aligned(Square a, Square b, Square c) {
    return contains(line(a, b), c);
}

}  // namespace nebel::chess
