#pragma once

#include <optional>

#include "protocol/engine_loop.hpp"
#include "protocol/player_source.hpp"
#include "protocol/ucc.hpp"

namespace nebel::protocol {

/// A registered Stratego player behind the protocol of the UCC competition of 2012. The judge knows
/// no word for an error: what cannot be understood is ignored, and the engine stays silent.
class UccEngine final : public Dialect {
 public:
    /// The budget is for every answer; the competition allowed two seconds. The rules matter for
    /// what the protocol does not say (repetition, draws). Throws UserError for a bad player text
    /// and for other rules than classic ones.
    UccEngine(std::string player_text,
              std::uint64_t seed,
              const Budget& budget,
              const stratego::Rules& rules = {});

    [[nodiscard]] LineKind kind(std::string_view line) const override;
    [[nodiscard]] std::string pong(std::string_view) const override { return {}; }
    [[nodiscard]] std::string too_long() const override { return {}; }
    void handle(std::string_view line, const std::atomic<bool>& stop) override;

 private:
    void set_up(Seat seat, const std::atomic<bool>& stop);
    void take_report(const ucc::Report& report);
    void take_row(std::string_view row, const std::atomic<bool>& stop);
    void move(const std::atomic<bool>& stop);
    void hear(const stratego::Event& event);
    /// The board when play began, from the first one shown.
    [[nodiscard]] stratego::Sight first_sight() const;
    /// Throws UserError for an event that cannot follow from what was heard before.
    void check_fits(const stratego::Event& event) const;
    [[nodiscard]] Budget budget(const std::atomic<bool>& stop) const;

    PlayerSource<stratego::Stratego> source_;
    std::uint64_t seed_;
    Budget budget_;
    stratego::Rules rules_;
    std::uint64_t games_ = 0;
    std::optional<stratego::View> view_;
    stratego::Setup setup_;
    std::optional<ucc::Report> first_report_;  ///< red's first move, until blue sees a board
    std::string board_;                        ///< the rows of the board that is being read
};

}  // namespace nebel::protocol
