#include "kriegspiel/choice/try_table.hpp"

#include <algorithm>
#include <cmath>

#include "chess/movegen.hpp"

namespace nebel::kriegspiel {

namespace {

/// Who is still in the race is asked after so many boards, and again when there are as many and a
/// half. So many standard errors must a try lie behind the best list to drop out, judged on so many
/// boards.
constexpr std::size_t kFirstRound = 24;
constexpr double kHopeless = 3.0;
constexpr double kLeastVotes = 8;
/// A variance that values have at least.
constexpr double kLeastVariance = 0.001;

}  // namespace

double TryValue::deviation() const {
    return weight > 0 ? std::sqrt(std::max(0.0, squares / weight - mean() * mean())) : 0;
}

void TryValue::add(const TryValue& other) {
    sum += other.sum;
    squares += other.squares;
    weight += other.weight;
    total += other.total;
    votes += other.votes;
}

TryTable::TryTable(const TryList& tries, const ReplyModel& model, const QuietClock& clock)
    : model_(model), clock_(clock), ballots_(0), next_round_(kFirstRound) {
    for (const auto& action : tries)
        if (!action.is_any())
            values_.push_back({.action = action});
    ballots_ = Ballots(values_.size());
    racing_ = values_.size();
}

bool TryTable::judge(const chess::Position& board,
                     double weight,
                     BudgetMeter& meter,
                     const Opponent& opponent) {
    if (ballots_.boards() == next_round_) {
        drop_hopeless();
        next_round_ += next_round_ / 2;
    }
    ballots_.next_board(weight);
    std::uint64_t judged = 0;
    for (Ballots::Try i = 0; i < values_.size(); ++i) {
        auto& value = values_[i];
        if (!value.racing)
            continue;
        value.total += weight;
        const auto& action = value.action;
        const auto move = chess::to_legal_move(board, action.from, action.to, action.promotion);
        if (!move)
            continue;
        double worth = model_.value(board, *move, opponent);
        if (QuietClock::runs_on(board, *move))
            worth = clock_.faded(worth);
        ballots_.vote(i, worth);
        value.sum += weight * worth;
        value.squares += weight * worth * worth;
        value.weight += weight;
        ++value.votes;
        ++judged;
    }
    meter.spend_node(judged);
    return meter.poll();
}

void TryTable::add(const TryTable& other) {
    for (std::size_t i = 0; i < values_.size(); ++i)
        values_[i].add(other.values_[i]);
    ballots_.add(other.ballots_);
}

void TryTable::drop_hopeless() {
    const std::vector<double> free(values_.size(), 0.0);
    const auto list = ballots_.best_list(free);
    const auto ahead = ballots_.ahead_of(list, free);
    for (std::size_t i = 0; i < values_.size(); ++i) {
        if (!values_[i].racing || ahead[i].boards < kLeastVotes)
            continue;
        const double variance = ahead[i].deviation * ahead[i].deviation + kLeastVariance;
        if (ahead[i].mean + kHopeless * std::sqrt(variance / ahead[i].boards) < 0)
            values_[i].racing = false, --racing_;
    }
}

}  // namespace nebel::kriegspiel
