#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "core/budget.hpp"
#include "search/uct_tree.hpp"

namespace nebel::search {

/// A position or a chance event of a ChanceTree.
template <UctGame G>
struct ChanceTreeNode {
    double total = 0;  ///< of the values to side 0
    std::uint32_t visits = 0;
    std::uint32_t first = 0;      ///< of its children; 0: none yet
    std::uint32_t weight = 0;     ///< below a chance node its own; of a chance node the sum
    float estimate = 0.5f;        ///< to side 0, carried up by minimax; unused without guidance
    float inclination = 0;        ///< how the action looks to the side that has it; likewise
    typename G::Action action{};  ///< that led here (below a chance node: its parent's)
    typename G::Chance chance{};  ///< that led here, below a chance node
    std::uint16_t children = 0;
    std::uint16_t tried = 0;   ///< of a decision: the first children, which have visits
    std::uint8_t to_move = 0;  ///< of a decision with children
    bool is_chance = false;
    Proof proof = Proof::Open;
};

/// A Monte Carlo tree with chance nodes (Jouandeau and Cazenave 2014, algorithms 3 and 4): an
/// action on which chance has a say leads to a chance node with one child for each thing that may
/// happen, drawn by its weight at every visit. A simulation adds one position to the tree.
///
/// Untried actions come first, in random order, then UCB1. Wins, losses and draws that are certain
/// are carried up: a decision takes the best of its actions, a chance node is as certain as all its
/// children agree. The search ends early when the root is certain.
///
/// With a game that can guess (UctGuidedGame) the settings may ask for two things more. Implicit
/// minimax backups: a position's estimate is carried up as minimax would, chance by its weights,
/// and mixed into the mean. Progressive bias: how an action looks counts at first and fades with
/// its visits; untried actions then come in that order.
///
/// The children of a node lie side by side. A node gets them when it is passed for the second time.
template <UctGame G>
class ChanceTree : public UctTree<G, ChanceTreeNode<G>> {
    using Base = UctTree<G, ChanceTreeNode<G>>;

 public:
    using Base::root;
    using typename Base::Action;
    using typename Base::Chance;
    using typename Base::Index;
    using typename Base::Node;
    using typename Base::State;

    explicit ChanceTree(const UctSettings& settings) : Base(settings) {
        NEBEL_CHECK(UctGuidedGame<G> || (settings.minimax == 0 && settings.bias == 0));
    }

    /// Searches until the meter is exhausted or the root is certain. `progress(tree)` is called
    /// after every simulation. The position must not be over. May be called again for another one.
    template <class Progress>
    void search(G& game, const State& start, Rng& rng, BudgetMeter& meter, Progress&& progress) {
        this->plant();
        while (arena_[root_].proof == Proof::Open && !meter.exhausted()) {
            simulate(game, start, rng, meter);
            meter.spend_simulation();
            progress(*this);
        }
    }

    /// For those who want to look inside: the children of any node.
    [[nodiscard]] std::span<const Node> children(const Node& node) const {
        return {&arena_[node.first], node.children};
    }

    /// `f(action, visits, total, proof)` for each action tried at the root.
    template <class F>
    void for_each_root_move(F&& f) const {
        for (const Node& child : children(root()))
            f(child.action, child.visits, child.total, child.proof);
    }

 private:
    using Base::arena_;
    using Base::full_;
    using Base::kMaxPath;
    using Base::path_;
    using Base::root_;
    using Base::settings_;
    using Base::state_;

