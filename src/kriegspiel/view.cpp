#include "kriegspiel/view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"

namespace nebel::kriegspiel {

using chess::Square;

namespace {

// An umpire that contradicts itself may leave no try: then what it said this turn counts for
// nothing but the refusals themselves, and at last not even they.
void list_of_own_men(const OwnMen& own, int enemy_men, const TryList& refused, TryList& list) {
    TryList all;
    Turn().list(own, enemy_men, all);
    for (const auto& action : all)
        if (std::find(refused.begin(), refused.end(), action) == refused.end())
            list.push_back(action);
    if (list.empty())
        list = all;
}

}  // namespace

View::View(const Rules& rules, Seat seat) : rules_(rules), seat_(seat) {
    const auto& start = rules.start();
    const auto enemy = ~colour_of(seat);
    own_ = OwnMen(start, colour_of(seat));
    to_move_ = seat_of(start.side());
    enemy_pawns_ = static_cast<std::uint8_t>(chess::popcount(start.pieces(enemy, chess::kPawn)));
    enemy_men_ = static_cast<std::int16_t>(chess::popcount(start.pieces(enemy)) - 1);
    enemy_pieces_ = static_cast<std::uint8_t>(enemy_men_ - enemy_pawns_);
    if (rules.says().moves_told)
        board_ = start;
}

void View::hear(const Event& event) {
    switch (event.type) {
        case Event::Type::Moved:
            hear_moved(event);
            break;
        case Event::Type::Capture:
            hear_capture(event);
            break;
        case Event::Type::Start:
            hear_start(event);
            break;
        case Event::Type::Placed:
            hear_placed(event);
            break;
        case Event::Type::End:
            outcome_ = event.outcome();
            break;
        default:
            if (to_move_ == seat_)
                turn_.hear(event, rules_.says(), own_);
            break;
    }
}

void View::hear_start(const Event& event) {
    own_ = OwnMen(own_.shape(), colour_of(seat_), event.castling);
    to_move_ = event.seat;
    enemy_pawns_ = static_cast<std::uint8_t>(event.pawns);
    enemy_pieces_ = static_cast<std::uint8_t>(event.pieces);
    enemy_men_ = static_cast<std::int16_t>(event.pawns + event.pieces);
    taken_ = {};
    turn_.reset();
    if (rules_.says().moves_told) {
        told_enemy_ = OwnMen(own_.shape(), ~colour_of(seat_), event.castling);
        told_castling_ = event.castling;
        told_ep_ = event.square;
    }
}

void View::hear_placed(const Event& event) {
    if (event.seat == seat_)
        own_.place(event.piece, event.squares);
    else if (told_enemy_)
        told_enemy_->place(event.piece, event.squares);
    if (told_enemy_ && own_.has_king() && told_enemy_->has_king())
        build_told_board();
}

void View::build_told_board() {
    chess::Setup setup;
    setup.shape = &own_.shape();
    setup.side = colour_of(to_move_);
    setup.castling = told_castling_;
    setup.ep = told_ep_;
    for (const OwnMen* men : {&own_, &*told_enemy_})
        for (const Square s : chess::Squares(men->all()))
            setup.board[s] = chess::make_piece(men->colour(), men->on(s));
    if (setup.validate())
        board_ = chess::Position(setup);
    told_enemy_.reset();
    told_castling_ = chess::kNoCastling;
    told_ep_ = chess::kNoSquare;
}

void View::hear_moved(const Event& event) {
    if (event.has_action()) {
        if (event.seat == seat_)
            own_.move(event.action.from, event.action.to, event.action.promotion);
        if (board_) {
            const auto move = chess::to_legal_move(*board_, event.action.from, event.action.to,
                                                   event.action.promotion);
            if (move)
                board_->do_move(*move);
        }
    }
    to_move_ = other(event.seat);
    turn_.reset();
}

void View::hear_capture(const Event& event) {
    if (event.seat == seat_) {
        --enemy_men_;
        if (event.man == Man::Unsaid)
            ++taken_.unsaid;
        else
            ++(event.man == Man::Pawn ? taken_.pawns : taken_.pieces);
        return;
    }
    // Where en passant is said, the square is where the taker landed, behind our pawn.
    const bool behind = event.en_passant && rules_.says().en_passant_told;
    const Square lost =
        behind ? chess::offset(event.square, chess::forward(own_.colour())) : event.square;
    if (lost < chess::kNoSquare && own_.shape().on_board(lost))
        own_.lose(lost);
}

void View::actions(TryList& list) const {
    if (!my_turn())
        return;
    if (board_) {
        chess::MoveList moves;
        chess::generate_legal(*board_, moves);
        for (const auto move : moves)
            list.push_back({move.from(), move.to(), move.promotion()});
        return;
    }
    if (turn_.may_ask(rules_.says()) && own_.of(chess::kPawn) && enemy_men_ > 0)
        list.push_back(Action::any());
    turn_.list(own_, enemy_men_, list);
    if (list.empty())
        list_of_own_men(own_, enemy_men_, turn_.refusals(), list);
}

Action View::random_action(Rng& rng) const {
    TryList list;
    actions(list);
    NEBEL_CHECK(!list.empty());
    return list[rng.below(static_cast<std::uint32_t>(list.size()))];
}

std::string View::text() const {
    std::string men;
    if (board_) {
        men = chess::to_fen(*board_);
    } else {
        for (int rank = own_.shape().height - 1; rank >= 0; --rank) {
            for (int file = 0; file < own_.shape().width; ++file) {
                const auto type = own_.on(chess::make_square(file, rank));
                men += type == chess::kNoType
                           ? '.'
                           : chess::piece_letter(chess::make_piece(own_.colour(), type));
            }
            if (rank > 0)
                men += '/';
        }
    }
    std::string refusals;
    for (const auto& refusal : turn_.refusals())
        refusals += " " + refusal.text();
    return fmt::format(
        "{} {} {}{} to_move={} enemy={} taken={}p{}n{}u check={} pawns={:x} any={} refused={}{}",
        seat_name(seat_), men, own_.can_castle_short() ? "K" : "",
        own_.can_castle_long() ? "Q" : "", seat_name(to_move_), enemy_men_, taken_.pawns,
        taken_.pieces, taken_.unsaid, turn_.check_kinds(), turn_.capturing_pawns(),
        turn_.must_capture_with_pawn() ? "owed"
        : turn_.may_ask(rules_.says()) ? "open"
                                       : "-",
        refusals.empty() ? "-" : refusals.substr(1),
        outcome_
            ? fmt::format(" {} {}", nebel::text(outcome_->result), nebel::text(outcome_->reason))
            : "");
}

}  // namespace nebel::kriegspiel
