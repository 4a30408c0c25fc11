#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/inline_vec.hpp"
#include "kriegspiel/belief/densities_model.hpp"
#include "kriegspiel/players/mcts_material.hpp"
#include "kriegspiel/players/mcts_men.hpp"
#include "kriegspiel/players/mcts_outlook.hpp"
#include "kriegspiel/turn.hpp"
#include "search/three_tier_weighted.hpp"

namespace nebel::kriegspiel {

/// What approach C leaves to numbers. The first ones are those its authors ran with, as far as
/// known; docs/players/mcts.md says which were changed and what that was worth.
struct WeighedSettings {
    float illegal_cost = 0.05F;     ///< of a refusal that the opponent hears
    float private_cost = 0.0F;      ///< of one that it does not hear
    float ignored_capture = 0.05F;  ///< captures less likely than this are left out
    MaterialScale material;
    float hit = 0.10F;         ///< that a man which one piece controls is taken unawares
    float pawn_hit = 0.9F;     ///< that a pawn capture the opponent is told of is made
    float retaliation = 0.5F;  ///< that it takes back at once where many protect each other
    float checker_taken = 0.5F;
};

/// The light model of approach C: own men as bitboards, the enemy as densities of the root that
/// fade with each move, and for every own move the chance and the worth of all that the umpire may
/// say. Nothing below the root allocates or draws.
class WeighedMessages {
 public:
    static constexpr int kLevels = 4;
    enum Answer : std::uint32_t { kQuiet, kTakesPawn, kTakesPiece, kChecks, kRefused };
    /// A message is this, or 1 + the square on which a man of ours was taken.
    static constexpr std::uint32_t kSilence = 0;

    struct State {
        LightMen men;
        float pawns = 0;   ///< enemy's
        float pieces = 0;  ///< enemy's, without the king
        /// Where pawns did not take although they would have been told to.
        chess::Bitboard no_pawn_threat = 0;
        std::uint8_t level = 0;
        bool root = false;
    };
    using Moves = InlineVec<search::WeightedMove, 320>;
    using Outcomes = InlineVec<search::WeightedOutcome, 16>;

    explicit WeighedMessages(const WeighedSettings& settings) : settings_(settings) {}

    /// A new root: the densities of the moment, the tries the view allows and the check that the
    /// turn began with.
    void set_root(const DensityModel& model,
                  const Announcements& says,
                  const TryList& tries,
                  std::uint8_t check_kinds);

    void begin(State& state) const { state = root_; }
    void moves(const State& state, Moves& moves) const;
    void outcomes(const State& state, std::uint32_t move, Outcomes& outcomes) const;
    void play(State& state, std::uint32_t move, std::uint32_t answer, std::uint32_t message) const;

    /// What the men are worth as they stand, between -1 and 1.
    [[nodiscard]] float value(const State& state) const;

 private:
    struct RootTry {
        std::uint32_t key;
        float legality;
    };
    /// Squares that own men attack at least once, twice, three times.
    struct Support {
        chess::Bitboard once = 0, twice = 0, thrice = 0;
        void add(chess::Bitboard attacks) {
            thrice |= twice & attacks;
            twice |= once & attacks;
            once |= attacks;
        }
        [[nodiscard]] int of(chess::Square s) const {
            return static_cast<int>(chess::contains(once, s)) + chess::contains(twice, s) +
                   chess::contains(thrice, s);
        }
    };

    /// What own men that could take on a square are worth, the least first; the king, who takes
    /// only what is not protected, comes last and risks nothing.
    using Takers = InlineVec<float, 4>;
    [[nodiscard]] Takers takers(const LightMen& men, chess::Square s) const;
    [[nodiscard]] const Outlook& outlook(const State& state) const { return levels_[state.level]; }
    [[nodiscard]] static Support support(const LightMen& men);
    [[nodiscard]] float worth(const LightMen& men, chess::PieceType type, chess::Square s) const;
    [[nodiscard]] float loss(float worth, int supporters) const;
    [[nodiscard]] float danger(const State& state,
                               const Outlook& view,
                               chess::Square s,
                               float worth,
                               int supporters) const;
    [[nodiscard]] float own_strength(const State& state,
                                     const Support& support,
                                     chess::Bitboard except) const;
    [[nodiscard]] float score(float own, float pawns, float pieces) const {
        return settings_.material.score(own, pawns, pieces);
    }
    [[nodiscard]] float exchange(float own,
                                 float pawns,
                                 float pieces,
                                 float at_stake,
                                 const Takers& takers,
                                 std::size_t next,
                                 float chance) const;
    [[nodiscard]] float legality(const State& state,
                                 chess::PieceType type,
                                 chess::Square from,
                                 chess::Square to) const;
    [[nodiscard]] float given_check(const LightMen& after,
                                    const Outlook& view,
                                    chess::PieceType type,
                                    chess::Square to) const;
    template <class F>
    void for_each_try(const State& state, F&& f) const;
    void weigh(const State& state,
               std::uint32_t move,
               float legality,
               float base,
               Outcomes& outcomes) const;

    WeighedSettings settings_;
    State root_;
    std::vector<Outlook> levels_;
    std::vector<RootTry> tries_;
    bool pawns_told_ = true;
    bool refusals_private_ = true;
    float refusal_cost_ = 0;
};

}  // namespace nebel::kriegspiel
