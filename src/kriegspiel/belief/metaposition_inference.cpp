#include <algorithm>

#include "kriegspiel/belief/metaposition_board.hpp"
#include "kriegspiel/belief/metaposition_fill.hpp"

namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::kBishop;
using chess::kKing;
using chess::kKnight;
using chess::kPawn;
using chess::kQueen;
using chess::kRook;
using chess::popcount;
using chess::Square;

namespace {

/// For each board size the squares whose rising (falling) diagonal is called the long one. On odd
/// boards both can be.
struct LongDiagonals {
    Bitboard rising = 0;
    Bitboard falling = 0;
};

constexpr auto kLongDiagonals = [] {
    std::array<std::array<LongDiagonals, 5>, 5> all{};
    for (int w = 4; w <= 8; ++w)
        for (int h = 4; h <= 8; ++h)
            for (int f = 0; f < w; ++f)
                for (int r = 0; r < h; ++r) {
                    const int rising = std::min(f, r) + std::min(w - 1 - f, h - 1 - r);
                    const int falling = std::min(f, h - 1 - r) + std::min(w - 1 - f, r);
                    auto& entry = all[w - 4][h - 4];
                    if (rising >= falling)
                        entry.rising |= bit(chess::make_square(f, r));
                    if (falling >= rising)
                        entry.falling |= bit(chess::make_square(f, r));
                }
    return all;
}();

const LongDiagonals& long_diagonals(const chess::Shape& shape) {
    return kLongDiagonals[shape.width - 4][shape.height - 4];
}

std::uint8_t rising_kind(const chess::Shape& shape, Square s) {
    return chess::contains(long_diagonals(shape).rising, s) ? kLongCheck : kShortCheck;
}
std::uint8_t falling_kind(const chess::Shape& shape, Square s) {
    return chess::contains(long_diagonals(shape).falling, s) ? kLongCheck : kShortCheck;
}

bool is_straight(Square a, Square b) {
    return chess::rank_of(a) == chess::rank_of(b) || chess::file_of(a) == chess::file_of(b);
}

/// Squares seen from `from` in the directions whose checks have one of these kinds.
Bitboard look_by_kind(const chess::Shape& shape, Square from, std::uint8_t kinds, Bitboard free) {
    const Bitboard b = bit(from);
    Bitboard seen = 0;
    if (kinds & kRankCheck)
        seen |= fill::rank_look(b, free);
    if (kinds & kFileCheck)
        seen |= fill::file_look(b, free);
    if (kinds & rising_kind(shape, from))
        seen |= fill::rising_look(b, free);
    if (kinds & falling_kind(shape, from))
        seen |= fill::falling_look(b, free);
    return seen & shape.mask;
}

// The squares behind `over` on the line from `from`.
Bitboard behind(Square from, Square over) {
    const Bitboard below = bit(over) - 1;
    return chess::line(from, over) & (over > from ? ~below & ~bit(over) : below);
}

}  // namespace

void MetaBoard::clear_men(Bitboard squares) {
    for (int t = 1; t < 7; ++t)
        may_[t] &= ~squares;
    may_[0] |= squares & ~own_.all();
    for (const Square s : chess::Squares(squares))
        age_[s] = 0;
}

// One of these types (a set of 1 << type) surely stands here.
void MetaBoard::set_man(Square s, std::uint8_t types) {
    may_[0] &= ~bit(s);
    for (int t = 1; t < 7; ++t)
        if (!(types & (1 << t)))
            may_[t] &= ~bit(s);
    age_[s] = 0;
}

