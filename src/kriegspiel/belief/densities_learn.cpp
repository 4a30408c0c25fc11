#include <algorithm>
#include <cmath>

#include "kriegspiel/belief/densities_attacks.hpp"
#include "kriegspiel/belief/densities_model.hpp"
#include "kriegspiel/belief/densities_query.hpp"
#include "kriegspiel/belief/densities_rays.hpp"

// The first set of assumptions: what each announcement teaches of where the enemy's men stand. All
// are Bayes' rule on the squares one by one, as if they did not depend on each other.
namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::contains;
using chess::Square;
using chess::Squares;
using rays::kRays;

namespace {

constexpr float kNothing = 1e-5F;
constexpr float kSure = 0.97F;  ///< as certain as an inference over several squares may become
constexpr float kMaybePinned = 0.03F;  ///< what "no pawn capture" leaves of a pawn that could take

// Bayes' factor for a man that would alone explain an observation with chance `alone`, when it was
// to be expected with chance `expected`.
float support(float alone, float expected) {
    return (alone + (1 - alone) * expected) / expected;
}

}  // namespace

void DensityModel::learn_given_check(std::uint8_t kinds, Square from, Square to) {
    const auto& shape = own_.shape();
    const Bitboard beside = chess::king_attacks(own_.king());
    king_may_ &= ~beside;
    Map chance;
    chance.fill(1);
    if (kinds == 0) {
        // Only the man that moved and the lines it opened bring news; the others were heard before.
        const auto miss = [&](Square s, float free) { chance[s] *= 1 - free; };
        each_attacked(maps_, own_, to, miss);
        for (const Square s : Squares(own_.all() & ~bit(to)))
            if (rays::slides_of(own_.on(s)).last > 0 && contains(chess::line(s, from), from))
                each_attacked(maps_, own_, s, [&](Square x, float free) {
                    if (contains(chess::between(s, x), from))
                        chance[x] *= 1 - free;
                });
    } else {
        for (const CheckKind kind : kCheckKinds) {
            if ((kinds & kind) == 0)
                continue;
            Map miss;
            miss.fill(1);
            for (const Square s : Squares(own_.all()))
                each_attacked(maps_, own_, s, [&](Square x, float free) {
                    const auto said = own_.on(s) == chess::kKnight
                                          ? static_cast<std::uint8_t>(kKnightCheck)
                                          : rays::line_kind(shape, x, s);
                    // The man that moved, or the one it uncovered, is the likely checker.
                    const bool fresh = s == to || contains(chess::between(s, x), from);
                    if (said == kind)
                        miss[x] *= 1 - free * (fresh ? 1.0F : 0.05F);
                });
            for (int s = 0; s < 64; ++s)
                chance[s] *= 1 - miss[s];
        }
        Bitboard likely = 0;
        for (int s = 0; s < 64; ++s)
            if (chance[s] > 0)
                likely |= bit(static_cast<Square>(s));
        if ((likely & open_squares() & ~emptied_ & ~beside) != 0)
            king_may_ &= likely;
    }
    float left = 0;
    for (const Square s : Squares(king_may_))
        left += maps_.king[s] * chance[s];
    // An announcement that the map thought impossible still tells where the king can be.
    for (int s = 0; s < 64; ++s)
        maps_.king[s] = left > kNothing ? maps_.king[s] * chance[s] : chance[s];
}

void DensityModel::learn_own_king_moved() {
    const Square king = own_.king();
    for (const Square s : Squares(chess::knight_attacks(king)))
        maps_.piece[s] *= 1 - kKnightShare;
    for (const auto& ray : kRays[king]) {
        float free = 1;
        for (const auto x : ray) {
            const auto s = static_cast<Square>(x);
            if (contains(own_.blockers(), s))
                break;
            const float empty = maps_.empty(s);
            maps_.piece[s] *= 1 - kLineShare * free;
            free *= empty;
        }
    }
}

void DensityModel::learn_no_pawn_check(std::uint8_t kinds) {
    for (const Square s : Squares(chess::pawn_attacks(own_.colour(), own_.king())))
        if ((kinds & rays::line_kind(own_.shape(), own_.king(), s)) == 0)
            maps_.pawn[s] = 0;
    king_may_ &= ~chess::king_attacks(own_.king());
}

