#include "kriegspiel/players/sure_mate.hpp"

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>

namespace nebel::kriegspiel {

namespace {

/// Boards that together weigh less than this share of all are not asked.
constexpr double kUnlikely = 0.02;
/// More boards than these hardly ever allow one plan for all of them.
constexpr std::size_t kMostBoards = 150;

}  // namespace

SureMate::SureMate(std::span<const World> worlds) {
    struct Heavy {
        const chess::Position* board;
        double weight;
    };
    std::vector<Heavy> distinct;
    boost::unordered_flat_map<chess::Key, std::size_t> places;
    double left = 0;
    for (const auto& world : worlds) {
        const auto [place, added] = places.emplace(world.position.key(), distinct.size());
        if (added)
            distinct.push_back({&world.position, 0});
        distinct[place->second].weight += world.weight;
        left += world.weight;
    }
    std::ranges::stable_sort(distinct,
                             [](const Heavy& a, const Heavy& b) { return a.weight > b.weight; });
    const double unlikely = kUnlikely * left;
    for (const auto& [board, weight] : distinct) {
        if (left <= unlikely)
            break;
        boards_.push_back(*board);
        left -= weight;
        if (boards_.size() > kMostBoards) {
            boards_.clear();
            break;
        }
    }
}

std::optional<MatePlan> SureMate::find(const Rules& rules,
                                       std::span<const Action> tries,
                                       BudgetMeter& meter) const {
    if (boards_.empty())
        return std::nullopt;
    auto plan = MateProver(rules, meter).find(boards_, tries, MateProver::kMostMoves);
    if (plan && !plan->complete && rules.says().refusal_public)
        return std::nullopt;
    return plan;
}

}  // namespace nebel::kriegspiel
