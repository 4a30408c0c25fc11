#include "kriegspiel/belief/densities_model.hpp"

#include <cmath>

#include "chess/attacks.hpp"
#include "kriegspiel/belief/densities_query.hpp"

namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::contains;
using chess::Square;
using chess::Squares;

namespace {

constexpr float kNothing = 1e-6F;

// Brings a map to its total without putting more on a square than there is room for: in proportion
// to what is there, and evenly where there is nothing; `held` squares keep what they have if that
// is possible. Returns what found no room.
float fill(std::array<float, 64>& map,
           const std::array<float, 64>& room,
           Bitboard squares,
           Bitboard held,
           float total) {
    for (int s = 0; s < 64; ++s)
        if (!contains(squares, static_cast<Square>(s)))
            map[s] = 0;
    float need = total;
    for (const Square s : Squares(held & squares)) {
        map[s] = std::min(map[s], room[s]);
        need -= map[s];
    }
    if (need < kNothing || (squares & ~held) == 0)
        need = total;
    else
        squares &= ~held;
    while (squares != 0) {
        float sum = 0;
        for (const Square s : Squares(squares))
            sum += map[s];
        if (sum < kNothing) {
            float space = 0;
            for (const Square s : Squares(squares))
                space += room[s];
            const float share = space > 0 ? std::min(1.0F, need / space) : 0;
            for (const Square s : Squares(squares))
                map[s] = room[s] * share;
            return need - space * share;
        }
        const float factor = need / sum;
        Bitboard full = 0;
        for (const Square s : Squares(squares))
            if (map[s] * factor > room[s])
                full |= bit(s);
        if (full == 0) {
            for (const Square s : Squares(squares))
                map[s] *= factor;
            return 0;
        }
        for (const Square s : Squares(full)) {
            map[s] = room[s];
            need -= room[s];
        }
        squares &= ~full;
        if (need < kNothing) {
            for (const Square s : Squares(squares))
                map[s] = 0;
            return 0;
        }
    }
    return need;
}

}  // namespace

DensityModel::DensityModel(const chess::Position& start, const Rules& rules, Seat seat)
    : own_(start, colour_of(seat)), says_(&rules.says()) {
    const auto them = enemy();
    king_may_ = start.pieces(them, chess::kKing);
    pawn_may_ = start.pieces(them, chess::kPawn);
    for (const Square s : Squares(start.pieces(them)))
        switch (chess::type_of(start.piece_on(s))) {
            case chess::kKing:
                maps_.king[s] = 1;
                break;
            case chess::kPawn:
                maps_.pawn[s] = 1;
                pawns_ += 1;
                break;
            default:
                maps_.piece[s] = 1;
                pieces_ += 1;
        }
}

DensityModel::DensityModel(
    const OwnMen& own, int pawns, int pieces, const Rules& rules, const Said* opening)
    : own_(own),
      says_(&rules.says()),
      pawns_(static_cast<float>(pawns)),
      pieces_(static_cast<float>(pieces)) {
    const auto& shape = own_.shape();
    const Bitboard last = shape.promotion[chess::kWhite] | shape.promotion[chess::kBlack];
    king_may_ = open_squares() & ~chess::king_attacks(own_.king());
    pawn_may_ = open_squares() & ~last;
    fit();
    if (opening == nullptr)
        return;
    learn_no_pawn_check(opening->kinds);
    if (opening->kinds != 0)
        learn_suffered_check(opening->kinds, DensityMaps());
    learn_own_pawn_captures(*opening);
    fit();
}

void DensityModel::fit() {
    const Bitboard open = open_squares();
    const Bitboard free = open & ~emptied_;
    // What was announced always leaves the king a square; where an approximation has lost it, any.
    if ((king_may_ & free) == 0)
        king_may_ = free;
    Map room;
    room.fill(1);
    fill(maps_.king, room, king_may_ & free, held_, 1);
    for (int s = 0; s < 64; ++s)
        room[s] = 1 - maps_.king[s];
    if (const float left = fill(maps_.pawn, room, pawn_may_ & free, held_, pawns_);
        left > kNothing) {
        // More pawns than squares where one is known to fit: some have become pieces.
        pawns_ -= left;
        pieces_ += left;
    }
    for (int s = 0; s < 64; ++s)
        room[s] = std::max(0.0F, room[s] - maps_.pawn[s]);
    if (fill(maps_.piece, room, free, held_, pieces_) > kNothing)
        fill(maps_.piece, room, open, 0, pieces_);
}