void DensityModel::learn_enemy_pawn_captures(const Said& said) {
    const bool told = said.pawn_count >= 0 || said.pawn_any >= 0 || said.pawn_squares_told;
    if (!told || pawns_ <= 0)
        return;
    const Bitboard prey = own_.all() & ~own_.of(chess::kKing);
    const bool none = said.pawn_count == 0 || said.pawn_any == 0 ||
                      (said.pawn_squares_told && said.pawn_squares == 0);
    if (none && said.kinds != 0)
        return;  // the check may forbid what is there
    const bool can_pin =
        (own_.of(chess::kBishop) | own_.of(chess::kRook) | own_.of(chess::kQueen)) != 0;
    float expected = 0;
    float miss = 1;
    std::array<std::uint8_t, 64> captures{};
    for (const Square s : Squares(pawn_may_ & open_squares())) {
        int count = chess::popcount(chess::pawn_attacks(enemy(), s) & prey);
        if (double_step_ != chess::kNoSquare && chess::rank_of(s) == chess::rank_of(double_step_) &&
            std::abs(s - double_step_) == 1)
            ++count;
        captures[s] = static_cast<std::uint8_t>(count);
        expected += maps_.pawn[s] * static_cast<float>(count);
        if (count > 0)
            miss *= 1 - maps_.pawn[s];
    }
    const float wanted = said.pawn_count >= 0 ? static_cast<float>(said.pawn_count) : expected;
    for (const Square s : Squares(pawn_may_ & open_squares())) {
        if (captures[s] == 0)
            continue;
        float& here = maps_.pawn[s];
        if (none)
            here *= can_pin ? kMaybePinned : 0;
        else if (said.pawn_squares_told)
            here = contains(said.pawn_squares, s) ? 1.0F : here * kMaybePinned;
        else if (expected < kNothing)
            here = 0.5F;
        else if (said.pawn_count >= 0)
            here = std::min(kSure, here * wanted / expected);
        else
            here = std::min(kSure, here / std::max(kNothing, 1 - miss));
    }
}

void DensityModel::learn_own_pawn_captures(const Said& said) {
    const bool told = said.pawn_count >= 0 || said.pawn_any >= 0 || said.pawn_squares_told;
    if (!told)
        return;
    const Bitboard open = open_squares();
    const bool none = said.pawn_count == 0 || said.pawn_any == 0;
    if (said.kinds != 0)
        return;         // the check may forbid what is there
    Bitboard meet = 0;  // where a told capture may land
    for (const Square pawn : Squares(own_.of(chess::kPawn))) {
        const Bitboard targets = chess::pawn_attacks(own_.colour(), pawn) & open;
        const bool can = !none && (!said.pawn_squares_told || contains(said.pawn_squares, pawn));
        if (can) {
            meet |= targets;
            continue;
        }
        // It cannot take: nothing stands there, unless a pin forbids.
        for (const Square s : Squares(targets)) {
            const float pin = pin_chance(maps_, own_, pawn, s);
            if (pin < kNothing)
                clear(bit(s));
            maps_.pawn[s] *= pin;
            maps_.piece[s] *= pin;
        }
    }
    meet &= ~emptied_;
    float expected = 0;
    float miss = 1;
    for (const Square s : Squares(meet)) {
        const int takers = chess::popcount(chess::pawn_attacks(enemy(), s) & own_.of(chess::kPawn));
        expected += (maps_.pawn[s] + maps_.piece[s]) * static_cast<float>(takers);
        miss *= 1 - maps_.pawn[s] - maps_.piece[s];
    }
    for (const Square s : Squares(meet)) {
        float factor = 1;
        const float here = maps_.pawn[s] + maps_.piece[s];
        if (expected < kNothing) {
            (contains(pawn_may_, s) ? maps_.pawn : maps_.piece)[s] = 0.3F;
            continue;
        }
        if (said.pawn_count >= 0)
            factor = static_cast<float>(said.pawn_count) / expected;
        else
            factor = 1 / std::max(kNothing, 1 - miss);
        factor = std::min(factor, here > kNothing ? kSure / here : 1.0F);
        maps_.pawn[s] *= factor;
        maps_.piece[s] *= factor;
    }
    held_ |= meet;
}

void DensityModel::learn_suffered_check(std::uint8_t kinds, const DensityMaps& before) {
    constexpr float kStood = 0.25F;  // a man that stood there and was uncovered
    const Square king = own_.king();
    const auto arrived = [](float now, float then) {
        return std::max(0.0F, now - then) + kStood * now + kNothing;
    };
    for (const CheckKind kind : kCheckKinds) {
        if ((kinds & kind) == 0)
            continue;
        Map piece{};
        Map pawn{};
        float sum = 0;
        if (kind == kKnightCheck) {
            for (const Square s : Squares(chess::knight_attacks(king) & open_squares()))
                sum += piece[s] = arrived(maps_.piece[s], before.piece[s]);
        } else {
            for (const auto& ray : kRays[king]) {
                if (ray.length == 0 ||
                    rays::line_kind(own_.shape(), king, static_cast<Square>(ray.square[0])) != kind)
                    continue;
                float free = 1;
                for (const auto x : ray) {
                    const auto s = static_cast<Square>(x);
                    if (contains(own_.blockers(), s))
                        break;
                    sum += piece[s] = free * arrived(maps_.piece[s], before.piece[s]);
                    free *= maps_.empty(s);
                }
            }
            if (kind == kLongCheck || kind == kShortCheck)
                for (const Square s :
                     Squares(chess::pawn_attacks(own_.colour(), king) & pawn_may_ & open_squares()))
                    if (rays::line_kind(own_.shape(), king, s) == kind)
                        sum += pawn[s] = arrived(maps_.pawn[s], before.pawn[s]);
        }
        if (sum <= 0)
            continue;
        for (int s = 0; s < 64; ++s) {
            maps_.piece[s] += (1 - maps_.piece[s]) * piece[s] / sum;
            maps_.pawn[s] += (1 - maps_.pawn[s]) * pawn[s] / sum;
            if (piece[s] + pawn[s] > 0)
                held_ |= bit(static_cast<Square>(s));
        }
    }
}

