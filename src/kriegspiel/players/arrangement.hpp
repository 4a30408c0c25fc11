#pragma once

#include "core/rng.hpp"
#include "kriegspiel/own_men.hpp"

namespace nebel::kriegspiel {

/// A number for own men and their squares: if the enemy stood still too, equal ones would be a
/// position repeated.
inline std::uint64_t arrangement(const OwnMen& own) {
    std::uint64_t key = 0;
    for (int type = chess::kPawn; type <= chess::kKing; ++type)
        key = mix_seed(key, own.of(static_cast<chess::PieceType>(type)));
    return key;
}

}  // namespace nebel::kriegspiel