// Nothing attacks this square, except perhaps in the directions of these kinds.
void MetaBoard::learn_no_attack(Square king, std::uint8_t except_kinds) {
    if (!(except_kinds & kKnightCheck))
        may_[kKnight] &= ~chess::knight_attacks(king);
    const auto others = static_cast<std::uint8_t>(~except_kinds);
    may_[kPawn] &= ~(chess::pawn_attacks(own_.colour(), king) &
                     look_by_kind(shape(), king, others & (kLongCheck | kShortCheck), 0));
    // Beyond a square that proves empty the next one is seen too.
    for (;;) {
        const Bitboard free = surely_empty();
        const Bitboard straight =
            look_by_kind(shape(), king, others & (kRankCheck | kFileCheck), free);
        const Bitboard diagonal =
            look_by_kind(shape(), king, others & (kLongCheck | kShortCheck), free);
        may_[kQueen] &= ~(straight | diagonal);
        may_[kRook] &= ~straight;
        may_[kBishop] &= ~diagonal;
        if (surely_empty() == free)
            break;
    }
}

// A check comes from the man that moved, or through a square that was left.
void MetaBoard::learn_own_check(std::uint8_t kinds, const Change& change) {
    const Square king = own_.king();
    const auto new_only = [&](Bitboard from) {
        Bitboard result = from & change.arrived;
        for (const Square s : chess::Squares(from & ~change.arrived))
            if (chess::between(king, s) & change.left)
                result |= bit(s);
        return result;
    };
    learn_no_attack(king, kinds);
    if (kinds & kKnightCheck) {
        Suspects suspects;
        suspects.by_type[kKnight] = new_only(chess::knight_attacks(king) & may_[kKnight]);
        learn_only_suspect(suspects, king);
    }
    for (const auto kind : {kRankCheck, kFileCheck, kLongCheck, kShortCheck}) {
        if (!(kinds & kind))
            continue;
        const bool straight = kind == kRankCheck || kind == kFileCheck;
        const Bitboard seen = look_by_kind(shape(), king, kind, may_[0]);
        Suspects suspects;
        const auto type = straight ? kRook : kBishop;
        suspects.by_type[kQueen] = new_only(seen & may_[kQueen]);
        suspects.by_type[type] = new_only(seen & may_[type]);
        if (!straight)
            suspects.by_type[kPawn] =
                new_only(seen & may_[kPawn] & chess::pawn_attacks(own_.colour(), king));
        learn_only_suspect(suspects, king);
    }
}

// At least one of the suspects is real and sees the target.
void MetaBoard::learn_only_suspect(const Suspects& suspects, Square target) {
    const Bitboard all = suspects.all();
    if (!all)
        return;
    Bitboard clear = ~Bitboard{0};
    for (const Square s : chess::Squares(all))
        clear &= chess::between(target, s);
    if (suspects.by_type[kKnight])
        clear = 0;
    clear_men(clear & ~own_.all());
    if (!chess::more_than_one(all)) {
        std::uint8_t types = 0;
        for (int t = 1; t < 7; ++t)
            if (suspects.by_type[t])
                types = static_cast<std::uint8_t>(types | (1 << t));
        set_man(chess::lsb(all), types);
    } else if (all == suspects.by_type[kKing] &&
               !(suspects.by_type[kPawn] | suspects.by_type[kKnight] | suspects.by_type[kBishop] |
                 suspects.by_type[kRook] | suspects.by_type[kQueen])) {
        may_[kKing] &= all;
    }
    // An enemy with one man: that man it is.
    if (counts_.men == 1 && !suspects.by_type[kKing])
        for (int t = 1; t < kKing; ++t)
            may_[t] &= suspects.by_type[t];
}

