#include "kriegspiel/belief/story.hpp"

namespace nebel::kriegspiel {

Story::Story(const Rules& rules, Seat seat)
    : view_(rules, seat),
      start_(rules.start()),
      own_start_(view_.own()),
      first_to_move_(rules.start().side()) {}

void Story::hear(const Event& event) {
    const bool bad_luck = event.type == Event::Type::Refused && event.seat == view_.seat() &&
                          event.has_action() && view_.turn().conceivable(view_.own(), event.action);
    view_.hear(event);
    switch (event.type) {
        case Event::Type::Moved:
            hear_moved(event);
            break;
        case Event::Type::Capture:
            latest().capture = event.square;
            latest().man = event.man;
            latest().en_passant = event.en_passant;
            break;
        case Event::Type::Check:
            latest().kinds = event.kinds;
            break;
        case Event::Type::PawnTries:
            latest().pawn_count = event.count;
            latest().pawn_any = event.any;
            latest().pawn_squares_told = event.squares_told;
            latest().pawn_squares = event.squares;
            break;
        case Event::Type::Promotion:
            latest().promotion = true;
            break;
        case Event::Type::Answer:
            asked_ = event.any;
            break;
        case Event::Type::Refused:
            // A try that was nonsense says nothing of the enemy.
            if (bad_luck)
                tries_.push_back(event.action);
            break;
        case Event::Type::Start:
            start_.reset();
            first_to_move_ = colour_of(event.seat);
            break;
        case Event::Type::Placed:
            own_start_ = view_.own();
            break;
        case Event::Type::End:
            break;
    }
}

void Story::hear_moved(const Event& event) {
    Ply ply;
    ply.own = event.seat == view_.seat();
    ply.move = event.action;
    ply.asked = asked_;
    ply.tries_begin = turn_begin_;
    ply.tries_end = static_cast<std::uint32_t>(tries_.size());
    plies_.push_back(ply);
    turn_begin_ = ply.tries_end;
    asked_ = -1;
}

}  // namespace nebel::kriegspiel