    void simulate(G& game, const State& start, Rng& rng, BudgetMeter& meter) {
        state_ = start;
        path_.clear();
        path_.push_back(root_);
        Index here = root_;
        bool fresh = false;
        int depth = 0;
        // Walk down to the first position that is new, certain or cannot be entered.
        while (!fresh && arena_[here].proof == Proof::Open && path_.size() + 2 < kMaxPath) {
            if (arena_[here].first == 0 && !expand(game, here, rng))
                break;
            const bool untried = arena_[here].tried < arena_[here].children;
            here = untried ? arena_[here].first + arena_[here].tried++ : select(here);
            const Action action = arena_[here].action;
            path_.push_back(here);
            Proof end = Proof::Open;
            if (arena_[here].is_chance) {
                if (arena_[here].first == 0 && !expand_chance(game, here)) {
                    play_any_chance(game, action, rng);
                    ++depth;
                    meter.spend_node();
                    break;
                }
                const Node& node = arena_[here];
                here = node.first +
                       static_cast<Index>(draw_weighted(children(node), node.weight, rng));
                path_.push_back(here);
                end = game.play(*state_, action, arena_[here].chance);
            } else {
                end = game.play(*state_, action);
            }
            ++depth;
            meter.spend_node();
            if (arena_[here].visits == 0) {
                fresh = true;
                arena_[here].proof = end;
                guess(game, here);
            }
        }
        this->reached(depth);
        back_up(value_here(game, here, rng));
    }

    /// Lists the actions of a decision in random order. False when there is no room.
    bool expand(G& game, Index at, Rng& rng) {
        InlineVec<Action, G::kMaxActions> actions;
        game.actions(*state_, actions);
        NEBEL_CHECK(!actions.empty());
        const Index first = arena_.allocate(actions.size());
        if (first == 0) {
            full_ = true;
            return false;
        }
        rng.shuffle(std::span<Action>(actions.data(), actions.size()));
        for (std::size_t i = 0; i < actions.size(); ++i) {
            Node& child = arena_[first + static_cast<Index>(i)];
            child.action = actions[i];
            child.is_chance = game.is_chance(*state_, actions[i]);
        }
        incline(game, first, actions);
        arena_[at].first = first;
        arena_[at].children = static_cast<std::uint16_t>(actions.size());
        arena_[at].to_move = static_cast<std::uint8_t>(game.to_move(*state_));
        return true;
    }

    bool expand_chance(G& game, Index at) {
        InlineVec<Weighted<Chance>, G::kMaxChances> chances;
        game.chances(*state_, arena_[at].action, chances);
        const Index first = arena_.allocate(chances.size());
        if (first == 0) {
            full_ = true;
            return false;
        }
        std::uint32_t total = 0;
        for (std::size_t i = 0; i < chances.size(); ++i) {
            Node& child = arena_[first + static_cast<Index>(i)];
            child.action = arena_[at].action;
            child.chance = chances[i].chance;
            child.weight = chances[i].weight;
            total += chances[i].weight;
        }
        Node& node = arena_[at];
        node.first = first;
        node.children = static_cast<std::uint16_t>(chances.size());
        node.weight = total;
        return true;
    }

    /// The first guess at a position that is new.
    void guess(G& game, Index at) {
        if constexpr (UctGuidedGame<G>)
            if (settings_.minimax > 0)
                arena_[at].estimate = static_cast<float>(arena_[at].proof == Proof::Open
                                                             ? game.estimate(*state_)
                                                             : this->value_of(arena_[at].proof));
    }

    /// Puts new actions into the order of their looks.
    void incline(G& game, Index first, const InlineVec<Action, G::kMaxActions>& actions) {
        if constexpr (UctGuidedGame<G>) {
            if (settings_.bias == 0)
                return;
            for (std::size_t i = 0; i < actions.size(); ++i)
                arena_[first + static_cast<Index>(i)].inclination =
                    static_cast<float>(game.inclination(*state_, actions[i]));
            std::stable_sort(
                &arena_[first], &arena_[first] + actions.size(),
                [](const Node& a, const Node& b) { return a.inclination > b.inclination; });
        }
    }

    /// A chance node without room for children is simulated through all the same.
    void play_any_chance(G& game, Action action, Rng& rng) {
        InlineVec<Weighted<Chance>, G::kMaxChances> chances;
        game.chances(*state_, action, chances);
        std::uint32_t total = 0;
        for (const auto& item : chances)
            total += item.weight;
        passing_ = game.play(*state_, action, chances[draw_weighted(chances, total, rng)].chance);
    }