void MetaBoard::learn_enemy_check(std::uint8_t kinds) {
    const auto us = own_.colour();
    const Bitboard straight = own_.of(kRook) | own_.of(kQueen);
    const Bitboard diagonal = own_.of(kBishop) | own_.of(kQueen);
    const Bitboard pawns = own_.of(kPawn);
    const Bitboard pawn_rising =
        us == chess::kWhite ? chess::shift<9>(pawns) : chess::shift<-9>(pawns);
    const Bitboard pawn_falling =
        us == chess::kWhite ? chess::shift<7>(pawns) : chess::shift<-7>(pawns);
    const auto& longs = long_diagonals(shape());
    const auto by_kind = [&](std::uint8_t kind, Bitboard free) -> Bitboard {
        switch (kind) {
            case kKnightCheck:
                return fill::knight_look(own_.of(kKnight));
            case kRankCheck:
                return fill::rank_look(straight, free);
            case kFileCheck:
                return fill::file_look(straight, free);
            default: {
                const bool is_long = kind == kLongCheck;
                const Bitboard rising = fill::rising_look(diagonal, free) | pawn_rising;
                const Bitboard falling = fill::falling_look(diagonal, free) | pawn_falling;
                return (rising & (is_long ? longs.rising : ~longs.rising)) |
                       (falling & (is_long ? longs.falling : ~longs.falling));
            }
        }
    };
    const Bitboard surely_free = shape().mask & ~own_.all() & ~may_be_taken();
    for (const auto kind : kCheckKinds)
        may_[kKing] &= (kinds & kind) ? by_kind(kind, may_[0]) : ~by_kind(kind, surely_free);
}

// Where rooks and queens of the enemy may slide along ranks and files.
Bitboard MetaBoard::straight_look(Bitboard from, Bitboard free) const {
    return fill::rank_look(from, free) |
           fill::look<-8>(from & walls_.above, free & ~walls_.bottoms) |
           fill::look<-8>(from & ~walls_.above, free) |
           fill::look<8>(from & walls_.below, free & ~walls_.tops) |
           fill::look<8>(from & ~walls_.below, free);
}

MetaBoard::Suspects MetaBoard::attackers(Square target, Bitboard free) const {
    const Bitboard b = bit(target);
    const Bitboard diagonal = fill::bishop_look(b, free);
    const Bitboard straight = straight_look(b, free);
    Suspects suspects;
    suspects.by_type[kPawn] = chess::pawn_attacks(own_.colour(), target) & may_[kPawn];
    suspects.by_type[kKnight] = chess::knight_attacks(target) & may_[kKnight];
    suspects.by_type[kBishop] = diagonal & may_[kBishop];
    suspects.by_type[kRook] = straight & may_[kRook];
    suspects.by_type[kQueen] = (diagonal | straight) & may_[kQueen];
    suspects.by_type[kKing] = chess::king_attacks(target) & may_[kKing];
    return suspects;
}

// What may pin the own man so that it cannot go to `to`.
MetaBoard::Suspects MetaBoard::pinners(Square man, Square to) const {
    Suspects suspects;
    const Square king = own_.king();
    const Bitboard line = chess::line(king, man);
    if (!line || man == king || chess::contains(line, to) || (chess::between(king, man) & ~may_[0]))
        return suspects;
    const Bitboard seen = (is_straight(king, man) ? fill::rook_look(bit(man), may_[0])
                                                  : fill::bishop_look(bit(man), may_[0])) &
                          behind(king, man);
    const auto type = is_straight(king, man) ? kRook : kBishop;
    suspects.by_type[type] = seen & may_[type];
    suspects.by_type[kQueen] = seen & may_[kQueen];
    return suspects;
}

// May an enemy man here be bound to its king?
bool MetaBoard::enemy_pinnable(Square s) const {
    const Bitboard b = bit(s);
    const Bitboard free = may_[0];
    const Bitboard straight = own_.of(kRook) | own_.of(kQueen);
    const Bitboard diagonal = own_.of(kBishop) | own_.of(kQueen);
    const Bitboard kings = may_[kKing];
    const auto both = [&](Bitboard one, Bitboard other, Bitboard sliders) {
        return ((one & sliders) && (other & kings)) || ((other & sliders) && (one & kings));
    };
    return both(fill::look<1>(b, free), fill::look<-1>(b, free), straight) ||
           both(fill::look<8>(b, free), fill::look<-8>(b, free), straight) ||
           both(fill::look<9>(b, free), fill::look<-9>(b, free), diagonal) ||
           both(fill::look<7>(b, free), fill::look<-7>(b, free), diagonal);
}

