#pragma once

#include <optional>
#include <string>

#include "core/inline_vec.hpp"
#include "kriegspiel/view.hpp"

namespace nebel::kriegspiel {

/// Listens to an umpire that may be wrong. Views, beliefs and players rely on announcements that
/// can be: moves in turn, captures of men that are there, checks of the side to move. This stands
/// before them where the umpire is a stranger's program. What cannot be, as far as the seat itself
/// can tell, is left out; what must have happened in between is put in; everything else is passed
/// on as it came. Whether the enemy's men can be where they are said to be is the beliefs'
/// business.
class PatientEar {
 public:
    PatientEar(const Rules& rules, Seat seat) : view_(rules, seat) {}

    struct Heard {
        /// What to hear in its place, in this order.
        InlineVec<Event, 2> events;
        /// What was wrong, one line; empty when nothing was.
        std::string objection;
    };

    Heard hear(const Event& event);
    /// The seat is asked to act: so it must be its turn, whatever was heard.
    Heard asked_to_act();
    /// What the seat has answered; it may turn out to have been made without a word.
    void acted(const Action& action) { answered_ = action; }

    /// After everything passed on.
    [[nodiscard]] const View& view() const { return view_; }
    /// Why the seat cannot act at all; empty when it can.
    [[nodiscard]] std::string helpless() const;

 private:
    Heard judge(const Event& event) const;
    Heard judge_moved(const Event& event) const;
    Heard judge_own_move(const Event& event) const;
    Heard judge_refused(const Event& event) const;
    Heard judge_capture(const Event& event) const;
    Heard judge_check(const Event& event) const;
    Heard judge_pawn_tries(const Event& event) const;
    Heard judge_answer(const Event& event) const;
    Heard judge_promotion(const Event& event) const;
    Heard judge_start(const Event& event) const;
    Heard judge_placed(const Event& event) const;
    void pass_on(const Event& event);
    [[nodiscard]] bool may_be_own_move(const Action& action) const;
    [[nodiscard]] bool may_take_with_pawn() const;

    View view_;
    std::optional<Action> answered_;  ///< in the running turn
    std::optional<Event> latest_move_;
    bool placing_ = false;  ///< another start is being told
    int kings_due_ = 0;
    bool began_ = false;         ///< something else than a start was heard
    bool capture_told_ = false;  ///< of the latest move
    bool promotion_told_ = false;
    bool check_told_ = false;  ///< to the running turn
    bool pawns_told_ = false;
    bool any_told_ = false;
};

}  // namespace nebel::kriegspiel
