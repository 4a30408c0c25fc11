#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/rng.hpp"
#include "kriegspiel/players/mcts_men.hpp"
#include "kriegspiel/turn.hpp"
#include "search/three_tier.hpp"
#include "search/three_tier_threads.hpp"

namespace nebel::kriegspiel {

/// One own move as all trees together see it.
struct RootMove {
    std::uint32_t key = 0;
    std::uint64_t visits = 0;
    double value = 0;  ///< mean of the trees, by visits
};

/// What a search found so far; moves most visited first.
struct RootReport {
    std::vector<RootMove> moves;
    std::vector<std::uint32_t> line;
    std::uint64_t nodes = 0;
    std::uint64_t simulations = 0;
    std::size_t tree_nodes = 0;
};

/// Root parallelism over three-tier trees: every worker grows a tree of its own, the statistics of
/// the root's moves are added up. The trees' memory is kept from search to search. `Search` is a
/// SampledThreeTier or a WeightedThreeTier.
template <class Search>
class RootTrees {
 public:
    using Settings = typename Search::Settings;

    RootTrees(Settings settings, int threads) {
        settings.max_nodes = std::max<std::size_t>(
            settings.max_nodes / static_cast<std::size_t>(threads), std::size_t{1024});
        for (int i = 0; i < threads; ++i)
            searches_.push_back(std::make_unique<Search>(settings));
    }

    /// Every tree forgets what it knew; their draws follow from the seed.
    void clear(std::uint64_t seed) {
        rngs_.clear();
        for (std::size_t i = 0; i < searches_.size(); ++i) {
            searches_[i]->clear();
            rngs_.emplace_back(seed, i);
        }
    }

    /// Takes every move out of the roots that is not among these tries.
    void keep_only(const TryList& tries) {
        for (auto& search : searches_) {
            auto& tree = search->tree();
            tree.prune(tree.root(), [&](const search::ThreeTierNode& child) {
                return std::none_of(tries.begin(), tries.end(), [&](const Action& action) {
                    return try_key(action) == child.key;
                });
            });
        }
    }

    template <class F>
    void for_each(F&& f) {
        for (auto& search : searches_)
            f(*search);
    }

    /// Grows the trees until the budget is spent. Each worker plays on a copy of the model.
    /// `report(RootReport)` is called now and then from this thread with the first tree's view.
    template <class Model, class Report>
    RootReport grow(const Model& model, const Budget& budget, Report&& report) {
        const std::size_t workers = search::useful_workers(budget, searches_.size());
        std::vector<Spent> spent(workers);
        std::uint64_t next_report = kFirstReport;
        search::run_workers(budget, workers, [&](std::size_t i, const Budget& share) {
            Model own = model;
            BudgetMeter meter(share);
            searches_[i]->search(own, rngs_[i], meter, [&](const Search&) {
                if (i != 0 || meter.simulations() < next_report)
                    return;
                next_report *= 2;
                report(gather(1, {{meter.nodes(), meter.simulations()}}));
            });
            spent[i] = {meter.nodes(), meter.simulations()};
        });
        return gather(workers, spent);
    }

 private:
    static constexpr std::uint64_t kFirstReport = 4096;
    static constexpr std::size_t kLine = 6;
    struct Spent {
        std::uint64_t nodes = 0;
        std::uint64_t simulations = 0;
    };

    [[nodiscard]] RootReport gather(std::size_t workers, const std::vector<Spent>& spent) const {
        RootReport result;
        for (std::size_t i = 0; i < workers; ++i) {
            const auto& tree = searches_[i]->tree();
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
            result.nodes += spent[i].nodes;
            result.simulations += spent[i].simulations;
            result.tree_nodes += tree.size();
        }
        std::stable_sort(result.moves.begin(), result.moves.end(),
                         [](const RootMove& a, const RootMove& b) {
                             return a.visits != b.visits ? a.visits > b.visits : a.value > b.value;
                         });
        result.line = searches_[0]->tree().best_line(kLine);
        return result;
    }

    std::vector<std::unique_ptr<Search>> searches_;
    std::vector<Rng> rngs_;
};

}  // namespace nebel::kriegspiel
