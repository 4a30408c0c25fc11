#include <algorithm>
#include <cstdlib>

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
using chess::Square;

namespace {

std::int8_t less_one(std::int8_t n) {
    return n > 0 ? static_cast<std::int8_t>(n - 1) : n;
}

// What is said of pawn captures, as one number: -1 nothing, 0 none, else at least so many.
std::int8_t tries_said(const Said& said) {
    if (said.pawn_squares_told)
        return static_cast<std::int8_t>(chess::popcount(said.pawn_squares));
    return std::max(said.pawn_count, said.pawn_any);
}

}  // namespace

void MetaBoard::advance_ages() {
    for (auto& age : age_)
        age = static_cast<std::uint8_t>(age + (age < 255));
    for (const Square s : chess::Squares(own_.all()))
        age_[s] = 0;
}

void MetaBoard::learn_taken(Square s, Man man) {
    const Bitboard b = bit(s);
    const bool pawn = man != Man::Piece && (may_[kPawn] & b);
    std::uint8_t classes = 0;
    if (man != Man::Pawn || !pawn) {
        const auto add = [&](chess::PieceType type, EnemyCounts::Class c) {
            if (may_[type] & b)
                classes = static_cast<std::uint8_t>(classes | (1 << c));
        };
        add(kKnight, EnemyCounts::kKnights);
        add(kBishop, chess::contains(chess::kLightSquares, s) ? EnemyCounts::kLightBishops
                                                              : EnemyCounts::kDarkBishops);
        add(kRook, EnemyCounts::kRooks);
        add(kQueen, EnemyCounts::kQueens);
    }
    counts_.take(pawn, classes, chess::file_of(s));
}

void MetaBoard::pseudo(const Action& action, const Said& said) {
    const auto us = own_.colour();
    const auto type = own_.on(action.from);
    const bool takes = said.capture != chess::kNoSquare;
    const bool castles =
        type == kKing && std::abs(chess::file_of(action.to) - chess::file_of(action.from)) == 2;
    // The way was free.
    Bitboard passed = type == kKnight ? 0 : chess::between(action.from, action.to);
    if (castles)
        passed = chess::between(action.from,
                                chess::make_square(action.to > action.from ? shape().width - 1 : 0,
                                                   chess::rank_of(action.from)));
    Square taken = said.capture;
    if (takes && said.en_passant && says_->en_passant_told)
        taken = chess::offset(said.capture, -chess::forward(us));
    if (!takes || taken != action.to)
        passed |= bit(action.to);
    clear_men(passed);
    if (castles)
        learn_no_attack(chess::lsb(chess::between(action.from, action.to)), 0);
    if (takes) {
        learn_taken(taken, said.man);
        for (auto& set : may_)
            set &= ~bit(taken);
        may_[0] |= bit(taken);
    }
    // Our men change places: what we leave is empty, where we arrive is ours.
    const Bitboard before = own_.all();
    own_.move(action.from, action.to, action.promotion);
    may_[0] |= before & ~own_.all();
    for (auto& set : may_)
        set &= ~own_.all();
    age_[action.from] = age_[action.to] = 0;

    own_jumped_ =
        type == kPawn && std::abs(chess::rank_of(action.to) - chess::rank_of(action.from)) == 2
            ? chess::between(action.from, action.to)
            : 0;
    may_have_jumped_ = only_by_jumping_ = 0;
    quiet_ = takes || type == kPawn ? 0 : static_cast<std::uint16_t>(quiet_ + 1);
    own_turn_ = false;
    check_ = said.kinds;
    pawn_tries_ = tries_said(said);
    capturing_pawns_ = said.pawn_squares_told ? said.pawn_squares : ~Bitboard{0};
    may_[kKing] &= ~chess::king_attacks(own_.king());
    learn_own_check(0, {});
    learn_enemy_check(said.kinds);
    learn_enemy_pawn_tries(said);
    settle();
}

void MetaBoard::answer_any(bool yes) {
    Said said;
    said.pawn_any = yes ? 1 : 0;
    pawn_tries_ = std::max(pawn_tries_, said.pawn_any);
    if (own_turn_)
        learn_own_pawn_tries(said);
    else
        learn_enemy_pawn_tries(said);
    settle();
}

