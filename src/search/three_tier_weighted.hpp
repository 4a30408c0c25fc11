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

/// One thing that may be heard after an own move: the answer to it, then the message about the
/// opponent's move, with what that would be worth. Outcomes of one answer stand next to each other.
struct WeightedOutcome {
    std::uint32_t answer = 0;
    std::uint32_t message = 0;
    float probability = 0;  ///< of all outcomes together: 1
    float value = 0;
    bool open = true;  ///< whether it is worth a tree of its own
};

struct WeightedMove {
    std::uint32_t key = 0;
    float value = 0;  ///< the weighted average over its outcomes
};

/// A model that knows the chance of everything the referee may say.
template <class M>
concept WeightedModel =
    requires(M m, typename M::State s, typename M::Moves& moves, typename M::Outcomes& outcomes) {
    m.begin(s);
    /// Every own move, each with the average of its outcomes.
    m.moves(s, moves);
    m.outcomes(s, std::uint32_t{}, outcomes);
    /// Makes the move and what was heard.
    m.play(s, std::uint32_t{}, std::uint32_t{}, std::uint32_t{});
};

/// Tree search in which every node is valued once, as the weighted average over the messages, and
/// the best own move is backed up (Ciancarini and Favini 2010, figure 8): UCT decides what is
/// looked at, not what it is worth. A message with own moves below it is worth half what the model
/// said of it and half its best move.
template <WeightedModel M>
class WeightedThreeTier {
 public:
    using Model = M;
    /// Whether a node's value is its best child's, not the mean of what was seen below it.
    static constexpr bool kBacksUpBest = true;

    struct Settings {
        double exploration = 1;
        std::uint32_t expand_at = 30;  ///< visits after which a move gets its messages and moves
        float trust = 0.5f;            ///< share of the best move below in a message's value
        std::size_t max_nodes = 4'000'000;
    };

    explicit WeightedThreeTier(const Settings& settings)
        : settings_(settings), tree_(settings.max_nodes) {}

    [[nodiscard]] const ThreeTierTree& tree() const { return tree_; }
    ThreeTierTree& tree() { return tree_; }
    /// Longest line of own moves looked at.
    [[nodiscard]] int depth() const { return depth_; }

    /// Grows the tree until the meter is spent, the memory is full or nothing is left to look at. A
    /// node of the budget is one valued move, a simulation one way down the tree; a node's moves
    /// are valued together, and the root's always are.
    template <class Progress>
    void search(M& model, Rng& rng, BudgetMeter& meter, Progress&& progress) {
        if (tree_[tree_.root()].first == ThreeTierTree::kNone) {
            depth_ = 0;
            model.begin(state_);
            meter.spend_node(expand(model, tree_.root()));
        }
        int idle = 0;
        while (!meter.exhausted() && idle < kIdle) {
            const std::size_t fresh = iterate(model, rng);
            if (full_)
                return;
            idle = fresh == 0 ? idle + 1 : 0;
            if (fresh > 0)
                meter.spend_node(fresh);
            meter.spend_simulation();
            progress(*this);
        }
    }

    /// Values the root's moves anew with what the model says now; what was found below them stays.
    void refresh_root(M& model) {
        model.begin(state_);
        moves_.clear();
        model.moves(state_, moves_);
        for (const WeightedMove& move : moves_) {
            const Index i = tree_.find(tree_.root(), move.key);
            if (i == ThreeTierTree::kNone)
                continue;
            ThreeTierNode& node = tree_[i];
            node.value += move.value - node.prior;
            node.prior = move.value;
        }
        revalue(tree_.root());
    }

    void clear() {
        tree_.clear();
        full_ = false;
        depth_ = 0;
    }

 private:
    using Index = ThreeTierTree::Index;
    static constexpr int kIdle = 50'000;

    // One way down; returns how many moves were valued.
    std::size_t iterate(M& model, Rng& rng) {
        model.begin(state_);
        path_.assign(1, tree_.root());
        std::size_t fresh = 0;
        int depth = 0;
        while (true) {
            const Index move = tree_.select(path_.back(), settings_.exploration);
            if (move == ThreeTierTree::kNone)
                break;
            path_.push_back(move);
            ++depth;
            if (tree_[move].first == ThreeTierTree::kNone) {
                if (tree_[move].visits + 1 < settings_.expand_at)
                    break;
                if (!add_messages(model, move))
                    break;
            }
            const Index answer = draw(move, rng);
            if (answer == ThreeTierTree::kNone)
                break;
            path_.push_back(answer);
            const Index message = draw(answer, rng);
            if (message == ThreeTierTree::kNone) {
                // Its messages turned out to have no moves below them, one after the other.
                tree_[answer].complete = true;
                break;
            }
            path_.push_back(message);
            model.play(state_, tree_[move].key, tree_[answer].key, tree_[message].key);
            if (tree_[message].first == ThreeTierTree::kNone) {
                fresh = expand(model, message);
                break;
            }
        }
        depth_ = std::max(depth_, depth);
        back_up();
        return fresh;
    }

