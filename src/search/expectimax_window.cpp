#include "search/expectimax_window.hpp"

#include <algorithm>

namespace nebel::search {

namespace {

/// Rounded down; the divisor is positive.
std::int64_t floor_div(std::int64_t a, std::int64_t b) {
    return a / b - (a % b < 0 ? 1 : 0);
}

std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
    return -floor_div(-a, b);
}

}  // namespace

void ChanceWindow::add(int weight) {
    NEBEL_CHECK(weight > 0);
    outcomes_.push_back({weight, lowest_, highest_});
    total_ += weight;
    low_sum_ += std::int64_t{weight} * lowest_;
    high_sum_ += std::int64_t{weight} * highest_;
    open_ += lowest_ < highest_;
}

int ChanceWindow::alpha_of(std::size_t i) const {
    const Outcome& outcome = outcomes_[i];
    const std::int64_t rest = high_sum_ - outcome.weight * outcome.high;
    const std::int64_t needed = ceil_div((alpha_ + 1) * total_ - rest, outcome.weight) - 1;
    return static_cast<int>(std::max<std::int64_t>(needed, outcome.low - 1));
}

int ChanceWindow::beta_of(std::size_t i) const {
    const Outcome& outcome = outcomes_[i];
    const std::int64_t rest = low_sum_ - outcome.weight * outcome.low;
    const std::int64_t needed = ceil_div(beta_ * total_ - rest, outcome.weight);
    return static_cast<int>(std::min<std::int64_t>(needed, outcome.high + 1));
}

void ChanceWindow::at_most(std::size_t i, int value) {
    Outcome& outcome = outcomes_[i];
    const int high = std::clamp(value, outcome.low, outcome.high);
    open_ -= outcome.low < outcome.high && outcome.low == high;
    high_sum_ -= outcome.weight * (outcome.high - high);
    outcome.high = high;
}

void ChanceWindow::at_least(std::size_t i, int value) {
    Outcome& outcome = outcomes_[i];
    const int low = std::clamp(value, outcome.low, outcome.high);
    open_ -= outcome.low < outcome.high && low == outcome.high;
    low_sum_ += outcome.weight * (low - outcome.low);
    outcome.low = low;
}

void ChanceWindow::exactly(std::size_t i, int value) {
    at_most(i, value);
    at_least(i, value);
}

int ChanceWindow::value() const {
    // Failing low, the upper bound is the answer; otherwise the lower bound, which is the mean once
    // nothing is open.
    return static_cast<int>(floor_div(fails_low() ? high_sum_ : low_sum_, total_));
}

}  // namespace nebel::search
