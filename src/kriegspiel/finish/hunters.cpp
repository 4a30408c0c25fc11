#include "kriegspiel/finish/hunters.hpp"

#include "kriegspiel/turn.hpp"

namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::Square;
using chess::Squares;

namespace {

constexpr Bitboard rising_through(Square s) {
    Bitboard result = bit(s);
    for (int i = 0; i < 7; ++i)
        result |= chess::shift<9>(result) | chess::shift<-9>(result);
    return result;
}

constexpr Bitboard falling_through(Square s) {
    Bitboard result = bit(s);
    for (int i = 0; i < 7; ++i)
        result |= chess::shift<7>(result) | chess::shift<-7>(result);
    return result;
}

struct Diagonals {
    Bitboard rising[64];
    Bitboard falling[64];
    constexpr Diagonals() : rising{}, falling{} {
        for (int s = 0; s < 64; ++s) {
            rising[s] = rising_through(static_cast<Square>(s));
            falling[s] = falling_through(static_cast<Square>(s));
        }
    }
};
constexpr Diagonals kDiagonals;

}  // namespace

Hunters::Hunters(const OwnMen& men)
    : shape(&men.shape()), all(men.all()), king(men.king()), colour(men.colour()) {
    for (const auto type :
         {chess::kPawn, chess::kKnight, chess::kBishop, chess::kRook, chess::kQueen, chess::kKing})
        of[type] = men.of(type);
}

chess::PieceType Hunters::on(Square s) const {
    for (int type = chess::kPawn; type <= chess::kKing; ++type)
        if (chess::contains(of[type], s))
            return static_cast<chess::PieceType>(type);
    return chess::kNoType;
}

void Hunters::move(const Action& action) {
    const auto type = on(action.from);
    of[type] &= ~bit(action.from);
    of[action.promotion == chess::kNoType ? type : action.promotion] |= bit(action.to);
    all = (all & ~bit(action.from)) | bit(action.to);
    if (type == chess::kKing)
        king = action.to;
}

void Hunters::lose(Square s) {
    for (auto& set : of)
        set &= ~bit(s);
    all &= ~bit(s);
}

Attacks Hunters::attacks(Bitboard fixed) const {
    const Bitboard blockers = all | shape->wall | fixed;
    Attacks result;
    for (const Square s : Squares(of[chess::kRook] | of[chess::kQueen])) {
        const Bitboard lines = chess::rook_attacks(s, blockers);
        const Bitboard row = chess::rank_bits(chess::rank_of(s));
        result.rank |= lines & row;
        result.file |= lines & ~row;
    }
    for (const Square s : Squares(of[chess::kBishop] | of[chess::kQueen])) {
        const Bitboard lines = chess::bishop_attacks(s, blockers);
        result.rising |= lines & kDiagonals.rising[s];
        result.falling |= lines & kDiagonals.falling[s];
    }
    const Bitboard pawns = of[chess::kPawn];
    if (pawns) {
        const bool white = colour == chess::kWhite;
        result.rising |= white ? chess::shift<9>(pawns) : chess::shift<-9>(pawns);
        result.falling |= white ? chess::shift<7>(pawns) : chess::shift<-7>(pawns);
    }
    for (const Square s : Squares(of[chess::kKnight]))
        result.knight |= chess::knight_attacks(s);
    result.all = result.rank | result.file | result.rising | result.falling | result.knight |
                 chess::king_attacks(king);
    return result;
}

bool Hunters::suffice() const {
    if (of[chess::kPawn] | of[chess::kRook] | of[chess::kQueen])
        return true;
    const Bitboard bishops = of[chess::kBishop];
    if (bishops & chess::kLightSquares && bishops & chess::kDarkSquares)
        return true;
    const int knights = chess::popcount(of[chess::kKnight]);
    return knights >= 3 || (bishops && knights >= 1);
}

std::uint64_t Hunters::key() const {
    std::uint64_t hash = 0x9e3779b97f4a7c15ULL;
    for (int type = chess::kPawn; type <= chess::kKing; ++type) {
        hash ^= of[type] + static_cast<std::uint64_t>(type);
        hash *= 0xff51afd7ed558ccdULL;
        hash ^= hash >> 32;
    }
    return hash;
}

