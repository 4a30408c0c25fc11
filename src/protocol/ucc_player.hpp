#pragma once

#include <optional>

#include "protocol/engine_client.hpp"
#include "protocol/ucc.hpp"

namespace nebel::protocol {

/// A Stratego program of the UCC competition of 2012, as a player. The protocol has one game and
/// one army: classic, and each side sets up for itself. A process plays one game.
class UccPlayer final : public Player<stratego::Stratego> {
 public:
    UccPlayer(LinkFactory factory, const EngineLimits& limits);

    /// Throws UserError for other rules than classic with setup=player.
    void begin(const stratego::Rules& rules, Seat seat, std::uint64_t seed) override;
    void hear(const stratego::Event& event) override;
    stratego::Action act(const Budget& budget) override;

 private:
    stratego::Action set_up(const Budget& budget);
    stratego::Action move(const Budget& budget);

    EngineClient client_;
    std::optional<stratego::View> view_;
    bool started_ = false;
};

}  // namespace nebel::protocol
