#pragma once

#include <memory>

#include "kriegspiel/belief/densities_model.hpp"
#include "kriegspiel/belief/profile.hpp"
#include "kriegspiel/belief/story.hpp"

namespace nebel::kriegspiel {

/// The densities of Ciancarini and Favini (2010, section 5.2): how likely the enemy's king, a pawn
/// or a piece stands on each square, kept up from the events of one seat. Not boards: three maps,
/// which forget how men depend on each other, never starve and cost microseconds a move.
///
/// One object belongs to one thread: `maps` and `model` bring the maps up to what was heard.
class Densities {
 public:
    /// `profile` may be null: then every square attracts alike. It is used in games from the usual
    /// start only.
    Densities(const Rules& rules, Seat seat, std::shared_ptr<const Profile> profile);

    /// An event of the own seat. Cheap: the work is done when the maps are asked for.
    void hear(const Event& event);

    [[nodiscard]] const DensityMaps& maps() const { return model().maps(); }
    /// The maps with all that goes on with them: a search copies it and plays on.
    [[nodiscard]] const DensityModel& model() const;

    [[nodiscard]] const View& view() const { return story_.view(); }
    [[nodiscard]] const Story& story() const { return story_; }

 private:
    void begin() const;
    void apply(DensityModel& model, std::size_t ply) const;
    void hear_turn(DensityModel& model) const;
    [[nodiscard]] const Said& said_before(std::size_t ply) const;

    Story story_;
    std::shared_ptr<const Profile> profile_;
    mutable DensityModel before_;  ///< before the latest move, of which more may yet be said
    mutable DensityModel now_;
    mutable std::size_t plies_ = 0;  ///< moves behind `before_`
    mutable bool begun_ = false;
    mutable bool stale_ = true;
};

}  // namespace nebel::kriegspiel
