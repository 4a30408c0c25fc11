#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>

#include "core/sprt.hpp"
#include "match/game_summary.hpp"

namespace nebel::match {

/// The running result of a match. Games are added in the order of their index, so what it says
/// depends only on which games there are, not on when they were finished.
class Score {
 public:
    explicit Score(std::optional<SprtSpec> sprt = std::nullopt) : sprt_(sprt) {}

    /// The next game: `game.index` must be `games()`.
    void add(const GameSummary& game);

    [[nodiscard]] std::uint64_t games() const { return total_.games(); }
    /// From the first player's point of view.
    [[nodiscard]] const Trinomial& total() const { return total_; }
    [[nodiscard]] const Pentanomial& pairs() const { return pairs_; }
    [[nodiscard]] Strength strength() const { return nebel::strength(total_, pairs_); }
    [[nodiscard]] const std::map<std::string, std::uint64_t>& reasons() const { return reasons_; }
    [[nodiscard]] const Effort& effort(std::size_t player) const { return efforts_[player]; }
    /// Points of whoever had the first seat, per game.
    [[nodiscard]] double first_seat_score() const;
    /// Games the player lost by time, crash or nonsense.
    [[nodiscard]] std::uint64_t failures(std::size_t player) const { return failures_[player]; }

    [[nodiscard]] const std::optional<SprtSpec>& sprt() const { return sprt_; }
    [[nodiscard]] double llr() const { return llr_; }
    /// Looked at after every complete pair; once decided the match is over.
    [[nodiscard]] SprtVerdict verdict() const { return verdict_; }
    [[nodiscard]] bool decided() const { return verdict_ != SprtVerdict::Continue; }

 private:
    Trinomial total_;
    Pentanomial pairs_;
    std::map<std::string, std::uint64_t> reasons_;
    std::array<Effort, 2> efforts_;
    std::array<std::uint64_t, 2> failures_{};
    double first_seat_points_ = 0;
    double open_pair_ = 0;
    std::optional<SprtSpec> sprt_;
    double llr_ = 0;
    SprtVerdict verdict_ = SprtVerdict::Continue;
};

}  // namespace nebel::match
