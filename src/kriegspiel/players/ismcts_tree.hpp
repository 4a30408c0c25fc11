#pragma once

#include <cstdint>
#include <vector>

#include "chess/types.hpp"

namespace nebel::kriegspiel {

/// The tree of an information-set search: a node is what the root player knows at one of its turns,
/// an own move leads on, and then what was said while the opponent moved. Boards that sound alike
/// share nodes, so no choice can depend on what the player cannot know.
class IsmctsTree {
 public:
    using Node = std::uint32_t;
    static constexpr Node kNone = ~Node{0};

    /// One own move from a node.
    struct Arm {
        chess::Move move;
        std::uint32_t visits = 0;
        std::uint32_t available = 0;  ///< times the node was visited and the move was legal
        double total = 0;             ///< of values from 0 (lost) to 1 (won)
        Node after = kNone;           ///< where the messages that follow branch off
    };

    IsmctsTree() { clear(); }
    void clear() {
        nodes_.assign(1, {});
        branches_.clear();
    }
    static constexpr Node root() { return 0; }

    [[nodiscard]] std::vector<Arm>& arms(Node node) { return nodes_[node].arms; }
    [[nodiscard]] const std::vector<Arm>& arms(Node node) const { return nodes_[node].arms; }

    /// The arm of a move, added where it is new: its index.
    std::size_t arm(Node node, chess::Move move) {
        auto& arms = nodes_[node].arms;
        for (std::size_t i = 0; i < arms.size(); ++i)
            if (arms[i].move == move)
                return i;
        Arm fresh;
        fresh.move = move;
        arms.push_back(fresh);
        return arms.size() - 1;
    }

    /// The node that follows an arm when this was heard (a fingerprint of all that was said until
    /// the player's next turn), added where it is new.
    Node follow(Node node, std::size_t index, std::uint64_t heard) {
        for (Node b = nodes_[node].arms[index].after; b != kNone; b = branches_[b].next)
            if (branches_[b].heard == heard)
                return branches_[b].node;
        const auto fresh = static_cast<Node>(nodes_.size());
        nodes_.emplace_back();
        auto& first = nodes_[node].arms[index].after;
        branches_.push_back({heard, fresh, first});
        first = static_cast<Node>(branches_.size() - 1);
        return fresh;
    }

    [[nodiscard]] std::size_t size() const { return nodes_.size(); }

 private:
    struct Branch {
        std::uint64_t heard;
        Node node;
        Node next;
    };
    struct Entry {
        std::vector<Arm> arms;
    };
    std::vector<Entry> nodes_;
    std::vector<Branch> branches_;
};

}  // namespace nebel::kriegspiel