    double value_here(G& game, Index here, Rng& rng) {
        const Proof known = arena_[here].proof != Proof::Open
                                ? arena_[here].proof
                                : std::exchange(passing_, Proof::Open);
        return known == Proof::Open ? game.playout(*state_, rng) : this->value_of(known);
    }

    /// UCB1, with guidance if asked for, over the children that are not known to lose. An open
    /// decision has one.
    [[nodiscard]] Index select(Index at) const {
        const Node& node = arena_[at];
        const double log_visits = std::log(static_cast<double>(node.visits));
        const Proof loss = loss_of(node.to_move);
        Index best = 0;
        double best_bound = -1;
        for (Index i = node.first; i < node.first + node.children; ++i) {
            const Node& child = arena_[i];
            if (child.proof == loss)
                continue;
            const auto visits = static_cast<double>(child.visits);
            double value = child.total / visits;
            if constexpr (UctGuidedGame<G>)
                value += settings_.minimax * (static_cast<double>(child.estimate) - value);
            double bound = (node.to_move == 0 ? value : 1 - value) +
                           settings_.exploration * std::sqrt(log_visits / visits);
            if constexpr (UctGuidedGame<G>)
                bound += settings_.bias * static_cast<double>(child.inclination) / (visits + 1);
            if (bound > best_bound) {
                best_bound = bound;
                best = i;
            }
        }
        NEBEL_CHECK(best != 0);
        return best;
    }

    void back_up(double value) {
        bool news = arena_[path_.back()].proof != Proof::Open;
        for (std::size_t i = path_.size(); i-- > 0;) {
            Node& node = arena_[path_[i]];
            ++node.visits;
            node.total += value;
            if (news && i + 1 < path_.size()) {
                node.proof = node.is_chance ? agreed(node) : decided(node);
                news = node.proof != Proof::Open;
            }
            if constexpr (UctGuidedGame<G>)
                if (settings_.minimax > 0 && i + 1 < path_.size())
                    node.estimate = carried_up(node);
        }
    }

    /// What the children's estimates make of a node's. As long as actions are untried the old
    /// estimate stands for them.
    [[nodiscard]] float carried_up(const Node& node) const {
        if (node.proof != Proof::Open)
            return static_cast<float>(this->value_of(node.proof));
        if (node.is_chance) {
            float sum = 0;
            float weight = 0;
            for (const Node& child : children(node))
                if (child.visits > 0) {
                    sum += static_cast<float>(child.weight) * child.estimate;
                    weight += static_cast<float>(child.weight);
                }
            return weight == 0 ? node.estimate : sum / weight;
        }
        const bool complete = node.tried == node.children;
        float best = !complete ? node.estimate : node.to_move == 0 ? 0.0f : 1.0f;
        for (const Node& child : children(node).first(node.tried))
            best =
                node.to_move == 0 ? std::max(best, child.estimate) : std::min(best, child.estimate);
        return best;
    }

    /// What all children of a chance node agree on.
    [[nodiscard]] Proof agreed(const Node& node) const {
        const Proof first = arena_[node.first].proof;
        for (const Node& child : children(node))
            if (child.proof != first)
                return Proof::Open;
        return first;
    }

    /// The best that the side to move can be sure of, once nothing better can turn up.
    [[nodiscard]] Proof decided(const Node& node) const {
        Proof best = loss_of(node.to_move);
        bool open = false;
        for (const Node& child : children(node)) {
            if (child.proof == win_of(node.to_move))
                return child.proof;
            open |= child.proof == Proof::Open;
            if (child.proof == Proof::Draw)
                best = Proof::Draw;
        }
        return open ? Proof::Open : best;
    }

    Proof passing_ = Proof::Open;
};

}  // namespace nebel::search
