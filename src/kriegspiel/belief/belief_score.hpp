#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/budget.hpp"
#include "game/record.hpp"
#include "kriegspiel/belief/marginals.hpp"
#include "kriegspiel/game.hpp"

namespace nebel::kriegspiel {

/// A belief of any making under a common measure: it hears one seat's events and says square by
/// square where it thinks the enemy's men are.
class ScoredBelief {
 public:
    virtual ~ScoredBelief() = default;
    virtual void hear(const Event& event) = 0;
    virtual Marginals marginals() = 0;

    /// What it took, beyond the time: a few figures to add up over games.
    struct Toll {
        std::uint64_t starvations = 0;  ///< times no board was left
        double invented = 0;            ///< share of the weight on boards that were made up
        std::uint64_t proposals = 0;    ///< steps of a chain that were tried
    };
    [[nodiscard]] virtual Toll toll() { return {}; }
};

/// A row of the table: how to make such a belief, and what is known of it so far.
struct BeliefRow {
    using Make = std::function<std::unique_ptr<ScoredBelief>(const Rules&, Seat, std::uint64_t)>;

    std::string name;
    Make make;

    std::uint64_t moments = 0;        ///< at which it was scored
    std::uint64_t turns = 0;          ///< of the listener's that it heard begin
    double king_nats = 0;             ///< sum of -ln of the probability of the king's true square
    std::uint64_t lost = 0;           ///< moments at which that probability was (nearly) nothing
    double brier = 0;                 ///< sum of the mean squared error of a square's occupation
    double occupied_nats = 0;         ///< sum of the mean -ln of what was true of a square
    std::chrono::nanoseconds time{};  ///< processor time of listening and answering
    std::uint64_t games = 0;          ///< sides of games
    std::uint64_t starvations = 0;
    double invented = 0;  ///< sum over moments
    std::uint64_t proposals = 0;
};

/// The rows that are known: `uniform`, `metaposition`, `densities`, `densities+profile`, `boards`,
/// `boards+moves`, and `pools+moves`: as many pools as the budget allows.
struct BeliefSettings {
    std::string profile = "default";  ///< of densities+profile: as load_profile takes it
    std::string moves = "standard";   ///< of boards+moves: as load_move_model takes it
    std::size_t boards = 300;
    /// For each turn of the pools of boards, which then grow and shrink with it; none: `boards`
    /// are kept whatever it takes.
    Budget budget{};
};
std::vector<std::string> belief_names();
/// Throws UserError for a name that is not known.
BeliefRow belief_row(const std::string& name, const BeliefSettings& settings);

/// Lets each row listen to one side of a game and scores it at the beginning of each of that side's
/// turns (every `stride`-th). Squares of the listener's own men are not asked about.
void score_game(const GameRecord<Kriegspiel>& record,
                Seat listener,
                int stride,
                std::vector<BeliefRow>& rows);

}  // namespace nebel::kriegspiel
