#pragma once

#include <cstdint>
#include <vector>

#include "chess/position.hpp"

namespace nebel::kriegspiel {

/// The hidden moves behind many boards, as a tree of shared beginnings: one node a move, each
/// knowing the one before it. Boards that differ only late share almost everything, and a changed
/// history costs only its changed end.
class Histories {
 public:
    using Node = std::uint32_t;
    static constexpr Node kNone = ~Node{0};

    /// A board to begin from: the game's start, or a board that was invented for want of a history.
    struct Root {
        chess::Position position;
        std::uint32_t ply;  ///< how many moves of the story it has behind it
    };

    Node append(Node before, chess::Move move, float log_probability) {
        nodes_.push_back({before, move, log_probability});
        return static_cast<Node>(nodes_.size() - 1);
    }
    /// The move of a node; none at the beginning of a history.
    [[nodiscard]] chess::Move move(Node node) const {
        return node == kNone ? chess::Move() : nodes_[node].move;
    }
    [[nodiscard]] std::size_t size() const { return nodes_.size(); }

    std::uint32_t add_root(const chess::Position& position, std::uint32_t ply) {
        roots_.push_back({position, ply});
        return static_cast<std::uint32_t>(roots_.size() - 1);
    }
    /// Forgets the latest root, which must lead nowhere.
    void drop_root(std::uint32_t index) {
        NEBEL_CHECK(index + 1 == roots_.size());
        roots_.pop_back();
    }
    [[nodiscard]] const Root& root(std::uint32_t index) const { return roots_[index]; }

    /// The hidden moves of a history, oldest first, with the node of each.
    struct Step {
        Node node;
        chess::Move move;
        float log_probability;
    };
    void collect(Node last, std::vector<Step>& steps) const;

    /// Forgets every node that none of the given ends (which are rewritten) leads to.
    void compact(std::vector<Node*>& ends);

 private:
    struct Entry {
        Node before;
        chess::Move move;
        float log_probability;
    };
    std::vector<Entry> nodes_;
    std::vector<Root> roots_;
};

}  // namespace nebel::kriegspiel
