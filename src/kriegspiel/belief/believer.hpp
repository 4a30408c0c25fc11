#pragma once

#include <optional>

#include "kriegspiel/belief/densities_maps.hpp"

namespace nebel::kriegspiel {

/// A player that can say what it believes, square by square. Nobody asks during a game but the one
/// who keeps its papers: the review shows it afterwards beside the truth.
class Believer {
 public:
    virtual ~Believer() = default;

    /// Expected enemy men on each square at the own turn, after everything heard. Nothing where the
    /// player keeps no such belief (the board is open, or it forgets between turns).
    [[nodiscard]] virtual std::optional<DensityMaps> believed() = 0;
};

}  // namespace nebel::kriegspiel
