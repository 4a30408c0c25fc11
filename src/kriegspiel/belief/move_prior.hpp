#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "chess/types.hpp"
#include "core/rng.hpp"
#include "kriegspiel/belief/move_model.hpp"
#include "kriegspiel/belief/story.hpp"

namespace nebel::kriegspiel {

/// How a blind opponent moves: by the fitted model of its kind, or, where there is none, takes back
/// where it has just lost a man, makes the pawn captures it is told of, and otherwise does
/// anything. The shares are soft on purpose: a belief that is too sure of its opponent loses the
/// truth.
struct MovePrior {
    double recapture = 0.85;     ///< share of the moves that take back, where there are any
    double pawn_capture = 0.75;  ///< share of the pawn captures, where some were announced to it
    MoveKinds kinds;             ///< instead of the two shares

    /// How many kinds of opponents are told apart.
    [[nodiscard]] std::uint8_t kind_count() const {
        return static_cast<std::uint8_t>(std::max<std::size_t>(1, kinds.size()));
    }

    /// How much a kind is to be expected, beside the others.
    [[nodiscard]] double share(std::uint8_t kind) const {
        return kinds.empty() ? 1 : kinds[kind].share;
    }
    /// A kind drawn by what is to be expected.
    [[nodiscard]] std::uint8_t draw_kind(Rng& rng) const;

    /// Probabilities of the legal moves of a position, which sum to 1.
    void weigh(const chess::Position& position,
               const chess::MoveList& moves,
               const Mover& mover,
               std::span<double> probabilities) const;
    /// The same for one legal move alone; much cheaper.
    [[nodiscard]] double probability(const chess::Position& position,
                                     chess::Move move,
                                     const Mover& mover) const;
};

}  // namespace nebel::kriegspiel
