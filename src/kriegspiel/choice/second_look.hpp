#pragma once

#include <cstdint>
#include <vector>

#include "core/budget.hpp"
#include "core/rng.hpp"
#include "kriegspiel/action.hpp"
#include "kriegspiel/choice/ballots.hpp"
#include "kriegspiel/choice/reply_model.hpp"

namespace nebel::kriegspiel {

/// What a few tries lead to one own move further: on sampled boards the try is made, an opponent
/// answers, and the boards that would sound alike to us are one situation, in which we make one
/// list of tries for all of them. So a second move may use what the umpire will have said, and no
/// more.
///
/// All tries meet the same boards and the same luck of the opponent.
class SecondLook {
 public:
    SecondLook(const Rules& rules,
               const ReplyModel& model,
               std::vector<Action> tries,
               std::uint64_t seed);

    /// Plays every try on one more board; each second try that is judged is a node. False when the
    /// budget is spent.
    bool look(const chess::Position& board,
              double weight,
              const Opponent& opponent,
              BudgetMeter& meter);

    /// What each try comes to on each board so far.
    [[nodiscard]] Ballots judgement() const;
    [[nodiscard]] int boards() const { return static_cast<int>(weights_.size()); }

 private:
    /// A second try on one board.
    struct Vote {
        std::uint32_t action;
        float value;
    };
    /// One answer of the opponent, and our second tries after it.
    struct Future {
        std::uint64_t heard;  ///< equal for futures that sound alike
        std::uint32_t board;
        std::uint32_t first;  ///< of its votes
        std::uint32_t votes;
    };
    struct Outlook {
        std::vector<Future> futures;
        std::vector<Vote> votes;
        /// For each board what the games come to that end before the second try; no number where
        /// the first one is illegal.
        std::vector<double> settled;
    };

    void play(const chess::Position& board,
              chess::Move move,
              const Opponent& opponent,
              Rng luck,
              Outlook& outlook,
              std::uint64_t& nodes) const;
    /// Adds to `values`, for each board, what the best list for futures that sound alike comes to.
    void add_best_list(const Outlook& outlook,
                       const std::vector<std::uint32_t>& group,
                       std::vector<double>& values) const;

    const Rules& rules_;
    const ReplyModel& model_;
    std::vector<Action> tries_;
    std::vector<Outlook> outlooks_;
    std::vector<double> weights_;  ///< of the boards
    Rng rng_;
};

}  // namespace nebel::kriegspiel