void DensityModel::learn_attacked(Square square) {
    const float expected = std::max(0.02F, 1 - std::exp(-control(maps_, own_, square)));
    for (const Square s : Squares(chess::king_attacks(square)))
        maps_.king[s] *= support(1, expected);
    for (const Square s : Squares(chess::pawn_attacks(own_.colour(), square)))
        maps_.pawn[s] = std::min(kSure, maps_.pawn[s] * support(1, expected));
    for (const Square s : Squares(chess::knight_attacks(square)))
        maps_.piece[s] = std::min(kSure, maps_.piece[s] * support(kKnightShare, expected));
    for (const auto& ray : kRays[square]) {
        float free = 1;
        for (const auto x : ray) {
            const auto s = static_cast<Square>(x);
            if (contains(own_.blockers(), s))
                break;
            const float empty = maps_.empty(s);
            maps_.piece[s] = std::min(kSure, maps_.piece[s] * support(kLineShare * free, expected));
            free *= empty;
        }
    }
}

// The man on `from` is pinned with this chance (1: nothing else explains the refusal).
void DensityModel::learn_pinned(Square from, float chance) {
    const Square king = own_.king();
    const Bitboard line = chess::line(king, from);
    if (line == 0 || chance <= 0)
        return;
    float sum = 0;
    Map weight{};
    for (const auto& ray : kRays[from]) {
        if (ray.length == 0)
            continue;
        const auto first = static_cast<Square>(ray.square[0]);
        if (!contains(line, first) || first == king || contains(chess::between(king, from), first))
            continue;
        float free = 1;
        for (const auto x : ray) {
            const auto s = static_cast<Square>(x);
            if (contains(own_.blockers(), s))
                break;
            sum += weight[s] = free * (maps_.piece[s] + kNothing);
            free *= maps_.empty(s);
        }
    }
    if (sum <= 0)
        return;
    for (int s = 0; s < 64; ++s)
        maps_.piece[s] += (1 - maps_.piece[s]) * chance * weight[s] / sum;
    if (chance >= 1)
        clear(chess::between(king, from));
}

// A slide or a pawn's step failed: something stands on its way, or a pin forbids it.
void DensityModel::learn_blocked(Bitboard path, Square from, Square to) {
    float free = 1;
    for (const Square s : Squares(path))
        free *= maps_.empty(s);
    const float pin = pin_chance(maps_, own_, from, to);
    const float expected = 1 - free * (1 - pin);
    if (expected < kNothing) {
        for (const Square s : Squares(path & ~emptied_))
            maps_.piece[s] = 1.0F / static_cast<float>(chess::popcount(path));
        held_ |= path & ~emptied_;
        return;
    }
    if (path == 0) {
        learn_pinned(from, 1);
        return;
    }
    for (const Square s : Squares(path)) {
        const float here = maps_.man(s);
        const float factor = here > 0 ? std::min(1 / here, 1 / expected) : 1;
        maps_.king[s] *= factor;
        maps_.pawn[s] *= factor;
        maps_.piece[s] *= factor;
    }
    held_ |= path;
    learn_pinned(from, free * pin / expected);
}

// The opponent did not take back where we had just taken: the square is likely not in its power.
void DensityModel::learn_not_retaken() {
    if (taken_at_ == chess::kNoSquare)
        return;
    constexpr float kTakesBack = 0.5F;
    for (const Square s : Squares(chess::pawn_attacks(own_.colour(), taken_at_)))
        maps_.pawn[s] *= 1 - kTakesBack;
    for (const Square s : Squares(chess::knight_attacks(taken_at_)))
        maps_.piece[s] *= 1 - kTakesBack * kKnightShare;
    for (const auto& ray : kRays[taken_at_]) {
        float free = 1;
        for (const auto x : ray) {
            const auto s = static_cast<Square>(x);
            if (contains(own_.blockers(), s))
                break;
            const float empty = maps_.empty(s);
            maps_.piece[s] *= 1 - kTakesBack * kLineShare * free;
            free *= empty;
        }
    }
}

}  // namespace nebel::kriegspiel
