#include "darkchess/players/expectimax_time.hpp"

#include <algorithm>

namespace nebel::darkchess {

using std::chrono::milliseconds;

namespace {
constexpr milliseconds kNextToNothing(100);
constexpr std::uint64_t kGlance = 400;
}  // namespace

Allotment allot(const Budget& budget) {
    Allotment allotment{budget.time, budget.time, 0};
    if (!budget.clock)
        return allotment;
    // The way to the referee and a machine that is busy elsewhere cost time too.
    const auto [remaining, increment] = *budget.clock;
    const auto reserve = std::min(remaining / 4, milliseconds(300));
    const auto usable = remaining - reserve;
    const auto floor = milliseconds(1);
    const auto hard = std::max(floor, std::min(usable, usable / 16 + increment * 3 / 4));
    const auto soft = std::max(floor, std::min(hard, usable / 50 + increment / 2));
    const bool per_action = budget.time.count() != 0;
    allotment.hard = per_action ? std::min(hard, budget.time) : hard;
    allotment.soft = per_action ? std::min(soft, budget.time) : soft;
    if (remaining < kNextToNothing && increment < kNextToNothing)
        allotment.nodes = kGlance;
    return allotment;
}

}  // namespace nebel::darkchess
