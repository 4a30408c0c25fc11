#pragma once

#include <optional>

#include "protocol/engine_client.hpp"
#include "protocol/mgtp.hpp"

namespace nebel::protocol {

/// A dark chess program that speaks MGTP, as a player. Programs print what they like; only lines
/// that answer the command just sent are read.
class MgtpPlayer final : public Player<darkchess::DarkChess> {
 public:
    MgtpPlayer(LinkFactory factory, const EngineLimits& limits);

    void begin(const darkchess::Rules& rules, Seat seat, std::uint64_t seed) override;
    void hear(const darkchess::Event& event) override;
    darkchess::Action act(const Budget& budget) override;

 private:
    mgtp::Reply ask(mgtp::Id id, std::string_view arguments = {});
    /// The same, but "?" is a failure.
    void demand(const std::string& line, mgtp::Id id);
    darkchess::Action generate(const Budget& budget);
    void tell_time(const Budget& budget);

    EngineClient client_;
    std::optional<darkchess::View> view_;
    bool time_told_ = false;
};

}  // namespace nebel::protocol
