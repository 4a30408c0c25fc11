#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "chess/draws.hpp"
#include "chess/position.hpp"
#include "game/game.hpp"
#include "kriegspiel/event.hpp"
#include "kriegspiel/rules.hpp"
#include "kriegspiel/turn.hpp"

namespace nebel::kriegspiel {

/// The umpire: sees the whole board, answers tries, and says to each seat exactly what the ruleset
/// has it hear.
class Referee {
 public:
    /// Chess has no deal: the generator is not used, the start is the rules' board.
    Referee(const Rules& rules, Rng& rng);

    /// From a FEN on a board of the rules' size.
    static Parsed<Referee> from_start(const Rules& rules, std::string_view fen);
    [[nodiscard]] std::string start_text() const;

    Answer<Event> open();
    [[nodiscard]] Seat to_act() const { return seat_of(position_.side()); }
    Answer<Event> act(const Action& action);
    Answer<Event> conclude(Outcome outcome);
    [[nodiscard]] std::optional<Outcome> outcome() const { return outcome_; }

    /// The FEN.
    [[nodiscard]] std::string state_text() const;
    [[nodiscard]] const chess::Position& position() const { return position_; }
    [[nodiscard]] const Rules& rules() const { return rules_; }

 private:
    Referee(const Rules& rules, const chess::Position& start);

    void tell_start(Answer<Event>& answer) const;
    void hear_any(Answer<Event>& answer);
    void hear_try(Answer<Event>& answer, const Action& action);
    void answer_any(Answer<Event>& answer);
    void refuse(Answer<Event>& answer, const Action& action, bool nonsense);
    void carry_out(Answer<Event>& answer, const Action& action, chess::Move move);
    void open_turn(Answer<Event>& answer);
    void note(const Event& event);
    [[nodiscard]] std::optional<Outcome> judge() const;

    Rules rules_;
    chess::Position position_;
    chess::Position start_;
    chess::History history_;
    std::optional<Outcome> outcome_;
    /// What the mover has heard this turn; kept only where the ruleset makes the umpire care.
    Turn turn_;
    bool keeps_turn_;
};

}  // namespace nebel::kriegspiel