void DensityModel::clear(Bitboard squares) {
    emptied_ |= squares;
    held_ &= ~squares;
    for (const Square s : Squares(squares))
        maps_.king[s] = maps_.pawn[s] = maps_.piece[s] = 0;
}

void DensityModel::take_off(Square square, Man man) {
    const float both = pawns_ + pieces_;
    const float here = maps_.pawn[square] + maps_.piece[square];
    float pawn = man == Man::Pawn ? 1.0F : 0.0F;
    if (man == Man::Unsaid)
        pawn = here > kNothing ? maps_.pawn[square] / here : (both > 0 ? pawns_ / both : 0);
    const float left = std::max(0.0F, std::round(both - 1));
    // A piece too many was a pawn once, and the other way round nothing can be.
    pawns_ = std::clamp(pawns_ - pawn, 0.0F, left);
    pieces_ = left - pawns_;
    clear(bit(square));
}

void DensityModel::refused(const Action& action, std::uint8_t kinds) {
    const auto type = own_.on(action.from);
    const Bitboard path = chess::between(action.from, action.to);
    if (type == chess::kKing) {
        // Castling fails for too many reasons to learn from.
        if (path == 0)
            learn_attacked(action.to);
    } else if (kinds != 0) {
        return;  // it did not end the check: says little of any one square
    } else if (type == chess::kKnight) {
        learn_pinned(action.from, 1);
    } else if (is_pawn_capture_try(own_, action)) {
        if (pin_chance(maps_, own_, action.from, action.to) > 0)
            for (auto* map : {&maps_.pawn, &maps_.piece})
                (*map)[action.to] *= 0.1F;
        else
            clear(bit(action.to));
    } else {
        learn_blocked(type == chess::kPawn ? path | bit(action.to) : path, action.from, action.to);
    }
    fit();
}

void DensityModel::answered(std::int8_t any, std::uint8_t kinds) {
    Said said;
    said.kinds = kinds;
    said.pawn_any = any;
    learn_own_pawn_captures(said);
    fit();
}

void DensityModel::own_move(const Action& action, const Said& said) {
    const auto [from, to] = std::pair(action.from, action.to);
    if (from >= chess::kNoSquare || to >= chess::kNoSquare || own_.on(from) == chess::kNoType)
        return;  // a stranger's referee said nonsense: nothing is learned
    const auto type = own_.on(from);
    if (type != chess::kKnight)
        clear(chess::between(from, to));
    if (said.capture != chess::kNoSquare) {
        const bool landing = said.en_passant && says_->en_passant_told;
        const Square taken =
            landing ? chess::offset(to, -chess::forward(own_.colour())) : said.capture;
        take_off(taken < chess::kNoSquare ? taken : to, said.man);
    }
    clear(bit(to));
    own_.move(from, to, action.promotion);
    taken_at_ = said.capture != chess::kNoSquare ? to : chess::kNoSquare;
    given_ = said.kinds;
    const bool twice = type == chess::kPawn && std::abs(to - from) == 16;
    double_step_ = twice ? to : chess::kNoSquare;
    if (type == chess::kKing)
        learn_own_king_moved();
    learn_given_check(said.kinds, from, to);
    learn_no_pawn_check(0);
    learn_enemy_pawn_captures(said);
    fit();
}

void DensityModel::enemy_move(const Said& said, const Said& heard) {
    const DensityMaps before = maps_;
    emptied_ = held_ = 0;
    if (said.capture != chess::kNoSquare) {
        suffer(said, heard);
    } else {
        learn_not_retaken();
        spread(said);
    }
    if (said.promotion)
        promote();
    ++time_;
    taken_at_ = double_step_ = chess::kNoSquare;
    given_ = 0;
    learn_no_pawn_check(said.kinds);
    if (said.kinds != 0)
        learn_suffered_check(said.kinds, before);
    learn_own_pawn_captures(said);
    fit();
}

}  // namespace nebel::kriegspiel
