#pragma once

#include <algorithm>

#include "chess/position.hpp"

namespace nebel::kriegspiel {

/// The draw after fifty quiet moves, as a choice has it in view: quiet moves bring it nearer, so
/// the longer nothing happened, the less a lead is worth that does nothing, and the less a deficit
/// hurts.
class QuietClock {
 public:
    /// No draw in view.
    QuietClock() = default;
    /// `plies`: quiet half-moves so far.
    explicit QuietClock(int plies) {
        const int late = std::clamp(plies - kLongQuiet, 0, kDrawnAfter - kLongQuiet);
        const double share = static_cast<double>(late) / (kDrawnAfter - kLongQuiet);
        left_ = 1 - share * share;
    }

    /// Whether a legal move lets the clock run on: it neither takes anything nor moves a pawn.
    static bool runs_on(const chess::Position& before, chess::Move move) {
        return !before.is_capture(move) &&
               chess::type_of(before.piece_on(move.from())) != chess::kPawn;
    }

    /// What is left of a value after quiet moves alone; a mate is one all the same.
    [[nodiscard]] double faded(double value) const {
        return value < 1 ? left_ * value - (1 - left_) * kContempt : value;
    }

 private:
    /// From so many quiet half-moves on the draw is in view.
    static constexpr int kLongQuiet = 20;
    static constexpr int kDrawnAfter = 100;
    /// What a draw costs.
    static constexpr double kContempt = 0.3;

    double left_ = 1;
};

}  // namespace nebel::kriegspiel
