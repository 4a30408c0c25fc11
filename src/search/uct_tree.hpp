#pragma once

#include <optional>

#include "search/uct.hpp"
#include "search/uct_arena.hpp"

namespace nebel::search {

/// What the Monte Carlo trees have alike, whatever their nodes are: the nodes' memory, the path of
/// the simulation under way, and what can be asked of a finished search.
template <UctGame G, class NodeOfTree>
class UctTree {
 public:
    using Game = G;
    using Action = typename G::Action;
    using Chance = typename G::Chance;
    using State = typename G::State;
    using Node = NodeOfTree;
    using Index = typename NodeArena<Node>::Index;

    void set_draw(double draw) { settings_.draw = draw; }

    [[nodiscard]] const Node& root() const { return arena_[root_]; }
    [[nodiscard]] std::size_t size() const { return arena_.size(); }
    /// Actions from the root to the deepest position reached.
    [[nodiscard]] int depth() const { return depth_; }
    /// Whether the limit of nodes was met.
    [[nodiscard]] bool full() const { return full_; }

 protected:
    static constexpr std::size_t kMaxPath = 4096;

    explicit UctTree(const UctSettings& settings)
        : settings_(settings), arena_(settings.max_nodes) {}

    /// Forgets the last search and starts with a root alone.
    void plant() {
        arena_.clear();
        root_ = arena_.allocate(1);
        depth_ = 0;
        full_ = false;
    }

    void reached(int depth) {
        if (depth > depth_)
            depth_ = depth;
    }

    [[nodiscard]] double value_of(Proof proof) const {
        return proof == Proof::Draw ? settings_.draw : proof == Proof::Side0Wins ? 1.0 : 0.0;
    }

    UctSettings settings_;
    NodeArena<Node> arena_;
    Index root_ = 0;
    bool full_ = false;
    std::optional<State> state_;
    InlineVec<Index, kMaxPath> path_;

 private:
    int depth_ = 0;
};

}  // namespace nebel::search
