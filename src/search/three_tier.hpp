#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "search/uct_arena.hpp"

namespace nebel::search {

/// What a node of a three-tier tree stands for. Where a seat does not see the opponent's moves, two
/// plies of a game are three steps of what it does and hears.
enum class Tier : std::uint8_t {
    Move,    ///< an own move
    Answer,  ///< what the referee said to it
    Message  ///< what the referee said of the opponent's move; below it the next own move
};

struct ThreeTierNode {
    float value = 0;  ///< to the seat that searches; how it is backed up is the search's affair
    float prior = 0;  ///< what the model said of it before anything below was known
    float probability = 1;  ///< of a message among its siblings
    std::uint32_t visits = 0;
    std::uint32_t first = 0;  ///< children are a chain; 0 is none
    std::uint32_t next = 0;
    std::uint32_t key = 0;  ///< the move or the message, in the model's code
    Tier tier = Tier::Message;
    bool complete = false;  ///< no child can be added any more
};
static_assert(sizeof(ThreeTierNode) == 32);

/// The tree itself: nodes in one arena, found and chosen, without any opinion on how they are
/// valued. The root is a Message node: what was heard last, with the own move to come.
class ThreeTierTree {
 public:
    using Node = ThreeTierNode;
    using Index = std::uint32_t;
    static constexpr Index kNone = 0;

    explicit ThreeTierTree(std::size_t max_nodes) : arena_(max_nodes) { clear(); }

    /// Forgets everything; the memory stays.
    void clear() {
        arena_.clear();
        root_ = arena_.allocate(1);
    }

    [[nodiscard]] Index root() const { return root_; }
    [[nodiscard]] std::size_t size() const { return arena_.size(); }
    Node& operator[](Index i) { return arena_[i]; }
    const Node& operator[](Index i) const { return arena_[i]; }

    /// Adds a child in front of its siblings; kNone when the memory is full.
    Index add(Index parent, Tier tier, std::uint32_t key) {
        const Index child = arena_.allocate(1);
        if (child == kNone)
            return kNone;
        Node& node = arena_[child];
        node.tier = tier;
        node.key = key;
        node.next = arena_[parent].first;
        arena_[parent].first = child;
        return child;
    }

    /// A whole row of children next to each other, for a parent that has none. `fill(i, node)` sets
    /// the i-th one's key and values. False when the memory is full.
    template <class Fill>
    bool add_row(Index parent, Tier tier, std::size_t count, Fill&& fill) {
        const Index row = count == 0 ? kNone : arena_.allocate(count);
        if (row == kNone)
            return false;
        for (std::size_t i = 0; i < count; ++i) {
            Node& node = arena_[row + static_cast<Index>(i)];
            node.tier = tier;
            node.next = i + 1 < count ? row + static_cast<Index>(i) + 1 : kNone;
            fill(i, node);
        }
        arena_[parent].first = row;
        arena_[parent].complete = true;
        return true;
    }

    [[nodiscard]] Index find(Index parent, std::uint32_t key) const {
        Index i = arena_[parent].first;
        while (i != kNone && arena_[i].key != key)
            i = arena_[i].next;
        return i;
    }

    /// Takes out every child for which `unwanted(node)` holds; what hung below it is lost.
    template <class Predicate>
    void prune(Index parent, Predicate&& unwanted) {
        Index* link = &arena_[parent].first;
        while (*link != kNone) {
            Node& child = arena_[*link];
            if (unwanted(child))
                *link = child.next;
            else
                link = &child.next;
        }
    }

    template <class F>
    void for_each_child(Index parent, F&& f) const {
        for (Index i = arena_[parent].first; i != kNone; i = arena_[i].next)
            f(arena_[i]);
    }

    /// The child with the largest value + exploration * sqrt(ln N / n) among those `allowed(node)`;
    /// one that was never visited counts as visited once. kNone when there is none.
    template <class Predicate>
    [[nodiscard]] Index select(Index parent, double exploration, Predicate&& allowed) const {
        const Node& here = arena_[parent];
        const float scale = static_cast<float>(
            exploration * std::sqrt(std::log(static_cast<double>(here.visits) + 1)));
        Index best = kNone;
        float best_bound = -std::numeric_limits<float>::infinity();
        for (Index i = here.first; i != kNone;) {
            const Node& child = arena_[i];
            const float bound = child.value + scale * inverse_root(child.visits);
            if (bound > best_bound && allowed(child)) {
                best_bound = bound;
                best = i;
            }
            i = child.next;
        }
        return best;
    }
    [[nodiscard]] Index select(Index parent, double exploration) const {
        return select(parent, exploration, [](const Node&) { return true; });
    }

    /// The child that was visited most, the better one of equals; kNone when there is none.
    [[nodiscard]] Index most_visited(Index parent) const {
        Index best = kNone;
        for (Index i = arena_[parent].first; i != kNone; i = arena_[i].next) {
            const Node& child = arena_[i];
            if (best == kNone || child.visits > arena_[best].visits ||
                (child.visits == arena_[best].visits && child.value > arena_[best].value))
                best = i;
        }
        return best;
    }

    /// A move of the root and the moves of the line below it that was visited most, at most
    /// `length` of them together.
    [[nodiscard]] std::vector<std::uint32_t> best_line(std::uint32_t first,
                                                       std::size_t length) const {
        std::vector<std::uint32_t> line{first};
        const Index start = find(root_, first);
        if (start == kNone)
            return line;
        for (Index i = most_visited(start); i != kNone && line.size() < length;
             i = most_visited(i)) {
            if (arena_[i].visits == 0)
                break;
            if (arena_[i].tier == Tier::Move)
                line.push_back(arena_[i].key);
        }
        return line;
    }

 private:
    static constexpr std::size_t kRoots = 2048;

    static float inverse_root(std::uint32_t visits) {
        static const auto table = [] {
            std::array<float, kRoots> t{};
            t[0] = 1;
            for (std::size_t n = 1; n < kRoots; ++n)
                t[n] = static_cast<float>(1 / std::sqrt(static_cast<double>(n)));
            return t;
        }();
        return visits < kRoots ? table[visits] : 1 / std::sqrt(static_cast<float>(visits));
    }

    NodeArena<Node> arena_;
    Index root_ = kNone;
};

}  // namespace nebel::search
