#pragma once

#include <optional>
#include <vector>

#include "kriegspiel/game.hpp"
#include "protocol/uci_engine.hpp"

namespace nebel::protocol {

/// A chess engine at a Kriegspiel table where everything is announced (the ruleset `open`): the
/// yardstick of plain chess. The engine is told the start and all moves, so it knows about
/// repetitions. It is not told the seed: UCI has no word for it.
class UciPlayer final : public Player<kriegspiel::Kriegspiel> {
 public:
    /// Throws UserError for a command that cannot be run.
    explicit UciPlayer(std::string_view command, const EngineLimits& limits = {});

    /// Throws UserError for any ruleset that hides something and for small boards.
    void begin(const kriegspiel::Rules& rules, Seat seat, std::uint64_t seed) override;
    void hear(const kriegspiel::Event& event) override;
    kriegspiel::Action act(const Budget& budget) override;
    [[nodiscard]] Work work() const override { return work_; }

 private:
    UciEngine engine_;
    std::optional<kriegspiel::View> view_;
    chess::Position start_;
    std::vector<chess::Move> moves_;
    std::uint64_t spent_ = 0;
    Work work_;
};

}  // namespace nebel::protocol
