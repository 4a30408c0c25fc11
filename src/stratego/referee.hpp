#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "game/answer.hpp"
#include "stratego/action.hpp"
#include "stratego/event.hpp"
#include "stratego/position.hpp"

namespace nebel::stratego {

/// The truth of a game: takes or deals the set-ups, answers moves, tells ranks by strikes alone.
class Referee {
 public:
    /// Deals both set-ups if the rules say so.
    Referee(const Rules& rules, Rng& rng);

    /// "empty" (the seats set up), two set-ups "RED/BLUE", or a whole board: its squares row by row
    /// from red's back row, B..M red, N..Y blue, 'A' or 'a' empty, '_' a lake; red moves first.
    static Parsed<Referee> from_start(const Rules& rules, std::string_view text);
    [[nodiscard]] std::string start_text() const { return start_; }

    Answer<Event> open();
    [[nodiscard]] Seat to_act() const;
    Answer<Event> act(const Action& action);
    Answer<Event> conclude(Outcome outcome);
    [[nodiscard]] std::optional<Outcome> outcome() const { return outcome_; }

    /// The board's squares as in `from_start`, the side to move, plies and quiet plies.
    [[nodiscard]] std::string state_text() const;
    /// The board itself; meaningful once both sides have set up.
    [[nodiscard]] const Position& position() const { return position_; }

 private:
    explicit Referee(const Rules& rules) : rules_(rules), position_(rules) {}

    [[nodiscard]] std::string board_text() const;
    void place(Seat seat, const Setup& setup);
    void begin_play(Answer<Event>& answer);
    void finish(Answer<Event>& answer, Outcome outcome);
    Answer<Event> set_up(const Setup& setup);
    Answer<Event> move(Move move);

    Rules rules_;
    Position position_;
    PerSeat<std::optional<Setup>> setups_;
    std::string start_ = "empty";
    bool playing_ = false;
    std::optional<Outcome> outcome_;
};

}  // namespace nebel::stratego
