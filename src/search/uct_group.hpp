#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/budget.hpp"
#include "search/uct_tree.hpp"

namespace nebel::search {

/// What one action led to, whatever chance did.
template <UctGame G>
struct GroupTreeNode {
    double total = 0;  ///< of the values to side 0
    std::uint32_t visits = 0;
    std::uint32_t first = 0;  ///< its children are a chain, in the order they were met
    std::uint32_t last = 0;
    std::uint32_t next = 0;
    typename G::Action action{};  ///< that led here
    std::uint8_t to_move = 0;
    bool complete = false;  ///< every action of the position has its child (certain nodes only)
    bool certain = false;   ///< one position only: no chance since the root
    Proof proof = Proof::Open;
};

/// A Monte Carlo tree with group nodes (Jouandeau and Cazenave 2014, algorithms 1 and 2): an action
/// on which chance has a say leads to one node, whatever chance does. What it does is drawn anew at
/// every visit, so below such a node the same node stands for many positions; at each visit only
/// the children that fit the position at hand are looked at, and actions met for the first time are
/// all added and simulated once each.
///
/// Algorithm 2 as printed leaves the loop before it has computed the moves of a new node and so can
/// never expand one; here the moves come first. It also marks a node as won for good; below a group
/// node that would hold for one draw of chance only, so certain values are kept only where chance
/// has had no say since the root. The search ends early when the root is certain.
template <UctGame G>
class GroupTree : public UctTree<G, GroupTreeNode<G>> {
    using Base = UctTree<G, GroupTreeNode<G>>;

 public:
    using Base::root;
    using typename Base::Action;
    using typename Base::Chance;
    using typename Base::Index;
    using typename Base::Node;
    using typename Base::State;

    explicit GroupTree(const UctSettings& settings) : Base(settings) {
        NEBEL_CHECK(settings.minimax == 0 && settings.bias == 0);
    }

    /// As ChanceTree::search.
    template <class Progress>
    void search(G& game, const State& start, Rng& rng, BudgetMeter& meter, Progress&& progress) {
        this->plant();
        arena_[root_].certain = true;
        while (arena_[root_].proof == Proof::Open && !meter.exhausted())
            iterate(game, start, rng, meter, progress);
    }

    /// `f(child)` for each child of a node.
    template <class F>
    void for_each_child(const Node& node, F&& f) const {
        for (Index i = node.first; i != 0; i = arena_[i].next)
            f(arena_[i]);
    }

    template <class F>
    void for_each_root_move(F&& f) const {
        for_each_child(root(), [&](const Node& child) {
            f(child.action, child.visits, child.total, child.proof);
        });
    }

 private:
    using Base::arena_;
    using Base::full_;
    using Base::kMaxPath;
    using Base::path_;
    using Base::root_;
    using Base::settings_;
    using Base::state_;
    using ActionVec = InlineVec<Action, G::kMaxActions>;

    /// The position's actions, and the child each of them has already.
    struct Fit {
        ActionVec actions;
        std::array<Index, G::kMaxActions> children;
        std::size_t missing = 0;
    };

    template <class Progress>
    void iterate(G& game, const State& start, Rng& rng, BudgetMeter& meter, Progress& progress) {
        state_ = start;
        path_.clear();
        path_.push_back(root_);
        Proof end = Proof::Open;
        Fit fit;
        // Walk down while the position at hand fits the node.
        while (true) {
            Node& here = arena_[path_.back()];
            if (here.proof != Proof::Open)
                end = here.proof;
            if (end != Proof::Open || path_.size() + 1 >= kMaxPath)
                break;
            look(game, here, fit);
            if (fit.missing > 0)
                break;
            const Index next = select(here, fit);
            path_.push_back(next);
            end = play(game, arena_[next].action, rng, meter);
        }
        if (end != Proof::Open || path_.size() + 1 >= kMaxPath) {
            finish(game, end, rng, meter, progress);
            return;
        }
        add_missing(game, fit, rng, meter, progress);
    }