void list_tries(const Hunters& men, HuntTries& tries) {
    const Bitboard free = men.shape->mask & ~men.all;
    const Bitboard blockers = men.all | men.shape->wall;
    const auto add = [&](Square from, Bitboard targets) {
        for (const Square to : Squares(targets & free))
            tries.push_back({from, to, chess::kNoType});
    };
    for (const auto type : {chess::kQueen, chess::kRook, chess::kBishop, chess::kKnight})
        for (const Square s : Squares(men.of[type]))
            add(s, chess::attacks_of(type, s, blockers));
    add(men.king, chess::king_attacks(men.king));
    const int step = chess::forward(men.colour);
    for (const Square s : Squares(men.of[chess::kPawn])) {
        const Square one = chess::offset(s, step);
        if (!chess::contains(free, one))
            continue;
        if (chess::contains(men.shape->promotion[men.colour], one)) {
            for (const auto piece : {chess::kQueen, chess::kRook, chess::kKnight})
                tries.push_back({s, one, piece});
            continue;
        }
        tries.push_back({s, one, chess::kNoType});
        const Square two = chess::offset(one, step);
        if (chess::contains(men.shape->double_from[men.colour], one) && chess::contains(free, two))
            tries.push_back({s, two, chess::kNoType});
    }
}

Bitboard refused_squares(const Hunters& men, const Action& action) {
    const Bitboard way = chess::between(action.from, action.to) | bit(action.to);
    return action.from == men.king ? way | chess::king_attacks(action.to) : way;
}

CheckMap::CheckMap(const chess::Shape& shape) {
    for (const Square s : Squares(shape.mask)) {
        const int rising = chess::popcount(kDiagonals.rising[s] & shape.mask);
        const int falling = chess::popcount(kDiagonals.falling[s] & shape.mask);
        if (rising >= falling)
            rising_long_ |= bit(s);
        if (falling >= rising)
            falling_long_ |= bit(s);
    }
}

std::uint8_t CheckMap::kinds(const Attacks& attacks, Square king) const {
    const Bitboard k = bit(king);
    const Bitboard rising = attacks.rising & k;
    const Bitboard falling = attacks.falling & k;
    std::uint8_t kinds = 0;
    kinds |= attacks.rank & k ? kRankCheck : 0;
    kinds |= attacks.file & k ? kFileCheck : 0;
    kinds |= (rising & rising_long_) | (falling & falling_long_) ? kLongCheck : 0;
    kinds |= (rising & ~rising_long_) | (falling & ~falling_long_) ? kShortCheck : 0;
    kinds |= attacks.knight & k ? kKnightCheck : 0;
    return kinds;
}

Bitboard CheckMap::told(const Attacks& attacks, Bitboard kings, std::uint8_t wanted) const {
    if (wanted == 0)
        return kings & ~attacks.all;
    Bitboard result = 0;
    for (const Square s : Squares(kings & attacks.all))
        if (kinds(attacks, s) == wanted)
            result |= bit(s);
    return result;
}

void split(const Hunters& men,
           const Attacks& attacks,
           const CheckMap& checks,
           Bitboard kings,
           Split& result) {
    const Bitboard safe = men.shape->mask & ~attacks.all;
    const Bitboard movable = kings & neighbours(safe);
    const Bitboard stuck = kings & ~movable;
    result.mated = stuck & attacks.all;
    result.stalemated = stuck & ~attacks.all;
    result.branches.clear();
    const Bitboard empty = safe & ~men.all;
    const auto add = [&](Bitboard group, std::uint8_t kinds) {
        if (const Bitboard next = neighbours(group) & empty)
            result.branches.push_back({next, chess::kNoSquare, kinds});
    };
    if (const Bitboard silent = movable & ~attacks.all)
        add(silent, 0);
    Bitboard checked = movable & attacks.all;
    while (checked) {
        const std::uint8_t kinds = checks.kinds(attacks, chess::lsb(checked));
        const Bitboard group = checks.told(attacks, checked, kinds);
        checked &= ~group;
        add(group, kinds);
    }
    for (const Square man : Squares(men.all & safe & neighbours(movable)))
        result.branches.push_back({bit(man), man, 0});
}

Bitboard lost_to_draw(const Hunters& men,
                      Bitboard kings,
                      const Split& outcome,
                      bool stalemate_wins) {
    Bitboard drawn = stalemate_wins ? 0 : outcome.stalemated;
    for (const auto& branch : outcome.branches) {
        if (branch.captured == chess::kNoSquare)
            continue;
        Hunters fewer = men;
        fewer.lose(branch.captured);
        if (!fewer.suffice())
            drawn |= kings & chess::king_attacks(branch.captured);
    }
    return drawn;
}

}  // namespace nebel::kriegspiel
