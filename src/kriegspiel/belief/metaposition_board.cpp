#include "kriegspiel/belief/metaposition_board.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kriegspiel/belief/metaposition_fill.hpp"

namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::PieceType;
using chess::popcount;
using chess::Square;

namespace {

constexpr PieceType kClassType[EnemyCounts::kClasses] = {
    chess::kKnight, chess::kBishop, chess::kBishop, chess::kRook, chess::kQueen};
constexpr Bitboard kClassSquares[EnemyCounts::kClasses] = {~0ULL, chess::kLightSquares,
                                                           chess::kDarkSquares, ~0ULL, ~0ULL};

std::int8_t less_one(std::int8_t n) {
    return n > 0 ? static_cast<std::int8_t>(n - 1) : n;
}

std::uint8_t rights_of(chess::Colour c) {
    return c == chess::kWhite ? chess::kWhiteShort | chess::kWhiteLong
                              : chess::kBlackShort | chess::kBlackLong;
}

}  // namespace

void EnemyCounts::tighten() {
    const auto clip = [](std::int8_t& n, int low, int high) {
        n = static_cast<std::int8_t>(std::clamp<int>(n, low, std::max(low, high)));
    };
    clip(pawns_max, 0, men - std::accumulate(class_min.begin(), class_min.end(), 0));
    const int on_files = std::accumulate(file_min.begin(), file_min.end(), 0);
    clip(pawns_min, std::min<int>(on_files, pawns_max), pawns_max);
    clip(promoted_max, 0, pawns_ever - pawns_min);
    for (std::size_t f = 0; f < file_max.size(); ++f)
        clip(file_max[f], 0, pawns_max - on_files + file_min[f]);
}

void EnemyCounts::take(bool may_be_pawn, std::uint8_t classes, int file) {
    men = less_one(men);
    if (may_be_pawn) {
        pawns_min = less_one(pawns_min);
        file_min[file] = less_one(file_min[file]);
        if (classes == 0) {
            pawns_max = less_one(pawns_max);
            pawns_ever = less_one(pawns_ever);
            file_max[file] = less_one(file_max[file]);
        }
    }
    const bool certain = !may_be_pawn && (classes & (classes - 1)) == 0;
    for (int c = 0; c < kClasses; ++c) {
        if (!(classes & (1 << c)))
            continue;
        class_min[c] = less_one(class_min[c]);
        if (certain)
            class_max[c] = less_one(class_max[c]);
    }
    tighten();
}

MetaBoard::MetaBoard(const Rules& rules, const chess::Position& known, chess::Colour own)
    : says_(&rules.says()), own_(known, own) {
    const auto enemy = ~own;
    for (const Square s : chess::Squares(known.pieces(enemy)))
        may_[chess::type_of(known.piece_on(s))] |= bit(s);
    may_[0] = shape().mask & ~known.pieces();
    counts_.men = static_cast<std::int8_t>(popcount(known.pieces(enemy)) - 1);
    counts_.pawns_ever = counts_.pawns_min = counts_.pawns_max =
        static_cast<std::int8_t>(popcount(may_[chess::kPawn]));
    for (int f = 0; f < 8; ++f)
        counts_.file_min[f] = counts_.file_max[f] =
            static_cast<std::int8_t>(popcount(may_[chess::kPawn] & chess::file_bits(f)));
    for (int c = 0; c < EnemyCounts::kClasses; ++c)
        counts_.class_min[c] = counts_.class_max[c] =
            static_cast<std::int8_t>(popcount(may_[kClassType[c]] & kClassSquares[c]));
    castling_ = known.castling() & rights_of(enemy);
    quiet_ = static_cast<std::uint16_t>(known.halfmove_clock());
    own_turn_ = known.side() == own;
    if (known.ep_square() != chess::kNoSquare)
        (own_turn_ ? may_have_jumped_ : own_jumped_) = bit(known.ep_square());
}

MetaBoard::MetaBoard(const Rules& rules, const OwnMen& own, bool own_turn, int pawns, int pieces)
    : says_(&rules.says()), own_(own), own_turn_(own_turn) {
    const Bitboard free = shape().mask & ~own_.all();
    may_.fill(free);
    may_[chess::kPawn] &= ~shape().promotion[chess::kWhite] & ~shape().promotion[chess::kBlack];
    counts_.men = static_cast<std::int8_t>(pawns + pieces);
    counts_.pawns_ever = counts_.pawns_min = counts_.pawns_max = static_cast<std::int8_t>(pawns);
    counts_.file_max.fill(static_cast<std::int8_t>(std::min(pawns, shape().height - 2)));
    counts_.class_max.fill(static_cast<std::int8_t>(pieces));
    castling_ = shape().castling ? rights_of(enemy()) : 0;
    // A pawn may just have jumped; nobody said.
    if (shape().double_step && own_turn_)
        may_have_jumped_ = shape().double_from[enemy()] & free;
    else if (shape().double_step)
        own_jumped_ = fill::pawn_step(enemy(), own_.of(chess::kPawn)) &
                      shape().double_from[own_.colour()] & free;
    settle();
}

