#pragma once

#include "darkchess/game.hpp"
#include "darkchess/players/expectimax_engine.hpp"
#include "game/view_player.hpp"

namespace nebel::darkchess {

/// A seat at the table for the expectimax engine. Deterministic at a fixed number of nodes.
class ExpectimaxPlayer final : public ViewPlayer<DarkChess> {
 public:
    explicit ExpectimaxPlayer(const ExpectimaxSettings& settings) : engine_(settings) {}

    void begin(const Rules& rules, Seat seat, std::uint64_t seed) override;
    Action act(const Budget& budget) override;
    [[nodiscard]] Work work() const override { return work_; }

 private:
    ExpectimaxEngine engine_;
    Work work_;
};

}  // namespace nebel::darkchess
