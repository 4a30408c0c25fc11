#pragma once

#include <cstdint>
#include <vector>

#include "core/budget.hpp"
#include "core/rng.hpp"
#include "kriegspiel/action.hpp"
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

    /// What a try is worth on the boards so far on which it is legal; the number of the try.
    [[nodiscard]] double value(std::size_t index) const;
    [[nodiscard]] int boards() const { return boards_; }

 private:
    /// A second try on one board.
    struct Vote {
        std::uint32_t action;
        float value;
    };
    /// One answer of the opponent, and our second tries after it.
    struct Future {
        std::uint64_t heard;  ///< equal for futures that sound alike
        double weight;
        std::uint32_t first;  ///< of its votes
        std::uint32_t votes;
    };
    struct Outlook {
        std::vector<Future> futures;
        std::vector<Vote> votes;
        double settled = 0;  ///< weighted results of games that end before the second try
        double weight = 0;
    };

    void play(const chess::Position& board,
              chess::Move move,
              double weight,
              const Opponent& opponent,
              Rng luck,
              Outlook& outlook,
              std::uint64_t& nodes) const;
    [[nodiscard]] static double best_list(const Outlook& outlook,
                                          const std::vector<std::uint32_t>& group);

    const Rules& rules_;
    const ReplyModel& model_;
    std::vector<Action> tries_;
    std::vector<Outlook> outlooks_;
    Rng rng_;
    int boards_ = 0;
};

}  // namespace nebel::kriegspiel
