#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/rng.hpp"
#include "kriegspiel/players/mcts_men.hpp"
#include "kriegspiel/turn.hpp"
#include "search/three_tier.hpp"
#include "search/three_tier_threads.hpp"
#include "search/three_tier_workers.hpp"

namespace nebel::kriegspiel {

/// One own move as all trees together see it.
struct RootMove {
    std::uint32_t key = 0;
    std::uint64_t visits = 0;
    double value = 0;  ///< mean of the trees, by visits
};

/// What a search found so far; the move to make first.
struct RootReport {
    std::vector<RootMove> moves;
    std::vector<std::uint32_t> line;
    std::uint64_t nodes = 0;
    std::uint64_t simulations = 0;
    std::size_t tree_nodes = 0;
};

/// Root parallelism over three-tier trees: every worker grows a tree of its own, the statistics of
/// the root's moves are added up. Trees, models and threads are kept from search to search: what a
/// worker writes is its own, warm and on no cache line of another. `Search` is a SampledThreeTier
/// or a WeightedThreeTier.
template <class Search>
class RootTrees {
 public:
    using Settings = typename Search::Settings;
    using Model = typename Search::Model;

    RootTrees(Settings settings, int threads) : caution_(settings.exploration) {
        settings.max_nodes = std::max<std::size_t>(
            settings.max_nodes / static_cast<std::size_t>(threads), std::size_t{1024});
        for (int i = 0; i < threads; ++i)
            lanes_.push_back(std::make_unique<Lane>(settings));
    }

    /// Every tree forgets what it knew; their draws follow from the seed.
    void clear(std::uint64_t seed) {
        for (std::size_t i = 0; i < lanes_.size(); ++i) {
            lanes_[i]->search.clear();
            lanes_[i]->rng = Rng(seed, i);
        }
    }

    /// Takes every move out of the roots that is not among these tries.
    void keep_only(const TryList& tries) {
        for (auto& lane : lanes_) {
            auto& tree = lane->search.tree();
            tree.prune(tree.root(), [&](const search::ThreeTierNode& child) {
                return std::none_of(tries.begin(), tries.end(), [&](const Action& action) {
                    return try_key(action) == child.key;
                });
            });
        }
    }

    template <class F>
    void for_each(F&& f) {
        for (auto& lane : lanes_)
            f(lane->search);
    }

    /// Grows the trees until the budget is spent. Each worker plays on a copy of the model.
    /// `report(RootReport)` is called now and then from this thread with the first tree's view.
    template <class Report>
    RootReport grow(const Model& model, const Budget& budget, Report&& report) {
        const std::size_t workers = search::useful_workers(budget, lanes_.size());
        std::uint64_t next_report = kFirstReport;
        workers_.run(workers, [&](std::size_t i) {
            Lane& lane = *lanes_[i];
            lane.model = model;
            BudgetMeter meter(search::share_of_budget(budget, i, workers));
            lane.search.search(*lane.model, lane.rng, meter, [&](const Search&) {
                if (i != 0 || meter.simulations() < next_report)
                    return;
                next_report *= 2;
                lane.nodes = meter.nodes();
                lane.simulations = meter.simulations();
                report(gather(1));
            });
            lane.nodes = meter.nodes();
            lane.simulations = meter.simulations();
        });
        return gather(workers);
    }

 private:
    static constexpr std::uint64_t kFirstReport = 4096;
    static constexpr std::size_t kLine = 6;
    static constexpr std::size_t kApart = 128;  // two cache lines: they are fetched in pairs

    /// All that one worker writes.
    struct alignas(kApart) Lane {
        explicit Lane(const Settings& settings) : search(settings) {}
        Search search;
        Rng rng;
        std::optional<Model> model;
        std::uint64_t nodes = 0;  ///< of the last search
        std::uint64_t simulations = 0;
    };

    [[nodiscard]] RootReport gather(std::size_t workers) const {
        RootReport result;
        for (std::size_t i = 0; i < workers; ++i) {
            const Lane& lane = *lanes_[i];
            const auto& tree = lane.search.tree();
            tree.for_each_child(tree.root(), [&](const search::ThreeTierNode& child) {
                auto move = std::find_if(result.moves.begin(), result.moves.end(),
                                         [&](const RootMove& m) { return m.key == child.key; });
                if (move == result.moves.end())
                    move = result.moves.insert(move, {child.key, 0, 0});
                // One that was never visited counts with its first value.
                const double weight = std::max<std::uint32_t>(child.visits, 1);
                const double before = static_cast<double>(move->visits);
                move->value = (move->value * before + child.value * weight) / (before + weight);
                move->visits += child.visits;
            });
            result.nodes += lane.nodes;
            result.simulations += lane.simulations;
            result.tree_nodes += tree.size();
        }
        if constexpr (Search::kBacksUpBest)
            sort_by_value(result.moves);
        else
            sort_by_visits(result.moves);
        if (!result.moves.empty())
            result.line = lanes_[0]->search.tree().best_line(result.moves.front().key, kLine);
        return result;
    }

    static void sort_by_visits(std::vector<RootMove>& moves) {
        std::stable_sort(moves.begin(), moves.end(), [](const RootMove& a, const RootMove& b) {
            return a.visits != b.visits ? a.visits > b.visits : a.value > b.value;
        });
    }

    // By what a move is worth at least. Visits alone would stick to one that was the best before a
    // refusal taught better: its visits stay, and a tenth of the budget does not overtake them.
    void sort_by_value(std::vector<RootMove>& moves) const {
        std::uint64_t all = 1;
        for (const RootMove& move : moves)
            all += move.visits;
        const double scale = caution_ * std::sqrt(std::log(static_cast<double>(all)));
        const auto at_least = [&](const RootMove& move) {
            const auto visits = static_cast<double>(std::max<std::uint64_t>(move.visits, 1));
            return move.value - scale / std::sqrt(visits);
        };
        std::stable_sort(moves.begin(), moves.end(), [&](const RootMove& a, const RootMove& b) {
            return at_least(a) > at_least(b);
        });
    }

    double caution_;
    std::vector<std::unique_ptr<Lane>> lanes_;
    search::Workers workers_;
};

}  // namespace nebel::kriegspiel
