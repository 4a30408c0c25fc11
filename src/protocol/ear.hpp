#pragma once

#include <span>
#include <string>

#include "game/game.hpp"
#include "kriegspiel/game.hpp"
#include "kriegspiel/patient_ear.hpp"

namespace nebel::protocol {

/// How an engine listens to a client's events: what is wrong with one, what its player hears. Most
/// games take every event as it comes, and an event that was lost or cannot be read ends the game.
template <Game G>
class Ear {
 public:
    /// Whether a game can go on after an event that was lost or cannot be read.
    static constexpr bool kPatient = false;

    struct Heard {
        InlineVec<typename G::Event, 2> events;
        std::string objection;
    };

    Ear(const typename G::Rules& rules, Seat seat) : view_(rules, seat) {}

    Heard hear(const typename G::Event& event) {
        view_.hear(event);
        return {{event}, {}};
    }
    Heard asked_to_act() { return {}; }
    void acted(const typename G::Action&) {}
    [[nodiscard]] const typename G::View& view() const { return view_; }
    [[nodiscard]] std::string helpless() const { return {}; }

 private:
    typename G::View view_;
};

/// Kriegspiel's umpires are the ones that differ.
template <>
class Ear<kriegspiel::Kriegspiel> : public kriegspiel::PatientEar {
 public:
    static constexpr bool kPatient = true;
    using kriegspiel::PatientEar::PatientEar;
};

}  // namespace nebel::protocol
