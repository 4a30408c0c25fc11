#pragma once

#include <cstdint>

#include "core/inline_vec.hpp"
#include "core/rng.hpp"
#include "kriegspiel/belief/densities_model.hpp"
#include "kriegspiel/players/mcts_material.hpp"
#include "kriegspiel/players/mcts_men.hpp"
#include "kriegspiel/turn.hpp"
#include "search/three_tier_sampled.hpp"

namespace nebel::kriegspiel {

/// The model of approach B: nobody's board, only an umpire who answers by the densities. Each own
/// move and each thing heard changes the densities as it would in the game.
class SimulatedUmpire {
 public:
    static constexpr std::size_t kMoveKeys = kTryKeys;
    static constexpr bool kSameMoves = true;
    using Moves = InlineVec<std::uint32_t, TryList::capacity()>;

    struct Settings {
        int moves = 1;               ///< k: own moves of one simulation, the first is the tree's
        float hit = 0.1F;            ///< chance that an opponent takes something exposed
        float pawn_hit = 0.9F;       ///< that it makes a pawn capture it was told of
        float checker_taken = 0.4F;  ///< that it takes the man that gives check
        int quiet_after = 4;         ///< exchanges that may run past the last move
        MaterialScale material;
    };

    struct State {
        DensityModel model;
        InlineVec<std::uint32_t, 24> refused;       ///< tries of the running turn
        chess::Square lost_on = chess::kNoSquare;   ///< the opponent's last move took here
        chess::Square moved_to = chess::kNoSquare;  ///< our last move
        std::uint8_t exchanges = 0;                 ///< captures in a row on one square
        bool took = false;                          ///< our last move did
        bool checked = false;
        bool root = false;
    };

    explicit SimulatedUmpire(const Settings& settings) : settings_(settings) {}

    void set_root(const DensityModel& model,
                  const Announcements& says,
                  const TryList& tries,
                  std::uint8_t check_kinds);

    void begin(State& state, Rng&) const { state = root_; }
    void moves(const State& state, Moves& moves) const;
    search::Heard answer(State& state, std::uint32_t move, Rng& rng) const;
    search::Heard reply(State& state, Rng& rng) const;
    double simulate(State& state, Rng& rng) const;

    /// Own men against the enemy's counts.
    [[nodiscard]] double value(const DensityModel& model) const;

    enum Message : std::uint32_t { kSilence, kTakesPawn, kTakesPiece, kChecks, kRefused };

 private:
    [[nodiscard]] chess::Square victim(const State& state, Rng& rng) const;
    [[nodiscard]] std::uint32_t take_back(const State& state) const;
    bool play_turn(State& state, std::uint32_t move, Rng& rng) const;

    Settings settings_;
    State root_;
    Moves tries_;
    std::uint8_t check_kinds_ = 0;
    bool pawns_told_ = true;
};

}  // namespace nebel::kriegspiel
