#include "kriegspiel/belief/metaposition.hpp"

namespace nebel::kriegspiel {

Metaposition::Metaposition(const Rules& rules, Seat seat)
    : rules_(rules),
      seat_(seat),
      story_(rules, seat),
      settled_(rules, rules.start(), colour_of(seat)),
      now_(settled_) {}

void Metaposition::hear(const Event& event) {
    stale_ = true;
    story_.hear(event);
    switch (event.type) {
        case Event::Type::Start:
            start_pawns_ = event.pawns;
            start_pieces_ = event.pieces;
            begun_elsewhere_ = true;
            break;
        case Event::Type::Moved:
            enemy_refused_.push_back(refused_now_);
            refused_now_ = false;
            break;
        case Event::Type::Refused:
            refused_now_ |= event.seat != seat_;
            break;
        default:
            break;
    }
}

// The opening words may come in several events: they too are applied anew while no move was made.
void Metaposition::restart() const {
    if (begun_elsewhere_ && story_.own_start().has_king())
        settled_ = MetaBoard(rules_, story_.own_start(), story_.first_to_move() == colour_of(seat_),
                             start_pawns_, start_pieces_);
    if (story_.own_start().has_king())
        settled_.hear_opening(story_.opening());
}

void Metaposition::apply(MetaBoard& board, std::size_t index) const {
    const Ply& ply = story_.plies()[index];
    if (ply.own)
        for (const Action& refused : story_.tries(ply))
            board.refuse(refused);
    if (ply.asked >= 0)
        board.answer_any(ply.asked == 1);
    if (ply.own) {
        board.pseudo(ply.move, ply.said);
        return;
    }
    // A yes binds: to a capture, or to one try, which was the move itself if none was refused.
    const auto obligation = rules_.says().obligation;
    const bool bound =
        ply.asked == 1 && (obligation == AnyObligation::CompleteCapture ||
                           (obligation == AnyObligation::OneTry && !enemy_refused_[index]));
    board.meta(ply.said, bound);
}

const MetaBoard& Metaposition::board() const {
    if (!stale_)
        return now_;
    const auto& view = story_.view();
    if (view.board()) {
        now_ = MetaBoard(rules_, *view.board(), colour_of(seat_));
        stale_ = false;
        return now_;
    }
    const auto& plies = story_.plies();
    if (plies.empty() || settled_plies_ == 0)
        restart();
    while (settled_plies_ + 1 < plies.size())
        apply(settled_, settled_plies_++);
    now_ = settled_;
    if (settled_plies_ < plies.size())
        apply(now_, settled_plies_);
    for (const Action& refused : story_.tries_this_turn())
        now_.refuse(refused);
    if (story_.asked_this_turn() >= 0)
        now_.answer_any(story_.asked_this_turn() == 1);
    stale_ = false;
    return now_;
}

}  // namespace nebel::kriegspiel
