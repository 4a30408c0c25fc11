#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/rng.hpp"

namespace nebel {

/// An index drawn with probability proportional to its weight; nothing if all weights are zero.
/// Only products, sums and comparisons of the same order everywhere: equal on every machine.
inline std::optional<std::size_t> draw_by_weight(std::span<const double> weights, Rng& rng) {
    double total = 0;
    for (const double weight : weights)
        total += weight;
    if (total <= 0)
        return std::nullopt;
    const double aim = rng.real() * total;
    double passed = 0;
    std::size_t last = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i] <= 0)
            continue;
        last = i;
        passed += weights[i];
        if (aim < passed)
            break;
    }
    return last;
}

}  // namespace nebel
