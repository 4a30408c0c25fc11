#pragma once

#include <cstdint>

#include "core/rng.hpp"
#include "game/seat.hpp"

// Where every random number of a match comes from. Games 2k and 2k+1 are pair k: the same deal and
// the same luck in each seat, with the players changing seats.
namespace nebel::match {

constexpr std::uint64_t pair_of(std::uint64_t game) {
    return game / 2;
}

/// Where the first player of the match sits.
constexpr Seat seat_of_first_player(std::uint64_t game) {
    return game % 2 == 0 ? Seat::First : Seat::Second;
}

constexpr std::uint64_t deal_seed(std::uint64_t match_seed, std::uint64_t pair) {
    return mix_seed(match_seed, pair);
}

/// Depends on the seat, not on who sits there. mix_seed can be undone, so a seed derived by it
/// alone would tell a player the deal; the sum of two such seeds does not.
constexpr std::uint64_t player_seed(std::uint64_t match_seed, std::uint64_t pair, Seat seat) {
    const std::uint64_t deal = deal_seed(match_seed, pair);
    const auto place = static_cast<std::uint64_t>(index(seat));
    return mix_seed(deal, 1 + place) ^ mix_seed(~deal, 3 + place);
}

}  // namespace nebel::match
