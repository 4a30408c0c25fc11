#include "kriegspiel/belief/packed_habits.hpp"

#include <algorithm>
#include <cmath>

namespace nebel::kriegspiel {

namespace {

constexpr int kFiner = 4;  ///< parts of a step of what comes in: biases are rounded to them
constexpr float kMostBias = 16000;  ///< with all that can come in it stays a 16-bit number

}  // namespace

PackedHabits::Part::Part(const std::vector<HabitNet::Row>& from)
    : rows(from.size()), scale(HabitNet::scale_of(from)) {
    for (std::size_t i = 0; i < from.size(); ++i)
        for (std::size_t k = 0; k < from[i].size(); ++k)
            rows[i].weights[k] = static_cast<std::int8_t>(std::lround(from[i][k] / scale));
}

PackedHabits::PackedHabits(const HabitNet::Weights& weights)
    : in_(weights.in), to_(weights.to), from_(weights.from) {
    for (std::size_t k = 0; k < bias_.size(); ++k)
        bias_[k] = static_cast<std::int16_t>(std::lround(
            std::clamp(kFiner * weights.bias[0][k] / in_.scale, -kMostBias, kMostBias)));
    to_.scale *= in_.scale / kFiner;
    from_.scale *= in_.scale / kFiner;
}

PackedHabits::Hidden PackedHabits::hidden(const HabitNet::Inputs& inputs) const {
    Hidden sums{};
    for (const auto input : inputs) {
        const auto& weights = in_.rows[input].weights;
        for (std::size_t k = 0; k < sums.size(); ++k)
            sums[k] = static_cast<std::int16_t>(sums[k] + weights[k]);
    }
    for (std::size_t k = 0; k < sums.size(); ++k)
        sums[k] = static_cast<std::int16_t>(std::max(0, kFiner * sums[k] + bias_[k]));
    return sums;
}

}  // namespace nebel::kriegspiel
