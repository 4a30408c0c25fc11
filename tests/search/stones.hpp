#pragma once

#include <algorithm>
#include <map>

#include "search/uct.hpp"

namespace nebel::search {

/// A heap of stones. Take one or two, or throw a loaded die that takes one, two or three (weights
/// 1, 2, 3; never more than are left). Who takes the last stone by hand wins; taken by the die it
/// is a draw. Small enough to know every value, with wins, draws and chance.
struct Stones {
    struct State {
        int left = 0;
        int side = 0;
    };
    using Action = int;
    using Chance = int;
    static constexpr std::size_t kMaxActions = 3;
    static constexpr std::size_t kMaxChances = 3;
    static constexpr int kDie = 0;

    static int to_move(const State& state) { return state.side; }
    static void actions(const State& state, InlineVec<int, kMaxActions>& list) {
        for (int take = 1; take <= std::min(2, state.left); ++take)
            list.push_back(take);
        list.push_back(kDie);
    }
    static bool is_chance(const State&, int action) { return action == kDie; }
    static void chances(const State& state, int, InlineVec<Weighted<int>, kMaxChances>& list) {
        for (int take = 1; take <= std::min(3, state.left); ++take)
            list.push_back({take, static_cast<std::uint32_t>(take)});
    }
    static Proof play(State& state, int action) {
        const int mover = state.side;
        take(state, action);
        return state.left == 0 ? win_of(mover) : Proof::Open;
    }
    static Proof play(State& state, int, int chance) {
        take(state, chance);
        return state.left == 0 ? Proof::Draw : Proof::Open;
    }
    static double playout(State& state, Rng& rng) {
        while (true) {
            InlineVec<int, kMaxActions> list;
            actions(state, list);
            const int action = list[rng.below(static_cast<std::uint32_t>(list.size()))];
            Proof end = Proof::Open;
            if (action == kDie) {
                InlineVec<Weighted<int>, kMaxChances> dice;
                chances(state, action, dice);
                std::uint32_t total = 0;
                for (const auto& face : dice)
                    total += face.weight;
                end = play(state, action, dice[draw_weighted(dice, total, rng)].chance);
            } else {
                end = play(state, action);
            }
            if (end != Proof::Open)
                return end == Proof::Draw ? 0.5 : end == Proof::Side0Wins ? 1 : 0;
        }
    }

 private:
    static void take(State& state, int stones) {
        state.left -= stones;
        state.side = 1 - state.side;
    }
};

/// The exact value of each action, to the side to move.
inline std::map<int, double> exact_values(int left) {
    const auto value = [](int stones) {
        double best = 0;
        for (const auto& [action, v] : exact_values(stones))
            best = std::max(best, v);
        return best;
    };
    std::map<int, double> values;
    for (int take = 1; take <= std::min(2, left); ++take)
        values[take] = take == left ? 1 : 1 - value(left - take);
    double sum = 0;
    double weights = 0;
    for (int take = 1; take <= std::min(3, left); ++take) {
        sum += take * (take == left ? 0.5 : 1 - value(left - take));
        weights += take;
    }
    values[Stones::kDie] = sum / weights;
    return values;
}

}  // namespace nebel::search
