#pragma once

#include <optional>

#include "core/rng.hpp"
#include "kriegspiel/belief/story.hpp"

namespace nebel::kriegspiel {

/// Makes up boards that fit the latest announcement (last-observation sampling): the own men as
/// they stand, as many enemy men as are left, on squares where the umpire could have said what he
/// said. What cannot be met after many attempts is given up piece by piece, first the pawn
/// captures, then the check, at last some of the enemy's men.
class BoardInventor {
 public:
    /// For the moment after `plies` moves of the story; the own men are those of the story's view,
    /// so this must be its latest moment.
    BoardInventor(const Story& story, std::size_t plies);

    /// `like` (may be null) lends the kinds of the enemy's pieces. Nothing only when not even the
    /// enemy's king has a place: an umpire that contradicts itself can say such things.
    [[nodiscard]] std::optional<chess::Position> invent(const chess::Position* like,
                                                        Rng& rng) const;

 private:
    enum class Strictness : std::uint8_t { Everything, NoPawnCaptures, NothingSaid, FewerMen };
    static constexpr int kAttempts = 200;

    [[nodiscard]] std::optional<chess::Position> attempt(const chess::Position* like,
                                                         Strictness strictness,
                                                         int most_men,
                                                         Rng& rng) const;
    [[nodiscard]] bool agrees(const chess::Position& position, Strictness strictness) const;

    const Story& story_;
    const Said& said_;
    chess::Colour side_;
    bool enemy_moved_last_;
};

}  // namespace nebel::kriegspiel
