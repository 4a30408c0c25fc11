#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "core/inline_vec.hpp"
#include "core/rng.hpp"

// What the Monte Carlo trees share: the game they ask for, their settings and their results.
namespace nebel::search {

/// Whether a position's value is known for certain, and which side it belongs to. Side 0 and side 1
/// are the two players; all values in a tree are side 0's, from 0 (lost) to 1 (won).
enum class Proof : std::uint8_t { Open, Side0Wins, Side1Wins, Draw };

constexpr Proof win_of(int side) {
    return side == 0 ? Proof::Side0Wins : Proof::Side1Wins;
}
constexpr Proof loss_of(int side) {
    return win_of(1 - side);
}

/// One thing chance may do, with how often it does it: the weights of an event are whole numbers.
template <class Chance>
struct Weighted {
    Chance chance{};
    std::uint32_t weight = 0;
};

/// A game as the trees see it: two sides, public information, chance after some actions. An object
/// of it belongs to one thread. `State` is copied once a simulation, by assignment, so that a state
/// with memory of its own can keep it.
template <class G>
concept UctGame = std::is_trivially_copyable_v<typename G::Action> &&
    std::equality_comparable<typename G::Action> &&
    std::is_trivially_copyable_v<typename G::Chance> && std::copyable<typename G::State> &&
    requires(G& game,
             typename G::State& state,
             const typename G::State& here,
             typename G::Action action,
             typename G::Chance chance,
             InlineVec<typename G::Action, G::kMaxActions>& actions,
             InlineVec<Weighted<typename G::Chance>, G::kMaxChances>& chances,
             Rng& rng) {
    /// 0 or 1.
    { game.to_move(here) } -> std::same_as<int>;
    /// Appends every action of a position that is not over: at least one, none twice.
    game.actions(here, actions);
    /// Whether something is drawn when this action is played.
    { game.is_chance(here, action) } -> std::same_as<bool>;
    /// Appends what may come of it: at least one, with weights above 0.
    game.chances(here, action, chances);
    /// Plays an action, and what came of it; says whether the game is over.
    { game.play(state, action) } -> std::same_as<Proof>;
    { game.play(state, action, chance) } -> std::same_as<Proof>;
    /// The value to side 0 of one simulated game from here; may leave anything in the state.
    { game.playout(state, rng) } -> std::same_as<double>;
};

/// A game that can also guess, for trees that are guided (see ChanceTree).
template <class G>
concept UctGuidedGame = UctGame<G> &&
    requires(G& game, const typename G::State& here, typename G::Action action) {
    /// What a position that is not over is worth to side 0, from 0 to 1, without playing on.
    { game.estimate(here) } -> std::same_as<double>;
    /// How an action looks to the side that has it, from 0 to 1.
    { game.inclination(here, action) } -> std::same_as<double>;
};

enum class FinalChoice : std::uint8_t { Visits, Mean };

struct UctSettings {
    /// Weight of sqrt(ln N / n) beside the mean; values lie between 0 and 1.
    double exploration = 0.5;
    /// What a drawn end is worth to side 0.
    double draw = 0.5;
    FinalChoice final_choice = FinalChoice::Visits;
    /// Share of the estimate carried up by minimax in the value of an action (implicit minimax
    /// backups); chance trees of guided games only, as the next.
    double minimax = 0;
    /// Weight of an action's looks, divided by its visits and one (progressive bias).
    double bias = 0;
    /// Nodes a tree may hold. When they are used up the tree stops growing and goes on simulating.
    std::size_t max_nodes = std::size_t{1} << 20;
};

/// What a search found out about one action at the root.
template <class Action>
struct UctMove {
    Action action{};
    std::uint64_t visits = 0;
    double total = 0;  ///< of the values to side 0
    Proof proof = Proof::Open;

    /// To the side; one half without visits.
    [[nodiscard]] double mean(int side) const {
        if (visits == 0)
            return 0.5;
        const double value = total / static_cast<double>(visits);
        return side == 0 ? value : 1 - value;
    }
};

template <class Action>
struct UctResult {
    int side = 0;                        ///< whose turn it is at the root
    std::vector<UctMove<Action>> moves;  ///< in the order of the game's own list
    std::size_t best = 0;                ///< index of the move to play
    std::uint64_t simulations = 0;
    std::uint64_t nodes = 0;       ///< positions reached by walking down trees
    std::uint64_t tree_nodes = 0;  ///< nodes held by the trees at the end
    int depth = 0;                 ///< actions from the root to the deepest position reached
    bool full = false;             ///< a tree met its limit of nodes

    [[nodiscard]] const UctMove<Action>& best_move() const { return moves[best]; }
    [[nodiscard]] double value() const { return best_move().mean(side); }
};

/// A known win is taken, a known loss only when there is nothing else; otherwise by visits (then
/// mean) or by mean (then visits). Equal moves: the first.
std::size_t choose_move(int side,
                        FinalChoice choice,
                        std::size_t count,
                        const std::vector<std::uint64_t>& visits,
                        const std::vector<double>& means,
                        const std::vector<Proof>& proofs);

template <class Action>
std::size_t choose_move(const std::vector<UctMove<Action>>& moves, int side, FinalChoice choice) {
    std::vector<std::uint64_t> visits;
    std::vector<double> means;
    std::vector<Proof> proofs;
    for (const auto& move : moves) {
        visits.push_back(move.visits);
        means.push_back(move.mean(side));
        proofs.push_back(move.proof);
    }
    return choose_move(side, choice, moves.size(), visits, means, proofs);
}

/// Draws one of the weighted things; every unit of weight equally likely.
template <class List>
std::size_t draw_weighted(const List& list, std::uint32_t total, Rng& rng) {
    std::uint32_t left = rng.below(total);
    for (std::size_t i = 0;; ++i) {
        if (left < list[i].weight)
            return i;
        left -= list[i].weight;
    }
}

}  // namespace nebel::search
