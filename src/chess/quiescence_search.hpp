#pragma once

// The quiescence search itself, shared by quiesce() and the engine.

#include <optional>

#include "chess/evaluate.hpp"
#include "chess/movegen.hpp"
#include "core/budget.hpp"

namespace nebel::chess {

/// Plays captures and promotions out (and every move while in check, for a few plies) until the
/// side to move prefers to stand still.
class QuiescenceSearch {
 public:
    /// Each position counts as a node of the meter; may be null. When the meter runs out, values
    /// mean nothing.
    explicit QuiescenceSearch(BudgetMeter* meter) : meter_(meter) {}

    /// `ply` is the distance from the root for mate scores.
    int run(const Position& pos, int alpha, int beta, int ply) {
        return search(pos, alpha, beta, ply, 0, std::nullopt);
    }
    /// The position has this evaluation, and what captures change in material and placement is all
    /// that is asked about on the way.
    int run_from(const Position& pos, int evaluation);

 private:
    static constexpr int kMaxDepth = 24;
    static constexpr int kEvasionDepth = 6;
    static constexpr int kDeltaMargin = 180;

    int search(
        const Position& pos, int alpha, int beta, int ply, int depth, std::optional<int> carried);
    [[nodiscard]] int gain(const Position& pos, Move m) const;

    BudgetMeter* meter_;
    int phase_ = 0;  ///< of the root, where evaluations are carried on
};

/// Ordering value of a tactical move: most valuable victim first, then the cheapest taker.
int capture_order(const Position& pos, Move m);

}  // namespace nebel::chess
