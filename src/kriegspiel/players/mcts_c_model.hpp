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

/// What approach C leaves to numbers. How often a man is taken was counted in games against the
/// metaposition player and fitted to what the densities had said before the move;
/// docs/players/mcts.md has the counts, and what else was tried.
struct WeighedSettings {
    float illegal_cost = 0.05F;     ///< of a refusal that the opponent hears
    float private_cost = 0.0F;      ///< of one that it does not hear
    float ignored_capture = 0.01F;  ///< captures less likely than this are left out
    MaterialScale material = MaterialScale::halfway();

    float hit = 0.09F;        ///< that the man just moved is taken, for each piece that controls it
    float idle_hit = 0.03F;   ///< the same of any other man
    float pawn_hit = 0.75F;   ///< times the root of the pawns expected to take the man just moved
    float idle_pawn = 0.25F;  ///< times the pawns expected to take any other man

    float retaken = 0.1F;  ///< that a man that took is taken, when nothing is known to reach it
    float retaliation = 0.55F;  ///< and for each piece that controls the square

    /// That a man that checks is taken: at least, and for each man that reaches it.
    float bare_checker = 0.05F, bare_checker_reach = 0.45F;  ///< when nothing supports it
    float checker = 0.02F, checker_reach = 0.15F;

    /// Share of the pawns that the maps put before an own pawn which came there just now. Any other
    /// would have taken first.
    float arrival = 0.2F;

    float control = 0.04F;  ///< worth of a square that own men attack
    float threat = 0;       ///< worth of an enemy man that is attacked
    float home = 0.2F;      ///< cost of each rank that the king has left, in the presence of pieces
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
    [[nodiscard]] float loss(float worth, int supporters, float taker) const;
    [[nodiscard]] float danger(const State& state,
                               const Outlook& view,
                               chess::Square s,
                               float worth,
                               int supporters) const;
    [[nodiscard]] float standing(const State& state, const Support& support) const;
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
                                 float chance,
                                 float pawn_share) const;
    [[nodiscard]] float taken_when_told(float pawns_near) const;
    [[nodiscard]] float legality(const State& state,
                                 chess::PieceType type,
                                 chess::Square from,
                                 chess::Square to) const;
    /// Expected enemy pawn on a square that an own pawn attacks.
    [[nodiscard]] float before_pawn(const State& state, chess::Square s) const {
        const float pawn = outlook(state).pawn(s);
        return state.root || !pawns_told_ ? pawn : settings_.arrival * pawn;
    }
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
