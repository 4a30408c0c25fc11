#include "kriegspiel/belief/histories.hpp"

#include <algorithm>

namespace nebel::kriegspiel {

void Histories::collect(Node last, std::vector<Step>& steps) const {
    steps.clear();
    for (Node node = last; node != kNone; node = nodes_[node].before)
        steps.push_back({node, nodes_[node].move, nodes_[node].log_probability});
    std::reverse(steps.begin(), steps.end());
}

void Histories::compact(std::vector<Node*>& ends) {
    std::vector<bool> alive(nodes_.size());
    for (const Node* end : ends)
        for (Node node = *end; node != kNone && !alive[node]; node = nodes_[node].before)
            alive[node] = true;
    // A node comes after the one before it, so one pass in order can renumber.
    std::vector<Node> renamed(nodes_.size(), kNone);
    std::vector<Entry> kept;
    for (Node node = 0; node < nodes_.size(); ++node) {
        if (!alive[node])
            continue;
        Entry entry = nodes_[node];
        if (entry.before != kNone)
            entry.before = renamed[entry.before];
        renamed[node] = static_cast<Node>(kept.size());
        kept.push_back(entry);
    }
    for (Node* end : ends)
        if (*end != kNone)
            *end = renamed[*end];
    nodes_ = std::move(kept);
}

}  // namespace nebel::kriegspiel
