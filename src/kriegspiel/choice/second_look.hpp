#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/budget.hpp"
#include "core/rng.hpp"
#include "kriegspiel/action.hpp"
#include "kriegspiel/choice/ballots.hpp"
#include "kriegspiel/choice/quiet_clock.hpp"
#include "kriegspiel/choice/reply_model.hpp"

namespace nebel::kriegspiel {

/// What a few tries lead to one own move further: on sampled boards the try is made, an opponent
/// answers, and the boards that would sound alike to us are one situation, in which we make one
/// list of tries for all of them. So a second move may use what the umpire will have said, and no
/// more.
///
/// A list that is chosen by the very boards it is judged on flatters itself, the more the fewer
/// they are; one that the other half of them chose does worse than we shall, who will have
/// thousands. The mean of both counts.
///
/// All tries meet the same boards and the same luck of the opponent. Where try, answer and second
/// try are quiet, a draw by quiet moves is nearer.
class SecondLook {
 public:
    SecondLook(const Rules& rules,
               const ReplyModel& model,
               std::vector<Action> tries,
               std::uint64_t seed,
               const QuietClock& clock = {});

    /// Plays every try on one more board; each second try that is judged is a node. False when the
    /// budget is spent.
    bool look(const chess::Position& board, const Opponent& opponent, BudgetMeter& meter);

    /// What each try comes to on each board so far.
    [[nodiscard]] Ballots judgement() const;
    [[nodiscard]] std::size_t boards() const { return boards_; }

 private:
    /// A second try on one board.
    struct Vote {
        std::uint32_t action;  ///< by its number in `actions_`
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
              std::uint64_t& nodes);
    /// Futures by their numbers in an outlook.
    using Group = std::vector<std::uint32_t>;
    /// Numbers for the second tries of a group, by their numbers in `actions_`.
    struct Numbers {
        std::vector<Ballots::Try> of;
        Ballots::Try count = 0;
    };

    [[nodiscard]] Numbers number(const Outlook& outlook, const Group& group) const;
    [[nodiscard]] Ballots count(const Outlook& outlook,
                                const Group& group,
                                const Numbers& numbers) const;
    /// What each future comes to by a list that the other half of the boards made; nothing if one
    /// half has none of them.
    [[nodiscard]] std::optional<std::vector<double>> crossed(const Outlook& outlook,
                                                             const Group& group,
                                                             const Numbers& numbers) const;
    /// For each board what the try comes to; no number where it is illegal.
    [[nodiscard]] std::vector<double> values_of(const Outlook& outlook) const;

    const Rules& rules_;
    const ReplyModel& model_;
    std::vector<Action> tries_;
    QuietClock clock_;
    std::vector<Outlook> outlooks_;
    std::uint32_t boards_ = 0;
    /// All second tries that were met.
    boost::unordered_flat_map<std::uint32_t, std::uint32_t> actions_;
    Rng rng_;
};

}  // namespace nebel::kriegspiel
