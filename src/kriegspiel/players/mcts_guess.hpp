#pragma once

#include <optional>

#include "chess/position.hpp"
#include "core/rng.hpp"
#include "kriegspiel/belief/densities_maps.hpp"
#include "kriegspiel/belief/story.hpp"

namespace nebel::kriegspiel {

/// Makes up whole boards as approach A does: each enemy man is put down by the densities, one
/// independently of the other, and the board should not contradict what was said last
/// (last-observation sampling). Cheap enough for one board an iteration.
class BoardGuesser {
 public:
    /// Keeps a copy of the maps; the story must outlive the guesser and stay as it is.
    BoardGuesser(const DensityMaps& maps, const Story& story);

    /// Something to play on, as good as a few attempts make it. Nothing when the maps leave no room
    /// for a legal board.
    [[nodiscard]] std::optional<chess::Position> guess(Rng& rng) const;

 private:
    static constexpr int kAttempts = 12;

    [[nodiscard]] std::optional<chess::Position> attempt(Rng& rng) const;
    [[nodiscard]] bool agrees(const chess::Position& board) const;
    [[nodiscard]] chess::Square draw(const std::array<float, 64>& map,
                                     chess::Bitboard allowed,
                                     Rng& rng) const;

    DensityMaps maps_;
    const Story& story_;
    const Said& said_;
};

}  // namespace nebel::kriegspiel
