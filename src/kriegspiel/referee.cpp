#include "kriegspiel/referee.hpp"

#include <fmt/format.h>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "core/text.hpp"

namespace nebel::kriegspiel {

using chess::Colour;
using chess::Square;
using Type = Event::Type;

namespace {

Event event_of(Type type, Seat seat) {
    Event event;
    event.type = type;
    event.seat = seat;
    return event;
}

}  // namespace

Referee::Referee(const Rules& rules, Rng& /*rng*/) : Referee(rules, rules.start()) {}

Referee::Referee(const Rules& rules, const chess::Position& start)
    : rules_(rules),
      position_(start),
      start_(start),
      keeps_turn_(rules.says().nonsense_distinct ||
                  rules.says().pawns == PawnInformation::OnAsking) {
    if (rules_.repetition)
        history_.push(position_);
}

Parsed<Referee> Referee::from_start(const Rules& rules, std::string_view fen) {
    const auto position = chess::parse_fen(fen);
    if (!position)
        return tl::make_unexpected(position.error());
    if (&position->shape() != &rules.start().shape())
        return parse_error(fmt::format("the position has another size than the board {}",
                                       quote(rules.board_name())));
    Referee referee(rules, *position);
    // Judged at once, so that a finished position is not played on; the seats hear it in open().
    referee.outcome_ = referee.judge();
    return referee;
}

std::string Referee::start_text() const {
    return chess::to_fen(start_);
}

std::string Referee::state_text() const {
    return chess::to_fen(position_);
}

Answer<Event> Referee::open() {
    Answer<Event> answer;
    if (!(position_ == rules_.start()))
        tell_start(answer);
    if (outcome_)
        answer.tell_both(Event::end(*outcome_));
    else
        open_turn(answer);
    return answer;
}

// Another start than the rules': each seat is told its own men and how many the enemy has.
void Referee::tell_start(Answer<Event>& answer) const {
    const bool all = rules_.says().moves_told;
    for (const Seat seat : kSeats) {
        const Colour enemy = ~colour_of(seat);
        Event start = event_of(Type::Start, to_act());
        start.pawns =
            static_cast<std::int8_t>(chess::popcount(position_.pieces(enemy, chess::kPawn)));
        start.pieces =
            static_cast<std::int8_t>(chess::popcount(position_.pieces(enemy)) - 1 - start.pawns);
        const int own_rights = seat == Seat::First ? chess::kWhiteShort | chess::kWhiteLong
                                                   : chess::kBlackShort | chess::kBlackLong;
        start.castling = static_cast<std::uint8_t>(position_.castling() &
                                                   (all ? chess::kAllCastling : own_rights));
        if (all)
            start.square = position_.ep_square();
        answer.tell(seat, start);
        for (const auto type : {chess::kPawn, chess::kKnight, chess::kBishop, chess::kRook,
                                chess::kQueen, chess::kKing})
            for (const Seat owner : kSeats) {
                Event placed = event_of(Type::Placed, owner);
                placed.piece = type;
                placed.squares = position_.pieces(colour_of(owner), type);
                if (placed.squares && (owner == seat || all))
                    answer.tell(seat, placed);
            }
    }
}

Answer<Event> Referee::act(const Action& action) {
    Answer<Event> answer;  // the only one returned, so that it is built in its place
    if (outcome_)
        answer.reject("the game is over");
    else if (action.is_any())
        hear_any(answer);
    else if (action.from == chess::kNoSquare)
        answer.reject("a try names two squares");
    else
        hear_try(answer, action);
    return answer;
}

void Referee::hear_any(Answer<Event>& answer) {
    const auto& says = rules_.says();
    if (says.pawns != PawnInformation::OnAsking)
        answer.reject("this ruleset has no question \"Any?\"");
    else if (turn_.may_ask(says))
        answer_any(answer);
    else
        refuse(answer, Action::any(), true);
}

void Referee::hear_try(Answer<Event>& answer, const Action& action) {
    if (keeps_turn_ && !turn_.conceivable(OwnMen(position_, position_.side()), action)) {
        refuse(answer, action, true);
        return;
    }
    const auto move = chess::to_legal_move(position_, action.from, action.to, action.promotion);
    if (move)
        carry_out(answer, action, *move);
    else
        refuse(answer, action, false);
}

void Referee::answer_any(Answer<Event>& answer) {
    Event said = event_of(Type::Answer, to_act());
    said.any = chess::legal_pawn_captures(position_).count > 0 ? 1 : 0;
    answer.tell_both(said);
    note(said);
}

void Referee::refuse(Answer<Event>& answer, const Action& action, bool nonsense) {
    const auto& says = rules_.says();
    const bool told_apart = nonsense && says.nonsense_distinct;
    answer.verdict = Verdict::Refused;
    Event refused = event_of(Type::Refused, to_act());
    refused.nonsense = told_apart;
    if (told_apart ? says.nonsense_public : says.refusal_public)
        answer.tell(other(to_act()), refused);
    if (!action.is_any())
        refused.action = action;
    answer.tell(to_act(), refused);
    note(refused);
}

void Referee::carry_out(Answer<Event>& answer, const Action& action, chess::Move move) {
    const auto& says = rules_.says();
    const Seat mover = to_act();
    const chess::Piece captured = position_.captured_by(move);
    const Square captured_on = position_.capture_square(move);
    position_.do_move(move);
    if (rules_.repetition)
        history_.push(position_);
    turn_.reset();

    Event moved = event_of(Type::Moved, mover);
    if (says.moves_told)
        moved.action = action;
    answer.tell(other(mover), moved);
    moved.action = action;
    answer.tell(mover, moved);
    if (captured != chess::kNoPiece) {
        Event capture = event_of(Type::Capture, mover);
        capture.en_passant = says.en_passant_told && move.kind() == chess::MoveKind::kEnPassant;
        capture.square = capture.en_passant ? move.to() : captured_on;
        if (says.capture_tells_man)
            capture.man = chess::type_of(captured) == chess::kPawn ? Man::Pawn : Man::Piece;
        answer.tell_both(capture);
    }
    if (says.promotion_told && move.is_promotion())
        answer.tell_both(event_of(Type::Promotion, mover));
    outcome_ = judge();
    if (outcome_)
        answer.tell_both(Event::end(*outcome_));
    else
        open_turn(answer);
}

// What is said before each turn: the check, then the pawn captures.
void Referee::open_turn(Answer<Event>& answer) {
    const Seat mover = to_act();
    if (position_.in_check()) {
        Event check = event_of(Type::Check, mover);
        check.kinds = check_kinds(position_);
        answer.tell_both(check);
        note(check);
    }
    const auto information = rules_.says().pawns;
    if (information == PawnInformation::None || information == PawnInformation::OnAsking)
        return;
    const auto captures = chess::legal_pawn_captures(position_);
    Event tries = event_of(Type::PawnTries, mover);
    if (information == PawnInformation::Count) {
        tries.count = static_cast<std::int8_t>(captures.count);
    } else if (information == PawnInformation::YesNo) {
        tries.any = captures.count > 0 ? 1 : 0;
    } else {
        tries.squares_told = true;
        tries.squares = captures.from;
    }
    answer.tell_both(tries);
    note(tries);
}

void Referee::note(const Event& event) {
    if (keeps_turn_)
        turn_.hear(event, rules_.says(), OwnMen(position_, position_.side()));
}

std::optional<Outcome> Referee::judge() const {
    const Seat mover = to_act();
    if (!chess::has_legal_move(position_)) {
        if (position_.in_check())
            return win_for(other(mover), Reason::Checkmate);
        if (rules_.says().stalemate_loses)
            return win_for(other(mover), Reason::Stalemate);
        return draw(Reason::Stalemate);
    }
    if (chess::is_insufficient_material(position_))
        return draw(Reason::InsufficientMaterial);
    if (rules_.fifty && position_.halfmove_clock() >= 100)
        return draw(Reason::FiftyMoves);
    if (rules_.repetition && history_.is_threefold())
        return draw(Reason::Repetition);
    if (rules_.cap != 0 && position_.halfmove_clock() >= rules_.cap)
        return draw(Reason::PlyLimit);
    return std::nullopt;
}

Answer<Event> Referee::conclude(Outcome outcome) {
    if (outcome_)
        return Answer<Event>::invalid("the game is over");
    outcome_ = outcome;
    Answer<Event> answer;
    answer.tell_both(Event::end(outcome));
    return answer;
}

}  // namespace nebel::kriegspiel
