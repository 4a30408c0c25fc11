#pragma once

#include "core/budget.hpp"

namespace nebel::darkchess {

/// How long a search may think about one action.
struct Allotment {
    std::chrono::milliseconds soft{0};  ///< start no deeper iteration after this; 0: no limit
    std::chrono::milliseconds hard{0};  ///< answer by then, whatever is unfinished; 0: no limit
    std::uint64_t nodes = 0;            ///< no more than these; 0: no limit
    bool operator==(const Allotment&) const = default;
};

/// A budget of time for one action is spent to its end. Of a clock a fixed share of what remains is
/// planned, more only for an iteration that is under way, and a reserve is never touched; so a
/// game of any length ends with time on the clock. When next to nothing is left, a glance of a few
/// hundred nodes, far below a millisecond, must do.
Allotment allot(const Budget& budget);

}  // namespace nebel::darkchess
