#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kriegspiel/belief/habit_net.hpp"

namespace nebel::kriegspiel {

/// A HabitNet as beliefs ask it, a hundred thousand times a second: its weights as bytes, which is
/// how files hold them anyway, so that they fit near the processor and many are multiplied at once.
class PackedHabits {
 public:
    using Hidden = std::array<std::int16_t, HabitNet::kHidden>;

    explicit PackedHabits(const HabitNet::Weights& weights);

    [[nodiscard]] Hidden hidden(const HabitNet::Inputs& inputs) const;
    /// The two parts of a move's liking (HabitNet::liking).
    [[nodiscard]] float of_target(const Hidden& hidden, int target) const {
        return to_.scale *
               static_cast<float>(product(hidden, to_.rows[static_cast<std::size_t>(target)]));
    }
    [[nodiscard]] float of_source(const Hidden& hidden, int source) const {
        return from_.scale *
               static_cast<float>(product(hidden, from_.rows[static_cast<std::size_t>(source)]));
    }

 private:
    struct alignas(HabitNet::kHidden) Row {
        std::array<std::int8_t, HabitNet::kHidden> weights;
    };
    struct Part {
        explicit Part(const std::vector<HabitNet::Row>& rows);
        std::vector<Row> rows;
        float scale;
    };
    // A shape that compilers know how to do with lanes.
    static int product(const Hidden& hidden, const Row& row) {
        int sum = 0;
        for (std::size_t k = 0; k < hidden.size(); ++k)
            sum += hidden[k] * static_cast<std::int16_t>(row.weights[k]);
        return sum;
    }

    Part in_;
    Part to_;
    Part from_;
    Hidden bias_;
};

}  // namespace nebel::kriegspiel
