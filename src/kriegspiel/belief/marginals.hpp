#pragma once

#include <array>

#include "chess/types.hpp"

namespace nebel::kriegspiel {

/// A belief square by square: how likely an enemy man of each kind stands there. The form in which
/// beliefs of different making are compared with each other and with the truth.
struct Marginals {
    /// [kind][square]; [kNoType] is any man, the king included.
    std::array<std::array<double, 64>, 7> on{};

    [[nodiscard]] double occupied(chess::Square s) const { return on[chess::kNoType][s]; }
    [[nodiscard]] double king(chess::Square s) const { return on[chess::kKing][s]; }
};

}  // namespace nebel::kriegspiel
