#include "chess/attacks.hpp"

#include "chess/magics.hpp"

#if defined(__x86_64__)
#    include <cpuid.h>
#endif

namespace nebel::chess {

namespace {

constexpr int kBishopSteps[4][2] = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
constexpr int kRookSteps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
// Sum over all squares of 2^(relevant squares): 5,248 for bishops, 102,400 for rooks.
constexpr std::size_t kSlots = 5248 + 102400;

Bitboard walk(Square s, Bitboard occupied, const int (&steps)[4][2]) {
    Bitboard result = 0;
    for (const auto& step : steps) {
        int file = file_of(s) + step[0];
        int rank = rank_of(s) + step[1];
        for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += step[0], rank += step[1]) {
            const Bitboard b = bit(make_square(file, rank));
            result |= b;
            if (occupied & b)
                break;
        }
    }
    return result;
}

Bitboard relevant_occupancy(Square s, const int (&steps)[4][2]) {
    const Bitboard ranks = (rank_bits(0) | rank_bits(7)) & ~rank_bits(rank_of(s));
    const Bitboard files = (file_bits(0) | file_bits(7)) & ~file_bits(file_of(s));
    return walk(s, 0, steps) & ~(ranks | files);
}

detail::LineTables make_lines() {
    detail::LineTables t{};
    for (int i = 0; i < 64; ++i) {
        const auto a = static_cast<Square>(i);
        t.reach[kKnight][a] = knight_attacks(a);
        t.reach[kBishop][a] = walk(a, 0, kBishopSteps);
        t.reach[kRook][a] = walk(a, 0, kRookSteps);
        t.reach[kQueen][a] = t.reach[kBishop][a] | t.reach[kRook][a];
        t.reach[kKing][a] = king_attacks(a);
        for (int j = 0; j < 64; ++j) {
            const auto b = static_cast<Square>(j);
            if (a == b)
                continue;
            for (const auto* steps : {&kBishopSteps, &kRookSteps})
                if (contains(walk(a, 0, *steps), b)) {
                    t.line[a][b] = (walk(a, 0, *steps) & walk(b, 0, *steps)) | bit(a) | bit(b);
                    t.between[a][b] = walk(a, bit(b), *steps) & walk(b, bit(a), *steps);
                }
        }
    }
    return t;
}

}  // namespace

bool pext_exists() {
#if defined(__x86_64__)
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & (1u << 8));
#else
    return false;
#endif
}

bool pext_is_fast() {
#if defined(__x86_64__)
    if (!pext_exists())
        return false;
    unsigned a = 0, b = 0, c = 0, d = 0;
    __get_cpuid(0, &a, &b, &c, &d);
    const bool amd = b == signature_AMD_ebx && c == signature_AMD_ecx && d == signature_AMD_edx;
    __get_cpuid(1, &a, &b, &c, &d);
    const unsigned family = ((a >> 8) & 15) + ((a >> 20) & 255);
    return !amd || family >= 0x19;
#else
    return false;
#endif
}

SliderTables::SliderTables(SliderIndex index)
    : pext_(index == SliderIndex::kPext), storage_(std::make_unique<Bitboard[]>(kSlots)) {
    Bitboard* next = storage_.get();
    const auto fill = [&](detail::SliderSquare& entry, Square s, Bitboard magic,
                          const auto& steps) {
        entry.mask = relevant_occupancy(s, steps);
        entry.magic = magic;
        entry.shift = static_cast<std::uint32_t>(64 - popcount(entry.mask));
        entry.attacks = next;
        Bitboard occupied = 0;
        do {
            const std::size_t slot =
                pext_ ? detail::pext(occupied, entry.mask) : (occupied * magic) >> entry.shift;
            const Bitboard attacks = walk(s, occupied, steps);
            NEBEL_CHECK(next[slot] == 0 || next[slot] == attacks);
            next[slot] = attacks;
            occupied = (occupied - entry.mask) & entry.mask;
        } while (occupied);
        next += std::size_t{1} << popcount(entry.mask);
    };
    for (int s = 0; s < 64; ++s)
        fill(bishop_[s], static_cast<Square>(s), detail::kBishopMagics[s], kBishopSteps);
    for (int s = 0; s < 64; ++s)
        fill(rook_[s], static_cast<Square>(s), detail::kRookMagics[s], kRookSteps);
    NEBEL_CHECK(next == storage_.get() + kSlots);
}

// Lines before sliders before everything else.
[[gnu::init_priority(101)]] const detail::LineTables detail::kLines = make_lines();
[[gnu::init_priority(102)]] const SliderTables kSliders(pext_is_fast() ? SliderIndex::kPext
                                                                       : SliderIndex::kMagic);

Bitboard attacks_of(PieceType type, Square s, Bitboard occupied) {
    switch (type) {
        case kKnight:
            return knight_attacks(s);
        case kBishop:
            return bishop_attacks(s, occupied);
        case kRook:
            return rook_attacks(s, occupied);
        case kQueen:
            return queen_attacks(s, occupied);
        case kKing:
            return king_attacks(s);
        default:
            return 0;
    }
}

}  // namespace nebel::chess