void MetaBoard::learn_own_pawn_tries(const Said& said) {
    const bool told = said.pawn_count >= 0 || said.pawn_any >= 0 || said.pawn_squares_told;
    const Bitboard pawns = own_.of(kPawn);
    if (!told || !pawns)
        return;
    const auto us = own_.colour();
    const Bitboard free = shape().mask & ~own_.all();
    const Bitboard targets = fill::pawn_look(us, pawns) & free;
    const Bitboard takable = targets & may_be_taken();
    const Bitboard passing = targets & may_have_jumped_;
    const bool in_check = check_ != 0;
    const bool none = said.pawn_squares_told ? false : said.pawn_count == 0 || said.pawn_any == 0;

    // How many captures a man on this square may allow, and how many it surely does.
    std::array<std::int8_t, 64> most{};
    std::array<std::int8_t, 64> least{};
    int total = 0;
    int surely = 0;
    const Bitboard certain = takable & ~may_[0];
    for (const Square t : chess::Squares(takable)) {
        for (const Square p : chess::Squares(chess::pawn_attacks(enemy(), t) & pawns)) {
            ++most[t];
            if (!in_check && pinners(p, t).all() == 0)
                ++least[t];
        }
        total += most[t];
        if (chess::contains(certain, t))
            surely += least[t];
    }
    for (const Square t : chess::Squares(passing))
        total += popcount(chess::pawn_attacks(enemy(), t) & pawns);

    if (said.pawn_squares_told) {
        for (const Square p : chess::Squares(pawns)) {
            const Bitboard mine = chess::pawn_attacks(us, p) & takable;
            if (!chess::contains(said.pawn_squares, p)) {
                for (const Square t : chess::Squares(mine))
                    if (!in_check && pinners(p, t).all() == 0)
                        clear_men(bit(t));
            } else if (!chess::more_than_one(mine) && !(chess::pawn_attacks(us, p) & passing)) {
                may_[0] &= ~mine;
            }
        }
        return;
    }
    const int heard = none ? 0 : std::max<int>(said.pawn_count, 1);
    const bool exact = none || said.pawn_count > 0;
    for (const Square t : chess::Squares(takable)) {
        if (total - most[t] < heard)
            may_[0] &= ~bit(t);
        else if (exact && !chess::contains(certain, t) && surely + least[t] > heard)
            clear_men(bit(t));
    }
    if (none && !in_check && only_by_jumping_) {
        // A jump beside our pawn could have been taken in passing, unless that exposed our king.
        const Square king = own_.king();
        for (const Square j : chess::Squares(only_by_jumping_ & may_[kPawn])) {
            const Square over = chess::offset(j, -chess::forward(enemy()));
            for (const Square p : chess::Squares(chess::pawn_attacks(enemy(), over) & pawns))
                if (!chess::line(king, p) && !chess::line(king, j))
                    may_[kPawn] &= ~bit(j);
        }
    }
}

void MetaBoard::learn_enemy_pawn_tries(const Said& said) {
    const bool told = said.pawn_count >= 0 || said.pawn_any >= 0 || said.pawn_squares_told;
    if (!told)
        return;
    const auto us = own_.colour();
    const Bitboard prey = (own_.all() & ~own_.of(kKing)) | own_jumped_;
    // A pawn that attacks our king would have been announced: it is not there.
    const Bitboard suspects = fill::pawn_look(us, prey) & may_[kPawn];
    const bool in_check = check_ != 0;
    const Bitboard officers = may_[2] | may_[3] | may_[4] | may_[5] | may_[6];
    const Bitboard certain = suspects & ~officers & ~may_[0];
    std::array<std::int8_t, 64> most{};
    std::array<std::int8_t, 64> least{};
    int total = 0;
    int surely = 0;
    for (const Square s : chess::Squares(suspects)) {
        most[s] = static_cast<std::int8_t>(popcount(chess::pawn_attacks(enemy(), s) & prey));
        least[s] = in_check || enemy_pinnable(s)
                       ? std::int8_t{0}
                       : static_cast<std::int8_t>(
                             popcount(chess::pawn_attacks(enemy(), s) & prey & ~own_jumped_));
        total += most[s];
        if (chess::contains(certain, s))
            surely += least[s];
    }
    if (said.pawn_squares_told) {
        for (const Square s : chess::Squares(suspects))
            if (!chess::contains(said.pawn_squares, s) && least[s] > 0)
                may_[kPawn] &= ~bit(s);
        for (const Square s : chess::Squares(said.pawn_squares & may_[kPawn]))
            set_man(s, 1 << kPawn);
        return;
    }
    const bool none = said.pawn_count == 0 || said.pawn_any == 0;
    const int heard = none ? 0 : std::max<int>(said.pawn_count, 1);
    const bool exact = none || said.pawn_count > 0;
    for (const Square s : chess::Squares(suspects)) {
        if (total - most[s] < heard)
            set_man(s, 1 << kPawn);
        else if (exact && !chess::contains(certain, s) && surely + least[s] > heard)
            may_[kPawn] &= ~bit(s);
    }
}

