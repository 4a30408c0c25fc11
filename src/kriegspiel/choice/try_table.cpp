#include "kriegspiel/choice/try_table.hpp"

#include <algorithm>
#include <cmath>

#include "chess/movegen.hpp"

namespace nebel::kriegspiel {

namespace {

/// Boards between two looks at who is still in the race, and how many standard errors a try must
/// lie behind to drop out.
constexpr int kRound = 24;
constexpr double kHopeless = 3.0;
/// What a draw costs.
constexpr double kContempt = 0.3;

}  // namespace

double TryValue::deviation() const {
    return weight > 0 ? std::sqrt(std::max(0.0, squares / weight - mean() * mean())) : 0;
}

double TryValue::error() const {
    if (votes < 4)
        return 2;
    return std::sqrt((deviation() * deviation() + 0.001) / votes);
}

void TryValue::add(const TryValue& other) {
    sum += other.sum;
    squares += other.squares;
    weight += other.weight;
    total += other.total;
    votes += other.votes;
}

TryTable::TryTable(const TryList& tries, const ReplyModel& model, double fade)
    : model_(model), fade_(fade) {
    for (const auto& action : tries)
        if (!action.is_any())
            values_.push_back({.action = action});
    racing_ = values_.size();
}

bool TryTable::judge(const chess::Position& board,
                     double weight,
                     BudgetMeter& meter,
                     const Opponent& opponent) {
    if (boards_ > 0 && boards_ % kRound == 0)
        drop_hopeless();
    ++boards_;
    std::uint64_t judged = 0;
    for (auto& value : values_) {
        if (!value.racing)
            continue;
        value.total += weight;
        const auto& action = value.action;
        const auto move = chess::to_legal_move(board, action.from, action.to, action.promotion);
        if (!move)
            continue;
        double worth = model_.value(board, *move, opponent);
        const bool quiet = !board.is_capture(*move) &&
                           chess::type_of(board.piece_on(move->from())) != chess::kPawn;
        if (quiet && worth < 1)
            worth = fade_ * worth - (1 - fade_) * kContempt;
        value.sum += weight * worth;
        value.squares += weight * worth * worth;
        value.weight += weight;
        ++value.votes;
        ++judged;
    }
    meter.spend_node(judged);
    return meter.poll();
}

void TryTable::drop_hopeless() {
    double floor = -1;
    for (const auto& value : values_)
        if (value.racing && value.weight > 0)
            floor = std::max(floor, value.mean() - kHopeless * value.error());
    for (auto& value : values_)
        if (value.racing && value.mean() + kHopeless * value.error() < floor)
            value.racing = false, --racing_;
}

}  // namespace nebel::kriegspiel
