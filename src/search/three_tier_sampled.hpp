#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <vector>

#include "core/budget.hpp"
#include "core/inline_vec.hpp"
#include "core/rng.hpp"
#include "search/three_tier.hpp"

namespace nebel::search {

/// What the referee said, in the model's code, and how the game goes on.
struct Heard {
    enum class Then : std::uint8_t {
        TheirTurn,  ///< the own move was made
        MyTurn,     ///< the own move was refused, or the opponent has moved
        Over        ///< with this value to the own seat
    };
    std::uint32_t message = 0;
    Then then = Then::TheirTurn;
    double value = 0;
};

/// A model of the game that a sampled search plays on: either complete boards or nothing but what
/// the referee might say. Keys of moves are below kMoveKeys.
template <class M>
concept SampledModel =
    requires(M m, const M cm, typename M::State s, typename M::Moves& list, Rng& rng) {
    { M::kMoveKeys } -> std::convertible_to<std::size_t>;
    /// Whether a node's moves are the same at every visit.
    { M::kSameMoves } -> std::convertible_to<bool>;
    /// The start of one iteration.
    m.begin(s, rng);
    /// Keys of the own moves that can be made or tried here.
    cm.moves(s, list);
    { m.answer(s, std::uint32_t{}, rng) } -> std::same_as<Heard>;
    { m.reply(s, rng) } -> std::same_as<Heard>;
    { m.simulate(s, rng) } -> std::convertible_to<double>;
};

/// Monte Carlo tree search over own moves and what the referee says (Ciancarini and Favini 2010,
/// figures 5 and 6): own moves by UCT, messages as the model gives them, one new node and one
/// simulation an iteration, mean values.
template <SampledModel M>
class SampledThreeTier {
 public:
    using Model = M;
    /// Whether a node's value is its best child's, not the mean of what was seen below it.
    static constexpr bool kBacksUpBest = false;

    struct Settings {
        double exploration = 1;
        std::size_t max_nodes = 2'000'000;
        int simulations = 1;  ///< at each leaf; their mean is backed up
        std::size_t deepest = 200;
    };

    explicit SampledThreeTier(const Settings& settings)
        : settings_(settings), tree_(settings.max_nodes) {
        allowed_.assign(M::kMoveKeys, 0);
    }

    /// Forgets the tree; the memory stays.
    void clear() { tree_.clear(); }
    [[nodiscard]] const ThreeTierTree& tree() const { return tree_; }
    ThreeTierTree& tree() { return tree_; }

    /// Adds iterations to the tree until the meter is spent. An iteration counts as one node and as
    /// many simulations as it made.
    template <class Progress>
    void search(M& model, Rng& rng, BudgetMeter& meter, Progress&& progress) {
        while (!meter.exhausted()) {
            back_up(iterate(model, rng));
            meter.spend_simulation(static_cast<std::uint64_t>(settings_.simulations));
            meter.spend_node();
            progress(*this);
        }
    }

 private:
    using Index = ThreeTierTree::Index;

    double iterate(M& model, Rng& rng) {
        model.begin(state_, rng);
        path_.assign(1, tree_.root());
        while (path_.size() < settings_.deepest) {
            bool fresh = false;
            const Index move = choose(model, path_.back(), rng, fresh);
            if (move == ThreeTierTree::kNone)
                break;
            path_.push_back(move);
            const Heard answer = model.answer(state_, tree_[move].key, rng);
            fresh |= enter(Tier::Answer, answer.message);
            if (answer.then == Heard::Then::Over)
                return answer.value;
            if (answer.then == Heard::Then::TheirTurn) {
                const Heard reply = model.reply(state_, rng);
                fresh |= enter(Tier::Message, reply.message);
                if (reply.then == Heard::Then::Over)
                    return reply.value;
            }
            if (fresh)
                break;
        }
        if (settings_.simulations == 1)
            return model.simulate(state_, rng);
        double sum = 0;
        for (int i = 0; i < settings_.simulations; ++i) {
            simulated_ = state_;
            sum += model.simulate(simulated_, rng);
        }
        return sum / settings_.simulations;
    }

    // A move that was never tried here, drawn at random, or else the best bound. kNone: no room or
    // no move.
    Index choose(const M& model, Index at, Rng& rng, bool& fresh) {
        if (M::kSameMoves && tree_[at].complete)
            return tree_.select(at, settings_.exploration);
        moves_.clear();
        model.moves(state_, moves_);
        ++stamp_;
        for (const std::uint32_t key : moves_)
            allowed_[key] = stamp_;
        std::size_t known = 0;
        tree_.for_each_child(at, [&](const ThreeTierNode& child) {
            if (allowed_[child.key] == stamp_) {
                allowed_[child.key] = stamp_ + 1;
                ++known;
            }
        });
        ++stamp_;
        if (known < moves_.size()) {
            auto skip = rng.below(static_cast<std::uint32_t>(moves_.size() - known));
            for (const std::uint32_t key : moves_)
                if (allowed_[key] != stamp_ && skip-- == 0) {
                    const Index child = tree_.add(at, Tier::Move, key);
                    fresh = child != ThreeTierTree::kNone;
                    if (fresh)
                        return child;
                    break;
                }
        } else if (M::kSameMoves) {
            tree_[at].complete = true;
        }
        return tree_.select(at, settings_.exploration, [&](const ThreeTierNode& child) {
            return allowed_[child.key] == stamp_;
        });
    }

    // Goes on to the child of this message, made where it is new. Where there is no room the path
    // ends at the parent.
    bool enter(Tier tier, std::uint32_t message) {
        Index child = tree_.find(path_.back(), message);
        const bool fresh = child == ThreeTierTree::kNone;
        if (fresh)
            child = tree_.add(path_.back(), tier, message);
        if (child != ThreeTierTree::kNone)
            path_.push_back(child);
        return fresh;
    }

    void back_up(double value) {
        for (const Index i : path_) {
            ThreeTierNode& node = tree_[i];
            ++node.visits;
            node.value +=
                (static_cast<float>(value) - node.value) / static_cast<float>(node.visits);
        }
    }

    Settings settings_;
    ThreeTierTree tree_;
    typename M::State state_;
    typename M::State simulated_;
    typename M::Moves moves_;
    std::vector<Index> path_;
    std::vector<std::uint64_t> allowed_;
    std::uint64_t stamp_ = 0;
};

}  // namespace nebel::search