    /// Adds the actions without a child and simulates each of them once.
    template <class Progress>
    void add_missing(G& game, const Fit& fit, Rng& rng, BudgetMeter& meter, Progress& progress) {
        const Index parent = path_.back();
        const bool certain = arena_[parent].certain;
        before_ = *state_;
        std::size_t left = fit.missing;
        for (std::size_t i = 0; i < fit.actions.size(); ++i) {
            if (fit.children[i] != 0)
                continue;
            if (meter.exhausted() || arena_[parent].proof != Proof::Open)
                return;
            const Action action = fit.actions[i];
            const Index child = arena_.allocate(1);
            *state_ = *before_;
            if (child == 0) {
                full_ = true;
                finish(game, Proof::Open, rng, meter, progress);
                return;
            }
            Node& node = arena_[child];
            node.action = action;
            node.certain = certain && !game.is_chance(*state_, action);
            Node& above = arena_[parent];
            (above.first == 0 ? above.first : arena_[above.last].next) = child;
            above.last = child;
            above.complete = certain && --left == 0;
            path_.push_back(child);
            const Proof end = play(game, action, rng, meter);
            finish(game, end, rng, meter, progress);
            path_.pop_back();
        }
    }

    /// Values the position at the end of the path and carries it up.
    template <class Progress>
    void finish(G& game, Proof end, Rng& rng, BudgetMeter& meter, Progress& progress) {
        this->reached(static_cast<int>(path_.size()) - 1);
        Node& leaf = arena_[path_.back()];
        if (leaf.certain)
            leaf.proof = end;
        back_up(end == Proof::Open ? game.playout(*state_, rng) : this->value_of(end));
        meter.spend_simulation();
        progress(*this);
    }

    Proof play(G& game, Action action, Rng& rng, BudgetMeter& meter) {
        meter.spend_node();
        if (!game.is_chance(*state_, action))
            return game.play(*state_, action);
        InlineVec<Weighted<Chance>, G::kMaxChances> chances;
        game.chances(*state_, action, chances);
        std::uint32_t total = 0;
        for (const auto& item : chances)
            total += item.weight;
        return game.play(*state_, action, chances[draw_weighted(chances, total, rng)].chance);
    }

    /// Children and actions come in much the same order, so each search starts where the last
    /// ended.
    void look(G& game, Node& here, Fit& fit) {
        here.to_move = static_cast<std::uint8_t>(game.to_move(*state_));
        fit.actions.clear();
        game.actions(*state_, fit.actions);
        const std::size_t count = fit.actions.size();
        NEBEL_CHECK(count > 0);
        fit.missing = count;
        std::fill_n(fit.children.begin(), count, Index{0});
        std::size_t at = 0;
        for (Index i = here.first; i != 0; i = arena_[i].next) {
            for (std::size_t tries = 0; tries < count; ++tries) {
                const bool found = fit.actions[at] == arena_[i].action;
                if (found) {
                    fit.children[at] = i;
                    --fit.missing;
                }
                at = at + 1 == count ? 0 : at + 1;
                if (found)
                    break;
            }
        }
    }

    /// UCB1 over the children that fit and are not known to lose.
    [[nodiscard]] Index select(const Node& node, const Fit& fit) const {
        const int side = node.to_move;
        const double log_visits = std::log(static_cast<double>(node.visits));
        Index best = 0;
        double best_bound = -std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < fit.actions.size(); ++i) {
            const Node& child = arena_[fit.children[i]];
            if (child.proof == loss_of(side))
                continue;
            const auto visits = static_cast<double>(child.visits);
            const double mean = child.total / visits;
            const double bound = (side == 0 ? mean : 1 - mean) +
                                 settings_.exploration * std::sqrt(log_visits / visits);
            if (bound > best_bound) {
                best_bound = bound;
                best = fit.children[i];
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
                node.proof = decided(node);
                news = node.proof != Proof::Open;
            }
        }
    }

    /// The best that the side to move can be sure of, once nothing better can turn up.
    [[nodiscard]] Proof decided(const Node& node) const {
        Proof best = loss_of(node.to_move);
        bool open = !node.complete;
        for (Index i = node.first; i != 0; i = arena_[i].next) {
            const Proof proof = arena_[i].proof;
            if (proof == win_of(node.to_move))
                return proof;
            open |= proof == Proof::Open;
            if (proof == Proof::Draw)
                best = Proof::Draw;
        }
        return open ? Proof::Open : best;
    }

    std::optional<State> before_;
};

}  // namespace nebel::search
