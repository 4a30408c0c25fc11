#pragma once

#include <array>
#include <optional>
#include <vector>

#include "protocol/engine_loop.hpp"
#include "protocol/mgtp.hpp"
#include "protocol/player_source.hpp"

namespace nebel::protocol {

/// A registered dark chess player behind MGTP. The protocol never says which seat the engine has:
/// the first genmove tells, and only then the player is seated and hears the game so far.
class MgtpEngine final : public Dialect {
 public:
    /// The budget is for a genmove when no clock was told. Throws UserError for a bad player text.
    MgtpEngine(std::string player_text, std::uint64_t seed, const Budget& budget);

    [[nodiscard]] LineKind kind(std::string_view line) const override;
    [[nodiscard]] std::string pong(std::string_view) const override { return {}; }
    [[nodiscard]] std::string too_long() const override { return "?-1 line too long"; }
    void handle(std::string_view line, const std::atomic<bool>& stop) override;

 private:
    using Words = std::vector<std::string_view>;

    /// The text behind "=ID", or an error.
    Parsed<std::string> answer(mgtp::Id id, const Words& arguments, const std::atomic<bool>& stop);
    Parsed<std::string> set_rules(mgtp::Id id, const Words& arguments);
    Parsed<std::string> reset();
    Parsed<std::string> take_event(mgtp::Id id, const Words& arguments);
    Parsed<std::string> generate(const std::atomic<bool>& stop);
    Parsed<std::string> set_time(mgtp::Id id, const Words& arguments);
    [[nodiscard]] std::string board_picture() const;

    PlayerSource<darkchess::DarkChess> source_;
    std::uint64_t seed_;
    Budget budget_;
    darkchess::Rules rules_;
    std::uint64_t games_ = 0;
    std::vector<darkchess::Event> events_;
    darkchess::View view_;
    std::optional<Seat> seated_;
    std::optional<std::chrono::milliseconds> clock_;                ///< from time_settings
    std::array<std::optional<std::chrono::milliseconds>, 2> left_;  ///< by colour
};

}  // namespace nebel::protocol