void MetaBoard::hear_opening(const Said& said) {
    check_ = said.kinds;
    if (own_turn_) {
        learn_own_check(said.kinds, {});
        learn_enemy_check(0);
        learn_own_pawn_tries(said);
    } else {
        learn_own_check(0, {});
        learn_enemy_check(said.kinds);
        learn_enemy_pawn_tries(said);
    }
    settle();
}

// Everything the numbers of men imply for the squares, until nothing changes.
void MetaBoard::settle() {
    may_[chess::kKing] &= ~chess::king_attacks(own_.king());
    update_castling();
    for (int round = 0; round < 4; ++round) {
        counts_.tighten();
        const bool kings = settle_kings();
        const bool pawns = settle_pawns();
        const bool officers = settle_officers();
        const bool men = settle_men();
        if (!kings && !pawns && !officers && !men)
            break;
    }
    find_walls();
}

void MetaBoard::find_walls() {
    Bitboard files = 0;
    for (int f = 0; f < shape().width; ++f)
        if (counts_.file_min[f] > 0)
            files |= chess::file_bits(f);
    const Bitboard pawns = may_[chess::kPawn] & files;
    const Bitboard up = fill::look<8>(pawns, ~Bitboard{0});
    const Bitboard down = fill::look<-8>(pawns, ~Bitboard{0});
    walls_.above = up & ~down & ~pawns;
    walls_.below = down & ~up & ~pawns;
    walls_.tops = pawns & ~down;
    walls_.bottoms = pawns & ~up;
}

bool MetaBoard::settle_kings() {
    const Bitboard others = may_be_taken();
    Bitboard& kings = may_[chess::kKing];
    const Bitboard certain = kings & ~others & ~may_[0];
    const Bitboard before = kings;
    if (certain)
        kings = certain & -certain;
    if (kings && !chess::more_than_one(kings) && ((others | may_[0]) & kings)) {
        set_man(chess::lsb(kings), 1 << chess::kKing);
        return true;
    }
    return kings != before;
}

bool MetaBoard::settle_pawns() {
    Bitboard& pawns = may_[chess::kPawn];
    if (!pawns)
        return false;
    const Bitboard mixed = may_[2] | may_[3] | may_[4] | may_[5] | may_[6];
    const Bitboard certain = pawns & ~mixed & ~may_[0];
    Bitboard kept = pawns;
    Bitboard surely = 0;
    if (popcount(certain) >= counts_.pawns_max)
        kept &= certain;
    if (popcount(kept) == counts_.pawns_min)
        surely |= kept;
    for (int f = 0; f < shape().width; ++f) {
        const Bitboard file = chess::file_bits(f);
        if (popcount(certain & file) >= counts_.file_max[f])
            kept &= ~file | certain;
        if (counts_.file_min[f] > 0 && popcount(kept & file) == counts_.file_min[f])
            surely |= kept & file;
    }
    bool changed = kept != pawns;
    pawns = kept;
    const Bitboard fresh = surely & (mixed | may_[0]);
    if (fresh) {
        for (const auto t : {0, 2, 3, 4, 5, 6})
            may_[t] &= ~fresh;
        changed = true;
    }
    return changed;
}

bool MetaBoard::settle_officers() {
    bool changed = false;
    const Bitboard officers = may_[2] | may_[3] | may_[4] | may_[5];
    if (!officers)
        return false;
    const Bitboard certain = officers & ~may_[chess::kPawn] & ~may_[chess::kKing] & ~may_[0];
    if (popcount(certain) >= counts_.pieces_max() && (officers & ~certain)) {
        for (const auto t : {2, 3, 4, 5})
            may_[t] &= certain;
        changed = true;
    }
    for (int c = 0; c < EnemyCounts::kClasses; ++c) {
        const auto type = kClassType[c];
        const Bitboard squares = kClassSquares[c];
        const Bitboard here = may_[type] & squares;
        if (!here)
            continue;
        Bitboard rest = may_[0];
        for (const auto t : {1, 2, 3, 4, 5, 6})
            if (t != type)
                rest |= may_[t];
        const Bitboard sure = here & ~rest;
        if (popcount(sure) >= counts_.most(static_cast<EnemyCounts::Class>(c)) && (here & ~sure)) {
            may_[type] &= ~squares | sure;
            changed = true;
        } else if (counts_.class_min[c] > 0 && popcount(here) == counts_.class_min[c] &&
                   (here & rest)) {
            for (const Square s : chess::Squares(here))
                set_man(s, static_cast<std::uint8_t>(1 << type));
            changed = true;
        }
    }
    return changed;
}

