#include "kriegspiel/belief/densities_query.hpp"

#include <cmath>

#include "kriegspiel/belief/densities_rays.hpp"
#include "kriegspiel/turn.hpp"

namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::contains;
using chess::Square;
using rays::kDirections;
using rays::kRays;

namespace {

constexpr float kPinShare = 0.45F;
constexpr float kProtectionLine = 0.6F;
constexpr float kProtectionKnight = 0.2F;
constexpr float kProtectionPawn = 2.0F;

float sum_over(const std::array<float, 64>& map, Bitboard squares) {
    float sum = 0;
    for (const Square s : chess::Squares(squares))
        sum += map[s];
    return sum;
}

float path_empty(const DensityMaps& maps, Bitboard path) {
    float free = 1;
    for (const Square s : chess::Squares(path))
        free *= maps.empty(s);
    return free;
}

// Pieces seen along the eight lines of a square, each weighed by how free the way to it is.
float pieces_in_sight(const DensityMaps& maps, Bitboard blockers, Square square) {
    float sum = 0;
    for (const auto& ray : kRays[square]) {
        float free = 1;
        for (const auto x : ray) {
            const auto s = static_cast<Square>(x);
            if (contains(blockers, s))
                break;
            sum += free * maps.piece[s];
            free *= maps.empty(s);
        }
    }
    return sum;
}

float safety(const DensityMaps& maps, const OwnMen& own, Square square) {
    return std::exp(-control(maps, own, square));
}

// In check: the chance that stepping to `to` takes the man that checks or comes between.
float answers(const DensityMaps& maps, const OwnMen& own, Square to, std::uint8_t kinds) {
    if ((kinds & (kinds - 1)) != 0)
        return 0;
    const Square king = own.king();
    if (kinds == kKnightCheck) {
        const float all = sum_over(maps.piece, chess::knight_attacks(king) & ~own.all());
        return contains(chess::knight_attacks(king), to) && all > 0 ? maps.piece[to] / all : 0;
    }
    float all = 0;
    float met = 0;
    for (const auto& ray : kRays[king]) {
        if (ray.length == 0 ||
            rays::line_kind(own.shape(), king, static_cast<Square>(ray.square[0])) != kinds)
            continue;
        float free = 1;
        bool passed = false;
        for (const auto x : ray) {
            const auto s = static_cast<Square>(x);
            if (contains(own.blockers(), s))
                break;
            passed |= s == to;
            const float here = free * (maps.piece[s] + maps.pawn[s]);
            all += here;
            if (passed)
                met += here;
            free *= maps.empty(s);
        }
    }
    return all > 0 ? met / all : 0;
}

}  // namespace

float control(const DensityMaps& maps, const OwnMen& own, Square square) {
    return sum_over(maps.king, chess::king_attacks(square)) + pawn_threat(maps, own, square) +
           kKnightShare * sum_over(maps.piece, chess::knight_attacks(square)) +
           kLineShare * pieces_in_sight(maps, own.blockers(), square);
}

std::array<float, 64> control_map(const DensityMaps& maps, const OwnMen& own) {
    // Along each direction: what a square sees is what its neighbour holds and, as far as that is
    // empty, what its neighbour sees.
    std::array<float, 64> sight{};
    std::array<float, 64> open{};  // emptiness, 0 behind own men and the wall
    std::array<float, 64> held{};
    const Bitboard blockers = own.blockers();
    for (int s = 0; s < 64; ++s) {
        const auto square = static_cast<Square>(s);
        const bool blocked = contains(blockers, square);
        open[s] = blocked ? 0 : maps.empty(square);
        held[s] = blocked ? 0 : maps.piece[s];
    }
    for (const auto& step : rays::kSteps) {
        std::array<float, 64> seen{};
        const int delta = step[1] * 8 + step[0];
        for (int i = 0; i < 64; ++i) {
            const int s = delta > 0 ? 63 - i : i;
            const int file = s % 8 + step[0];
            const int rank = s / 8 + step[1];
            if (file < 0 || file > 7 || rank < 0 || rank > 7)
                continue;
            const int next = s + delta;
            seen[s] = held[next] + open[next] * seen[next];
            sight[s] += seen[s];
        }
    }
    std::array<float, 64> result{};
    for (const Square s : chess::Squares(own.shape().mask))
        result[s] = sum_over(maps.king, chess::king_attacks(s)) + pawn_threat(maps, own, s) +
                    kKnightShare * sum_over(maps.piece, chess::knight_attacks(s)) +
                    kLineShare * sight[s];
    return result;
}

float protection(const DensityMaps& maps, const OwnMen& own, Square square) {
    return kProtectionPawn * pawn_threat(maps, own, square) +
           kProtectionKnight * sum_over(maps.piece, chess::knight_attacks(square)) +
           kProtectionLine * pieces_in_sight(maps, own.blockers(), square);
}

