#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/rng.hpp"
#include "kriegspiel/finish/ending_table.hpp"
#include "kriegspiel/finish/finisher.hpp"
#include "kriegspiel/finish/hunt_evaluation.hpp"
#include "kriegspiel/referee.hpp"

namespace nebel::kriegspiel {

/// A bare king's side in the conversion suite. It is shown the truth and what the attacker knows: a
/// test opponent, never a player.
class Defender {
 public:
    virtual ~Defender() = default;
    virtual void begin() {}
    /// A legal move. `attacker` has heard everything up to now.
    virtual chess::Move choose(const Referee& truth, const Finisher& attacker, Rng& rng) = 0;
};

/// Any legal move.
class RandomDefender final : public Defender {
 public:
    chess::Move choose(const Referee& truth, const Finisher& attacker, Rng& rng) override;
};

/// Sees the board: takes what it can, and otherwise holds out as long as a side that sees
/// everything could; among equals it keeps to the middle and away from the men.
class SeeingDefender final : public Defender {
 public:
    chess::Move choose(const Referee& truth, const Finisher& attacker, Rng& rng) override;

 private:
    [[nodiscard]] double merit(const chess::Position& truth, chess::Move move);

    const EndingTable* table_ = nullptr;
};

/// Reads the attacker's mind: it knows what the attacker believes and what it will try next, plays
/// that some moves ahead for every step it could take, and goes where the attacker ends up worst.
class ProphetDefender final : public Defender {
 public:
    explicit ProphetDefender(int moves_ahead, std::uint64_t nodes);
    void begin() override { foreseen_.clear(); }
    chess::Move choose(const Referee& truth, const Finisher& attacker, Rng& rng) override;

 private:
    struct Outlook {
        double value;
        chess::Move move;
    };
    Outlook outlook(const Referee& truth, const Finisher& attacker, int ahead);
    double after(const Referee& truth, const Finisher& attacker, chess::Move move, int ahead);
    std::optional<Action> foresee(Finisher& attacker);

    int ahead_;
    std::uint64_t nodes_;
    std::unordered_map<std::uint64_t, Action> foreseen_;
};

/// "random", "seeing", "prophet".
Parsed<std::unique_ptr<Defender>> make_defender(std::string_view name, std::uint64_t nodes);

}  // namespace nebel::kriegspiel
