#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "core/error.hpp"

namespace nebel::search {

/// All nodes of one tree in one piece of memory, named by number and freed together. The memory is
/// asked for once and untouched until used, so an operating system with virtual memory hands out
/// only what a tree needs. Number 0 is never given away: it means "none".
template <class Node>
class NodeArena {
    static_assert(std::is_trivially_destructible_v<Node>);

 public:
    using Index = std::uint32_t;

    explicit NodeArena(std::size_t capacity)
        : capacity_(capacity + 1), memory_(new std::byte[capacity_ * sizeof(Node)]) {
        NEBEL_CHECK(capacity >= 1 && capacity < ~Index{0});
    }

    /// A row of fresh nodes, or 0 when there is no room for all of them.
    Index allocate(std::size_t count) {
        if (capacity_ - used_ < count)
            return 0;
        const auto first = static_cast<Index>(used_);
        for (std::size_t i = 0; i < count; ++i)
            std::construct_at(data() + used_++);
        return first;
    }

    void clear() { used_ = 1; }
    [[nodiscard]] std::size_t size() const { return used_ - 1; }

    Node& operator[](Index i) { return data()[i]; }
    const Node& operator[](Index i) const { return data()[i]; }

 private:
    Node* data() { return reinterpret_cast<Node*>(memory_.get()); }
    [[nodiscard]] const Node* data() const { return reinterpret_cast<const Node*>(memory_.get()); }

    std::size_t capacity_;
    std::size_t used_ = 1;
    std::unique_ptr<std::byte[]> memory_;
};

}  // namespace nebel::search