float pin_chance(const DensityMaps& maps, const OwnMen& own, Square from, Square to) {
    if (!own.has_king() || from == own.king())
        return 0;
    const Square king = own.king();
    const Bitboard line = chess::line(king, from);
    if (line == 0 || contains(line, to) || (chess::between(king, from) & own.all()) != 0)
        return 0;
    float free = path_empty(maps, chess::between(king, from));
    float sum = 0;
    for (const auto& ray : kRays[from]) {
        if (ray.length == 0)
            continue;
        const auto first = static_cast<Square>(ray.square[0]);
        // The one ray that leads away from the king.
        if (!contains(line, first) || first == king || contains(chess::between(king, from), first))
            continue;
        for (const auto x : ray) {
            const auto s = static_cast<Square>(x);
            if (contains(own.blockers(), s))
                break;
            sum += free * maps.piece[s];
            free *= maps.empty(s);
        }
    }
    return std::min(1.0F, kPinShare * sum);
}

float legality(const DensityMaps& maps,
               const OwnMen& own,
               const Action& action,
               std::uint8_t kinds) {
    if (action.is_any())
        return 1;
    const auto [from, to] = std::pair(action.from, action.to);
    const Bitboard path = chess::between(from, to);
    const auto type = own.on(from);
    if (type == chess::kKing) {
        if (path == 0 || chess::rank_of(from) != chess::rank_of(to))
            return safety(maps, own, to);
        const int corner = to > from ? own.shape().width - 1 : 0;
        const Square rook = chess::make_square(corner, chess::rank_of(from));
        return path_empty(maps, chess::between(from, rook)) * safety(maps, own, chess::lsb(path)) *
               safety(maps, own, to);
    }
    float chance = 1;
    if (type == chess::kPawn)
        chance = is_pawn_capture_try(own, action) ? maps.pawn[to] + maps.piece[to]
                                                  : path_empty(maps, path | bit(to));
    else if (type != chess::kKnight)
        chance = path_empty(maps, path);
    if (kinds != 0)
        chance *= answers(maps, own, to, kinds);
    return chance * (1 - pin_chance(maps, own, from, to));
}

CaptureChance capture_chance(const DensityMaps& maps, const OwnMen& own, const Action& action) {
    if (action.is_any())
        return {};
    const Square to = action.to;
    if (own.on(action.from) != chess::kPawn)
        return {maps.pawn[to], maps.piece[to]};
    const float both = maps.pawn[to] + maps.piece[to];
    if (!is_pawn_capture_try(own, action))
        return {};
    return both > 0 ? CaptureChance{maps.pawn[to] / both, maps.piece[to] / both}
                    : CaptureChance{1, 0};
}

float check_chance(const DensityMaps& maps, const OwnMen& own, const Action& action) {
    if (action.is_any())
        return 0;
    const auto type = action.promotion != chess::kNoType ? action.promotion : own.on(action.from);
    if (type == chess::kKnight)
        return sum_over(maps.king, chess::knight_attacks(action.to));
    if (type == chess::kPawn)
        return sum_over(maps.king, chess::pawn_attacks(own.colour(), action.to));
    const Bitboard blockers = own.blockers() & ~bit(action.from);
    const auto slides = rays::slides_of(type);
    float sum = 0;
    for (int d = slides.first; d < slides.last; ++d) {
        float free = 1;
        for (const auto x : kRays[action.to][d]) {
            const auto s = static_cast<Square>(x);
            if (contains(blockers, s))
                break;
            sum += free * maps.king[s];
            free *= std::max(0.0F, 1 - maps.pawn[s] - maps.piece[s]);
        }
    }
    return std::min(1.0F, sum);
}

float pawn_threat(const DensityMaps& maps, const OwnMen& own, Square square) {
    return sum_over(maps.pawn, chess::pawn_attacks(own.colour(), square));
}

std::array<float, 64> capture_risks(const DensityMaps& maps, const OwnMen& own, float total) {
    auto risks = control_map(maps, own);
    const Bitboard exposed = own.all() & ~own.of(chess::kKing);
    float sum = 0;
    for (int s = 0; s < 64; ++s) {
        if (!contains(exposed, static_cast<Square>(s)))
            risks[s] = 0;
        sum += risks[s];
    }
    const float factor = sum > total ? total / sum : 1;
    for (auto& risk : risks)
        risk *= factor;
    return risks;
}

float retaliation(const DensityMaps& maps, const OwnMen& own, Square square, int exchanges) {
    if (exchanges <= 0)
        return 1;
    return std::ldexp(std::min(1.0F, control(maps, own, square)), -exchanges);
}

}  // namespace nebel::kriegspiel
