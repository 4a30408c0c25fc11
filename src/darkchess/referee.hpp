#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/rng.hpp"
#include "darkchess/course.hpp"
#include "darkchess/event.hpp"
#include "game/answer.hpp"

namespace nebel::darkchess {

/// Which man lies on which square at the start.
using Deal = std::array<Man, kSquares>;

/// Every deal equally likely.
Deal random_deal(Rng& rng);

/// Holds the deal and shows a man of it when it is flipped. Everything else is public.
class Referee {
 public:
    Referee(const Rules& rules, Rng& rng) : Referee(rules, random_deal(rng)) {}

    /// From a deal as text: "KGGM/.../pppp", row 8 first, all 32 men.
    static Parsed<Referee> from_start(const Rules& rules, std::string_view text);
    [[nodiscard]] std::string start_text() const { return placement_text(deal_); }

    /// Nothing is announced: the start is the same for everybody.
    Answer<Event> open() { return {}; }
    [[nodiscard]] Seat to_act() const { return course_.board().seat_to_move(); }
    Answer<Event> act(Action action);
    Answer<Event> conclude(Outcome outcome);
    [[nodiscard]] std::optional<Outcome> outcome() const { return outcome_; }

    /// The board with the dark men's faces: the visible position, then the deal.
    [[nodiscard]] std::string state_text() const;

    /// What everybody can see.
    [[nodiscard]] const Course& course() const { return course_; }

    bool operator==(const Referee&) const = default;

 private:
    Referee(const Rules& rules, const Deal& deal) : course_(rules), deal_(deal) {}

    Course course_;
    Deal deal_;
    std::optional<Outcome> outcome_;
};

}  // namespace nebel::darkchess
