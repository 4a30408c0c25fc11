#pragma once

#include "core/rng.hpp"
#include "stratego/setup.hpp"

namespace nebel::stratego {

/// Every set-up of the variant that can make a move, equally likely.
Setup random_setup(const Rules& rules, Rng& rng);

/// A set-up in the manner of people (human_setup_model.hpp), able to move. Armies other than the
/// classic one are placed rank by rank by where people like to have the rank, the set-up rows
/// scaled to the classic ones, with bombs next to the flag as often as people put them there.
Setup human_setup(const Rules& rules, Rng& rng);

}  // namespace nebel::stratego
