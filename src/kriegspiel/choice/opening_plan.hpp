#pragma once

#include <optional>
#include <vector>

#include "core/rng.hpp"
#include "game/seat.hpp"
#include "kriegspiel/action.hpp"
#include "kriegspiel/rules.hpp"
#include "kriegspiel/turn.hpp"

namespace nebel::kriegspiel {

/// A set-up to aim at while nothing is known of the opponent, drawn by lot, so that no two games
/// need begin alike. It only suggests: whoever chooses may find something better at any move.
class OpeningPlan {
 public:
    OpeningPlan() = default;
    /// One of the house's plans; none where the game does not begin as usual.
    OpeningPlan(const Rules& rules, Seat seat, Rng& rng);

    /// The next move of the plan that can be tried; nothing when the opening is over.
    [[nodiscard]] std::optional<Action> next(const TryList& tries) const;
    /// An own move was made, of the plan or not.
    void moved();

 private:
    std::vector<Action> moves_;
    int left_ = 0;  ///< own moves until the opening is over
};

}  // namespace nebel::kriegspiel