void MetaBoard::meta(const Said& said, bool pawn_capture) {
    const CheckAnswers answers = check_answers();
    advance_ages();
    may_have_jumped_ = only_by_jumping_ = 0;
    Change change;
    if (said.capture == chess::kNoSquare)
        hidden_quiet(said, answers);
    else
        change = hidden_capture(said, answers, pawn_capture);
    own_jumped_ = 0;
    quiet_ = said.capture != chess::kNoSquare ? 0 : static_cast<std::uint16_t>(quiet_ + 1);
    own_turn_ = true;
    check_ = said.kinds;
    pawn_tries_ = tries_said(said);
    capturing_pawns_ = said.pawn_squares_told ? said.pawn_squares : ~Bitboard{0};
    may_[kKing] &= ~chess::king_attacks(own_.king());
    learn_own_check(said.kinds, change);
    learn_enemy_check(0);
    learn_own_pawn_tries(said);
    settle();
}

// A pawn of one of these squares may have been (or was) promoted.
void MetaBoard::note_promotion(Bitboard origins, bool surely) {
    counts_.promoted_max = static_cast<std::int8_t>(counts_.promoted_max + 1);
    counts_.pawns_min = less_one(counts_.pawns_min);
    for (const Square s : chess::Squares(origins))
        counts_.file_min[chess::file_of(s)] = less_one(counts_.file_min[chess::file_of(s)]);
    if (surely)
        counts_.pawns_max = less_one(counts_.pawns_max);
    if (surely && !chess::more_than_one(origins))
        counts_.file_max[chess::file_of(chess::lsb(origins))] =
            less_one(counts_.file_max[chess::file_of(chess::lsb(origins))]);
}

void MetaBoard::note_pawn_capture(Square landing, Bitboard origins, bool surely) {
    const int file = chess::file_of(landing);
    counts_.file_max[file] = static_cast<std::int8_t>(counts_.file_max[file] + 1);
    for (const Square s : chess::Squares(origins))
        counts_.file_min[chess::file_of(s)] = less_one(counts_.file_min[chess::file_of(s)]);
    if (!surely)
        return;
    counts_.file_min[file] = static_cast<std::int8_t>(counts_.file_min[file] + 1);
    if (!chess::more_than_one(origins)) {
        const int from = chess::file_of(chess::lsb(origins));
        counts_.file_max[from] = less_one(counts_.file_max[from]);
    }
}

void MetaBoard::hidden_quiet(const Said& said, const CheckAnswers& answers) {
    const auto them = enemy();
    const Bitboard empty = may_[0];
    const Bitboard targets = empty & answers.blocks;
    const auto& old = may_;

    // Pawns.
    const Bitboard one = fill::pawn_step(them, old[kPawn]) & empty;
    const Bitboard jumps = fill::pawn_step(them, one & shape().double_from[them]) & targets;
    Bitboard steps = one & targets;
    Bitboard promotions = steps & shape().promotion[them];
    steps &= ~promotions;
    if (says_->promotion_told && !said.promotion)
        promotions = 0;
    const bool only_promotion = says_->promotion_told && said.promotion;
    const auto back = [&](Bitboard squares) { return fill::pawn_step(own_.colour(), squares); };
    const Bitboard pawn_origins =
        only_promotion ? back(promotions) : back(steps | promotions) | back(one & back(jumps));
    if (promotions)
        note_promotion(back(promotions), only_promotion);
    if (only_promotion) {
        for (const auto t : {kKnight, kBishop, kRook, kQueen})
            may_[t] |= promotions;
        may_[0] |= pawn_origins;
        if (promotions && !chess::more_than_one(promotions)) {
            may_[0] &= ~promotions;
            clear_men(pawn_origins);
        }
        return;
    }

    // Officers.
    const Bitboard knights = fill::knight_look(old[kKnight]) & targets;
    const Bitboard bishops = fill::bishop_look(old[kBishop], empty) & targets;
    const Bitboard rooks = straight_look(old[kRook], empty) & targets;
    const Bitboard queens =
        (fill::bishop_look(old[kQueen], empty) | straight_look(old[kQueen], empty)) & targets;

    // The king, and castling.
    Bitboard kings = fill::king_step(old[kKing]) & empty;
    Bitboard castled_rooks = 0;
    Bitboard castling_origins = 0;
    if (castling_ && check_ == 0) {
        const int home = them == chess::kWhite ? 0 : shape().height - 1;
        const Square king = chess::make_square(4, home);
        for (const bool short_side : {true, false}) {
            const int right = them == chess::kWhite
                                  ? (short_side ? chess::kWhiteShort : chess::kWhiteLong)
                                  : (short_side ? chess::kBlackShort : chess::kBlackLong);
            const Square corner = chess::make_square(short_side ? shape().width - 1 : 0, home);
            const Bitboard way = chess::between(king, corner);
            if (!(castling_ & right) || (way & ~empty))
                continue;
            kings |= bit(chess::offset(king, short_side ? 2 : -2));
            castled_rooks |= bit(chess::offset(king, short_side ? 1 : -1));
            castling_origins |= bit(king) | bit(corner);
        }
    }

    const bool others_move = (steps | jumps | promotions | knights | bishops | rooks | queens) != 0;
    const Bitboard stays = others_move ? old[kKing] & answers.king_stays : 0;
    Bitboard left = castling_origins | (fill::king_step(kings) & old[kKing]);
    if (others_move)
        left |= pawn_origins | (fill::knight_look(empty) & old[kKnight]) |
                (fill::bishop_look(empty, 0) & (old[kBishop] | old[kQueen])) |
                (fill::rook_look(empty, 0) & (old[kRook] | old[kQueen]));

    may_have_jumped_ = fill::pawn_step(own_.colour(), jumps);
    only_by_jumping_ = jumps & ~old[kPawn] & ~steps;
    may_[kPawn] |= steps | jumps;
    may_[kKnight] |= knights | promotions;
    may_[kBishop] |= bishops | promotions;
    may_[kRook] |= rooks | promotions | castled_rooks;
    may_[kQueen] |= queens | promotions;
    may_[kKing] = stays | kings;
    may_[0] |= left;
}