    std::size_t expand(M& model, Index at) {
        moves_.clear();
        model.moves(state_, moves_);
        if (moves_.empty()) {
            tree_[at].complete = true;
            return 0;
        }
        full_ |=
            !tree_.add_row(at, Tier::Move, moves_.size(), [&](std::size_t i, ThreeTierNode& n) {
                n.key = moves_[i].key;
                n.value = n.prior = moves_[i].value;
            });
        return moves_.size();
    }

    bool add_messages(M& model, Index move) {
        outcomes_.clear();
        model.outcomes(state_, tree_[move].key, outcomes_);
        keep_prior(tree_[move].prior);
        std::size_t answers = 0;
        for (std::size_t i = 0; i < outcomes_.size(); ++i)
            answers += i == 0 || outcomes_[i].answer != outcomes_[i - 1].answer;
        if (!tree_.add_row(move, Tier::Answer, answers, [](std::size_t, ThreeTierNode&) {})) {
            full_ = true;
            return false;
        }
        Index answer = tree_[move].first;
        for (std::size_t i = 0; i < outcomes_.size(); answer = tree_[answer].next) {
            std::size_t end = i;
            float probability = 0;
            float sum = 0;
            bool open = false;
            for (; end < outcomes_.size() && outcomes_[end].answer == outcomes_[i].answer; ++end) {
                probability += outcomes_[end].probability;
                sum += outcomes_[end].probability * outcomes_[end].value;
                open |= outcomes_[end].open;
            }
            ThreeTierNode& node = tree_[answer];
            node.key = outcomes_[i].answer;
            node.probability = probability;
            node.value = node.prior = probability > 0 ? sum / probability : 0;
            node.complete = !open;
            const bool room = tree_.add_row(
                answer, Tier::Message, end - i, [&](std::size_t j, ThreeTierNode& message) {
                    const WeightedOutcome& outcome = outcomes_[i + j];
                    message.key = outcome.message;
                    message.probability = probability > 0 ? outcome.probability / probability : 0;
                    message.value = message.prior = outcome.value;
                    message.complete = !outcome.open;
                });
            tree_[answer].complete = !open;
            if (!room) {
                full_ = true;
                tree_[move].first = ThreeTierTree::kNone;
                return false;
            }
            i = end;
        }
        return true;
    }

    // A model may know more of a move beside its siblings than by itself (what follows a refusal
    // depends on what else there is). Outcomes that get no tree make up the difference.
    void keep_prior(float prior) {
        float gap = prior;
        float closed = 0;
        for (const WeightedOutcome& outcome : outcomes_) {
            gap -= outcome.probability * outcome.value;
            closed += outcome.open ? 0 : outcome.probability;
        }
        for (WeightedOutcome& outcome : outcomes_)
            if (!outcome.open && closed > 0)
                outcome.value += gap / closed;
    }

    // One of the messages worth a look, by probability.
    Index draw(Index parent, Rng& rng) {
        float total = 0;
        for (Index i = tree_[parent].first; i != ThreeTierTree::kNone; i = tree_[i].next)
            if (!tree_[i].complete || tree_[i].first != ThreeTierTree::kNone)
                total += closed(i) ? 0 : tree_[i].probability;
        auto rest = static_cast<float>(rng.real()) * total;
        Index last = ThreeTierTree::kNone;
        for (Index i = tree_[parent].first; i != ThreeTierTree::kNone; i = tree_[i].next) {
            if (closed(i))
                continue;
            last = i;
            rest -= tree_[i].probability;
            if (rest < 0)
                break;
        }
        return last;
    }

    // An answer is closed when all its messages are; a message when it gets no moves below it.
    [[nodiscard]] bool closed(Index i) const {
        const ThreeTierNode& node = tree_[i];
        if (node.tier == Tier::Answer)
            return node.complete;
        return node.complete && node.first == ThreeTierTree::kNone;
    }

    void back_up() {
        for (std::size_t i = path_.size(); i-- > 0;) {
            ++tree_[path_[i]].visits;
            revalue(path_[i]);
        }
    }

    void revalue(Index i) {
        ThreeTierNode& node = tree_[i];
        if (node.first == ThreeTierTree::kNone)
            return;
        if (node.tier == Tier::Message) {
            float best = -std::numeric_limits<float>::infinity();
            tree_.for_each_child(
                i, [&](const ThreeTierNode& child) { best = std::max(best, child.value); });
            node.value =
                i == tree_.root() ? best : node.prior + settings_.trust * (best - node.prior);
            return;
        }
        float sum = 0;
        tree_.for_each_child(
            i, [&](const ThreeTierNode& child) { sum += child.probability * child.value; });
        node.value = sum;
    }

    Settings settings_;
    ThreeTierTree tree_;
    typename M::State state_;
    typename M::Moves moves_;
    typename M::Outcomes outcomes_;
    std::vector<Index> path_;
    int depth_ = 0;
    bool full_ = false;
};

}  // namespace nebel::search
