#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/budget.hpp"

// Root parallelism: several searches that share nothing while they work, so that with limits in
// nodes or simulations the result depends on the seed and the number of threads alone.
namespace nebel::search {

/// One worker's part of a budget: nodes and simulations are divided, time is everybody's.
inline Budget share_of_budget(Budget budget, std::size_t worker, std::size_t workers) {
    for (std::uint64_t* limit : {&budget.simulations, &budget.nodes})
        *limit = *limit / workers + (worker < *limit % workers ? 1 : 0);
    return budget;
}

/// How many workers have something to do: one without a node of its own would have no limit at all.
inline std::size_t useful_workers(const Budget& budget, std::size_t threads) {
    std::size_t workers = std::max<std::size_t>(threads, 1);
    for (const std::uint64_t limit : {budget.simulations, budget.nodes})
        if (limit != 0)
            workers = std::min<std::size_t>(workers, limit);
    return workers;
}

}  // namespace nebel::search