MetaBoard::Change MetaBoard::hidden_capture(const Said& said,
                                            const CheckAnswers& answers,
                                            bool pawn_capture) {
    const auto us = own_.colour();
    const auto them = enemy();
    const bool passing_said = said.en_passant && says_->en_passant_told;
    const Square lost =
        passing_said ? chess::offset(said.capture, chess::forward(us)) : said.capture;
    const Bitboard there = bit(lost);
    // Another man than the king takes only what gives check, if anything does.
    const bool others_take = check_ == 0 || (answers.checkers & there);
    const bool pawns_take = others_take && pawn_tries_ != 0;
    const Bitboard pawns = may_[kPawn] & capturing_pawns_;

    Suspects takers;
    if (!passing_said) {
        takers = attackers(lost, may_[0]);
        const bool arrives = (there & shape().promotion[them]) != 0;
        takers.by_type[kPawn] = pawns_take && !(arrives && says_->promotion_told && !said.promotion)
                                    ? takers.by_type[kPawn] & pawns
                                    : 0;
        const bool pawn_only = pawn_capture || (says_->promotion_told && said.promotion);
        for (const auto t : {kKnight, kBishop, kRook, kQueen})
            if (!others_take || pawn_only)
                takers.by_type[t] = 0;
        if (pawn_only)
            takers.by_type[kKing] = 0;
    }
    // In passing: our pawn that jumped is gone, the taker stands where it jumped over.
    const Bitboard jumped = fill::pawn_step(them, there) & own_jumped_;
    Bitboard passing = 0;
    if (jumped && own_.on(lost) == kPawn && pawn_tries_ != 0 &&
        (passing_said || !says_->en_passant_told))
        passing = chess::pawn_attacks(us, chess::lsb(jumped)) & pawns;

    own_.lose(lost);
    age_[lost] = 0;
    const Bitboard direct = takers.all();
    const Bitboard origins = direct | passing;
    if (!origins) {  // an umpire that contradicts itself: better to know less than nonsense
        for (auto& set : may_)
            set |= there;
        return {};
    }
    const bool arrives = (there & shape().promotion[them]) != 0;
    if (takers.by_type[kPawn] | passing) {
        bool surely = true;
        for (const auto t : {kKnight, kBishop, kRook, kQueen, kKing})
            surely &= takers.by_type[t] == 0;
        if (takers.by_type[kPawn] && arrives) {
            note_promotion(takers.by_type[kPawn], surely && !passing);
        } else {
            note_pawn_capture(lost, takers.by_type[kPawn] | passing, surely);
        }
    }
    may_[0] |= origins;
    if (!chess::more_than_one(origins))
        clear_men(origins);
    Bitboard not_king = passing;
    for (const auto t : {kPawn, kKnight, kBishop, kRook, kQueen})
        not_king |= takers.by_type[t];
    if (!not_king) {
        may_[0] |= may_[kKing];
        may_[kKing] = 0;
    }
    for (const auto t : {kKnight, kBishop, kRook, kQueen, kKing})
        if (takers.by_type[t])
            may_[t] |= there;
    if (takers.by_type[kPawn]) {
        if (arrives)
            for (const auto t : {kKnight, kBishop, kRook, kQueen})
                may_[t] |= there;
        else
            may_[kPawn] |= there;
    }
    if (passing) {
        may_[kPawn] |= jumped;
        may_[0] |= there;
        if (!direct)
            set_man(chess::lsb(jumped), 1 << kPawn);
        age_[chess::lsb(jumped)] = 0;
    }
    return {there | (passing ? jumped : 0), origins | there};
}

}  // namespace nebel::kriegspiel