MetaBoard::CheckAnswers MetaBoard::check_answers() const {
    CheckAnswers answers;
    if (check_ == 0) {
        answers.king_stays = answers.blocks = answers.checkers = ~Bitboard{0};
        return answers;
    }
    if (check_ & (check_ - 1))
        return answers;  // from two directions: the king moves
    if (check_ == kKnightCheck) {
        answers.checkers = fill::knight_look(may_[kKing]) & own_.of(kKnight);
        return answers;
    }
    const bool straight = check_ == kRankCheck || check_ == kFileCheck;
    const Bitboard sliders = own_.of(kQueen) | own_.of(straight ? kRook : kBishop);
    for (const Square k : chess::Squares(may_[kKing])) {
        const Bitboard seen = look_by_kind(shape(), k, check_, may_[0]);
        if (!straight)
            answers.checkers |= seen & own_.of(kPawn) & chess::pawn_attacks(enemy(), k);
        for (const Square c : chess::Squares(seen & sliders)) {
            answers.checkers |= bit(c);
            const Bitboard way = chess::between(k, c);
            answers.blocks |= way;
            if (way)
                answers.king_stays |= bit(k);
        }
    }
    return answers;
}

bool MetaBoard::may_be_legal(const Action& action) const {
    const auto type = own_.on(action.from);
    const Bitboard to = bit(action.to);
    if (type == kPawn && chess::file_of(action.from) != chess::file_of(action.to))
        return pawn_tries_ != 0 && chess::contains(capturing_pawns_, action.from) &&
               (to & (may_be_taken() | may_have_jumped_));
    Bitboard way = type == kKnight ? 0 : chess::between(action.from, action.to);
    if (type == kPawn)
        way |= to;
    return (way & ~may_[0]) == 0 && (type == kPawn || (to & (may_[0] | may_be_taken())));
}

void MetaBoard::refuse(const Action& action) {
    const Square from = action.from;
    const Square to = action.to;
    const auto type = own_.on(from);
    if (type == chess::kNoType)
        return;
    if (type == kKing) {
        if (chess::contains(chess::king_attacks(from), to))
            learn_only_suspect(attackers(to, may_[0] | bit(from)), to);
    } else if (check_ == 0) {
        const Suspects pins = pinners(from, to);
        const bool steps = type == kPawn && chess::file_of(from) == chess::file_of(to);
        if (type == kPawn && !steps) {
            if (!pins.all())
                clear_men(bit(to));
        } else {
            Bitboard way = type == kKnight ? 0 : chess::between(from, to);
            if (steps)
                way |= bit(to);
            way &= may_be_man();
            if (!pins.all() && way && !chess::more_than_one(way))
                may_[0] &= ~way;
            else if (!way)
                learn_only_suspect(pins, own_.king());
            if (way && !chess::more_than_one(way))
                age_[chess::lsb(way)] = 0;
        }
    }
    settle();
}

}  // namespace nebel::kriegspiel
