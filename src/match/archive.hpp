#pragma once

#include <cstdint>
#include <set>
#include <span>

#include "match/game_summary.hpp"

namespace nebel::match {

/// Where the finished games of one match are kept. Used by one thread.
class Archive {
 public:
    virtual ~Archive() = default;
    /// The games already there; asked once, before anything is saved.
    virtual std::set<std::uint64_t> indices() = 0;
    virtual GameSummary load(std::uint64_t index) = 0;
    /// Survives the death of the program as soon as it returns.
    virtual void save(std::span<const GameSummary> games) = 0;
};

}  // namespace nebel::match
