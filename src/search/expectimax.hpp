#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>

#include "search/expectimax_window.hpp"

namespace nebel::search {

/// What expectimax needs to know of a game: two sides that act in turn, actions that may have
/// several outcomes by chance, and a value for the leaves. Everything is a plain call on values.
template <class G>
concept ChanceGame = requires(const G& game,
                              const typename G::Position& position,
                              const typename G::Action& action,
                              typename G::Actions& actions,
                              typename G::Outcomes& outcomes) {
    /// Every value of a position lies in [-kHighest, kHighest].
    { G::kHighest } -> std::convertible_to<int>;
    /// Appends the legal actions, the most promising first. None: the game is over here.
    game.actions(position, actions);
    /// Whether the outcome of the action is up to chance.
    { game.by_chance(position, action) } -> std::same_as<bool>;
    /// Appends what may come of it; each has a `weight` (a positive int).
    game.outcomes(position, action, outcomes);
    { outcomes[0].weight } -> std::convertible_to<int>;
    /// The positions afterwards, the other side to act.
    { game.after(position, action) } -> std::same_as<typename G::Position>;
    { game.after(position, action, outcomes[0]) } -> std::same_as<typename G::Position>;
    /// For the side to act, at a leaf and where the game is over.
    { game.value(position) } -> std::same_as<int>;
};

/// How chance nodes are searched. All three give the same values.
enum class Pruning : std::uint8_t {
    None,   ///< plain expectimax: every action and every outcome
    Star1,  ///< alpha-beta, and windows at chance nodes from the bounds of the other outcomes
    Star2,  ///< also one probed answer for each outcome first
};

/// Expectimax to a fixed depth, in Ballard's forms (1983) with the window of a chance node handed
/// down to its outcomes. A ply is an action; its outcome by chance costs no depth.
///
/// The reference for searches that add tables and move ordering of their own and share only
/// `search_chance`, and good enough as it is where positions are small.
template <ChanceGame G>
class Expectimax {
 public:
    using Position = typename G::Position;
    using Action = typename G::Action;

    explicit Expectimax(const G& game, Pruning pruning = Pruning::Star2)
        : game_(game), pruning_(pruning) {}

    /// The value for the side to act.
    int value(const Position& position, int depth) {
        return decide(position, depth, -G::kHighest - 1, G::kHighest + 1);
    }

    /// Positions looked at since the beginning.
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
    int decide(const Position& position, int depth, int alpha, int beta) {
        ++nodes_;
        typename G::Actions actions;
        if (depth > 0)
            game_.actions(position, actions);
        if (actions.empty())
            return game_.value(position);
        int best = -G::kHighest - 1;
        for (const Action& action : actions) {
            best = std::max(best, act(position, action, depth, std::max(alpha, best), beta));
            if (best >= beta && pruning_ != Pruning::None)
                break;
        }
        return best;
    }

    /// The value of an action for the side that takes it.
    int act(const Position& position, const Action& action, int depth, int alpha, int beta) {
        if (!game_.by_chance(position, action))
            return -decide(game_.after(position, action), depth - 1, -beta, -alpha);

        typename G::Outcomes outcomes;
        game_.outcomes(position, action, outcomes);
        const bool plain = pruning_ == Pruning::None;
        ChanceWindow window(plain ? -G::kHighest - 1 : alpha, plain ? G::kHighest + 1 : beta,
                            -G::kHighest, G::kHighest);
        for (const auto& outcome : outcomes)
            window.add(outcome.weight);
        const auto search = [&](std::size_t i, int low, int high) {
            return -decide(game_.after(position, action, outcomes[i]), depth - 1, -high, -low);
        };
        const auto probe = [&](std::size_t i, int low, int high) {
            const Position next = game_.after(position, action, outcomes[i]);
            typename G::Actions answers;
            if (depth > 1)
                game_.actions(next, answers);
            return answers.empty() ? -game_.value(next)
                                   : -act(next, answers[0], depth - 1, -high, -low);
        };
        return search_chance(window, search, probe, pruning_ == Pruning::Star2);
    }

    const G& game_;
    Pruning pruning_;
    std::uint64_t nodes_ = 0;
};

}  // namespace nebel::search
