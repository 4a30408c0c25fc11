#pragma once

#include <cstdint>
#include <string_view>

#include "core/inline_vec.hpp"
#include "game/seat.hpp"

namespace nebel {

/// What became of an action.
enum class Verdict : std::uint8_t {
    Accepted,  ///< it happened
    Refused,  ///< a refusal that is part of the game: the seat has learned something and acts again
    Invalid,  ///< not an action of this game at this moment: nothing happened, nobody heard
              ///< anything
};

/// The referee's answer: the verdict and what each seat hears, in order. Nothing else leaves a
/// referee while a game runs.
template <class Event>
struct Answer {
    Verdict verdict = Verdict::Accepted;
    PerSeat<InlineVec<Event, 16>> events;
    /// For Invalid: what was wrong, one line, static text that depends on nothing the seat to act
    /// does not know.
    std::string_view why;

    void tell(Seat seat, const Event& event) { events[seat].push_back(event); }
    void tell_both(const Event& event) {
        tell(Seat::First, event);
        tell(Seat::Second, event);
    }
    void reject(std::string_view reason) {
        verdict = Verdict::Invalid;
        why = reason;
    }
    static Answer invalid(std::string_view why) {
        Answer answer;
        answer.reject(why);
        return answer;
    }
};

}  // namespace nebel
