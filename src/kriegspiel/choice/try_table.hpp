#pragma once

#include <span>
#include <vector>

#include "core/budget.hpp"
#include "kriegspiel/choice/ballots.hpp"
#include "kriegspiel/choice/quiet_clock.hpp"
#include "kriegspiel/choice/reply_model.hpp"
#include "kriegspiel/turn.hpp"

namespace nebel::kriegspiel {

/// One try and what the boards say of it. Boards on which it is illegal do not vote on its value.
struct TryValue {
    Action action;
    double sum = 0;      ///< of weighted values
    double squares = 0;  ///< of weighted squared values: for the error of the mean
    double weight = 0;   ///< of the boards on which it is legal
    double total = 0;    ///< of all boards it was looked at on
    int votes = 0;
    bool racing = true;

    [[nodiscard]] double legal() const { return total > 0 ? weight / total : 0; }
    [[nodiscard]] double mean() const { return weight > 0 ? sum / weight : -1; }
    /// Adds what other boards say of the same try.
    void add(const TryValue& other);
    /// How much the value differs from board to board.
    [[nodiscard]] double deviation() const;
};

/// Values of all tries on the same boards, so that the luck of the draw is the same for all. Tries
/// that can hardly be the best any more drop out, and the boards that follow are spent on the rest.
class TryTable {
 public:
    /// `clock`: a try that does nothing on a board brings a draw nearer there.
    TryTable(const TryList& tries, const ReplyModel& model, const QuietClock& clock = {});

    /// Judges the tries on one more board, against this opponent; each pair of try and board is a
    /// node. False when the budget is spent.
    bool judge(const chess::Position& board,
               double weight,
               BudgetMeter& meter,
               const Opponent& opponent = {});

    /// Whether all tries but one have dropped out.
    [[nodiscard]] bool decided() const { return racing_ <= 1; }
    [[nodiscard]] std::span<const TryValue> values() const { return values_; }
    [[nodiscard]] const Ballots& ballots() const { return ballots_; }
    /// What the boards of another table said of the same tries.
    void add(const TryTable& other);

 private:
    void drop_hopeless();

    const ReplyModel& model_;
    QuietClock clock_;
    std::vector<TryValue> values_;
    Ballots ballots_;
    std::size_t next_round_;
    std::size_t racing_ = 0;
};

}  // namespace nebel::kriegspiel