bool MetaBoard::settle_men() {
    const Bitboard possible = may_be_man();
    const Bitboard sure = surely_man();
    const int all = counts_.men + 1;
    if (popcount(sure) == all && (possible & ~sure)) {
        clear_men(possible & ~sure);
        return true;
    }
    if (popcount(possible) == all && (possible & may_[0])) {
        may_[0] &= ~possible;
        return true;
    }
    return false;
}

// A right is gone once the king or its rook can no longer be at home.
void MetaBoard::update_castling() {
    if (!castling_)
        return;
    const int home = enemy() == chess::kWhite ? 0 : shape().height - 1;
    const auto rook_at = [&](int file) {
        return chess::contains(may_[chess::kRook], chess::make_square(file, home));
    };
    const bool white = enemy() == chess::kWhite;
    if (!chess::contains(may_[chess::kKing], chess::make_square(4, home)))
        castling_ = 0;
    if (!rook_at(shape().width - 1))
        castling_ &= ~(white ? chess::kWhiteShort : chess::kBlackShort);
    if (!rook_at(0))
        castling_ &= ~(white ? chess::kWhiteLong : chess::kBlackLong);
}

Bitboard MetaBoard::own_attacks(bool surely) const {
    const Bitboard free = surely ? shape().mask & ~own_.all() & ~may_be_taken() : may_[0];
    const auto colour = own_.colour();
    return (fill::pawn_look(colour, own_.of(chess::kPawn)) |
            fill::knight_look(own_.of(chess::kKnight)) | chess::king_attacks(own_.king()) |
            fill::bishop_look(own_.of(chess::kBishop) | own_.of(chess::kQueen), free) |
            fill::rook_look(own_.of(chess::kRook) | own_.of(chess::kQueen), free)) &
           shape().mask;
}

Bitboard MetaBoard::enemy_attacks(PieceType type) const {
    const Bitboard from = may_[type];
    const Bitboard free = may_[0];
    switch (type) {
        case chess::kPawn:
            return fill::pawn_look(enemy(), from) & shape().mask;
        case chess::kKnight:
            return fill::knight_look(from) & shape().mask;
        case chess::kBishop:
            return fill::bishop_look(from, free) & shape().mask;
        case chess::kRook:
            return fill::rook_look(from, free) & shape().mask;
        case chess::kQueen:
            return (fill::rook_look(from, free) | fill::bishop_look(from, free)) & shape().mask;
        case chess::kKing:
            return fill::king_step(from) & shape().mask;
        default:
            return 0;
    }
}

bool MetaBoard::contains(const chess::Position& position) const {
    const auto us = own_.colour();
    const auto them = enemy();
    if (OwnMen(position, us) != own_ || own_turn_ != (position.side() == us))
        return false;
    for (const auto type :
         {chess::kPawn, chess::kKnight, chess::kBishop, chess::kRook, chess::kQueen, chess::kKing})
        if (position.pieces(them, type) & ~may_[type])
            return false;
    if (shape().mask & ~position.pieces() & ~may_[0])
        return false;
    if ((position.castling() & rights_of(them)) & ~castling_)
        return false;
    const Bitboard pawns = position.pieces(them, chess::kPawn);
    const int count = popcount(pawns);
    if (popcount(position.pieces(them)) - 1 != counts_.men || count < counts_.pawns_min ||
        count > counts_.pawns_max)
        return false;
    for (int f = 0; f < 8; ++f) {
        const int here = popcount(pawns & chess::file_bits(f));
        if (here < counts_.file_min[f] || here > counts_.file_max[f])
            return false;
    }
    for (int c = 0; c < EnemyCounts::kClasses; ++c) {
        const int here = popcount(position.pieces(them, kClassType[c]) & kClassSquares[c]);
        if (here < counts_.class_min[c] || here > counts_.most(static_cast<EnemyCounts::Class>(c)))
            return false;
    }
    return true;
}

double MetaBoard::bits_per_square() const {
    double bits = 0;
    const Bitboard squares = shape().mask & ~own_.all();
    for (const Square s : chess::Squares(squares)) {
        int ways = 0;
        for (const auto set : may_)
            ways += chess::contains(set, s);
        bits += std::log2(std::max(ways, 1));
    }
    return bits / std::max(1, popcount(squares));
}

std::string MetaBoard::text() const {
    std::string result;
    for (int rank = shape().height - 1; rank >= 0; --rank) {
        for (int file = 0; file < shape().width; ++file) {
            const Square s = chess::make_square(file, rank);
            std::string cell;
            if (own_.on(s) != chess::kNoType) {
                cell = std::string("*") + chess::type_letter(own_.on(s));
            } else {
                for (int t = 1; t < 7; ++t)
                    if (chess::contains(may_[t], s))
                        cell += chess::type_letter(static_cast<PieceType>(t));
                if (chess::contains(may_[0], s))
                    cell += '.';
            }
            cell.resize(8, ' ');
            result += cell;
        }
        result += '\n';
    }
    return result;
}

}  // namespace nebel::kriegspiel
