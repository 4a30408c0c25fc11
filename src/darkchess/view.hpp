#pragma once

#include <optional>
#include <string>

#include "core/rng.hpp"
#include "darkchess/course.hpp"
#include "darkchess/event.hpp"

namespace nebel::darkchess {

/// What one seat knows: everything that has happened, and of the dark men only how many of each are
/// left. Both seats know the same; the seat says whose turn and whose colour is "mine".
class View {
 public:
    View(const Rules& rules, Seat seat) : course_(rules), seat_(seat) {}

    /// Throws UserError for an event that cannot follow from what was heard before.
    void hear(const Event& event);

    [[nodiscard]] Seat seat() const { return seat_; }
    [[nodiscard]] bool my_turn() const { return !outcome_ && board().seat_to_move() == seat_; }
    [[nodiscard]] std::optional<Outcome> outcome() const { return outcome_; }

    [[nodiscard]] const Rules& rules() const { return course_.rules(); }
    [[nodiscard]] const Board& board() const { return course_.board(); }
    /// For a search that respects the draw rules.
    [[nodiscard]] const Course& course() const { return course_; }
    /// Nothing before the first flip.
    [[nodiscard]] std::optional<Colour> my_colour() const;

    void actions(Actions& list) const;
    [[nodiscard]] Action random_action(Rng& rng) const;

    bool operator==(const View&) const = default;

    [[nodiscard]] std::string text() const;

 private:
    Course course_;
    Seat seat_;
    std::optional<Outcome> outcome_;
};

}  // namespace nebel::darkchess
