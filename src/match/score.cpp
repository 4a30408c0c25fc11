#include "match/score.hpp"

#include <cmath>

namespace nebel::match {

namespace {

bool is_failure(Reason reason) {
    return reason == Reason::TimeOut || reason == Reason::Crash || reason == Reason::Nonsense;
}

}  // namespace

void Score::add(const GameSummary& game) {
    NEBEL_CHECK(game.index == games());
    const double points = game.score();
    ++(points == 1 ? total_.wins : points == 0 ? total_.losses : total_.draws);
    ++reasons_[std::string(text(game.outcome.reason))];
    first_seat_points_ += game.outcome.score(Seat::First);
    for (std::size_t i = 0; i < efforts_.size(); ++i)
        efforts_[i] += game.efforts[i];
    if (is_failure(game.outcome.reason) && points != 0.5)
        ++failures_[points == 0 ? 0 : 1];

    if (game.index % 2 == 0) {
        open_pair_ = points;
        return;
    }
    ++pairs_.counts[static_cast<std::size_t>(std::lround(2 * (open_pair_ + points)))];
    if (sprt_) {
        llr_ = log_likelihood_ratio(*sprt_, pairs_);
        verdict_ = sprt_verdict(*sprt_, llr_);
    }
}

double Score::first_seat_score() const {
    return games() == 0 ? 0.5 : first_seat_points_ / static_cast<double>(games());
}

}  // namespace nebel::match
