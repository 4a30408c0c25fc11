#pragma once

#include <optional>
#include <span>

#include "kriegspiel/players/belief_player.hpp"
#include "kriegspiel/prove/mate_prover.hpp"

namespace nebel::kriegspiel {

/// A mate by force on the boards of a belief, against an enemy that has few men left: there the
/// boards can be few enough to be asked one and all. Weighing tries by how they look, one can know
/// where everything stands and still go to and fro before a mate in two.
class SureMate {
 public:
    /// Enemy men beside the king; with more of them there is hardly ever a plan to be found.
    static constexpr int kFewMen = 3;

    /// The boards, each once. None are kept where they are too many to be asked.
    explicit SureMate(std::span<const World> worlds);

    /// The first try of a plan that mates on all boards. Where a refusal is free, also a try that
    /// mates by force wherever it is legal, and is refused elsewhere.
    [[nodiscard]] std::optional<MatePlan> find(const Rules& rules,
                                               std::span<const Action> tries,
                                               BudgetMeter& meter) const;

    [[nodiscard]] std::size_t boards() const { return boards_.size(); }

 private:
    std::vector<chess::Position> boards_;
};

}  // namespace nebel::kriegspiel
