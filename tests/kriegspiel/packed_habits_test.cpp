#include "kriegspiel/belief/packed_habits.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "chess/random_games.hpp"
#include "kriegspiel/belief/move_model.hpp"

namespace nebel::kriegspiel {

// Whole numbers side by side say what the net of the file says, for every net that ships.
TEST(PackedHabits, SayWhatTheNetSays) {
    const Said nothing;
    for (const auto& kind : load_move_kinds("standard")) {
        const HabitNet* net = kind->habits();
        if (net == nullptr)
            continue;
        const PackedHabits packed(net->weights());
        double most = 0;
        double largest = 0;
        chess::testing::for_random_positions(
            3, 6, 80, [&](const chess::Position& position, const chess::MoveList& moves) {
                const auto inputs = HabitNet::inputs(position, Mover(nothing));
                const auto floats = net->hidden(inputs);
                const auto whole = packed.hidden(inputs);
                for (const auto move : moves) {
                    const int target = HabitNet::target(position, move);
                    const int source = HabitNet::source(position, move);
                    const float told = net->liking(floats, target, source);
                    const float quick =
                        packed.of_target(whole, target) + packed.of_source(whole, source);
                    most = std::max(most, std::abs(static_cast<double>(told - quick)));
                    largest = std::max(largest, std::abs(static_cast<double>(told)));
                }
            });
        EXPECT_LT(most, 0.02);
        EXPECT_GT(largest, 1);
    }
}

TEST(PackedHabits, HiddenValuesAreNotNegative) {
    HabitNet::Weights weights;
    weights.in[3].fill(-0.5F);
    weights.in[4].fill(0.25F);
    weights.bias[0].fill(0.125F);
    weights.to[0].fill(1.0F);
    weights.from[0].fill(1.0F);
    const PackedHabits packed(weights);
    EXPECT_NEAR(packed.of_target(packed.hidden({}), 0), 32 * 0.125, 0.05);
    EXPECT_NEAR(packed.of_target(packed.hidden({4}), 0), 32 * 0.375, 0.1);
    EXPECT_EQ(packed.of_source(packed.hidden({3}), 0), 0);
}

}  // namespace nebel::kriegspiel
