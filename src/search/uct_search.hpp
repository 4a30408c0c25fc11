#pragma once

#include <algorithm>
#include <memory>
#include <thread>

#include "search/uct.hpp"
#include "search/uct_chance.hpp"
#include "search/uct_group.hpp"

namespace nebel::search {

/// A search by one or more independent trees whose root statistics are added up (root parallelism).
/// Threads share nothing while they work: with limits in simulations or nodes the result depends on
/// the seed and the number of threads alone. The trees' memory is kept from search to search.
/// `Tree` is a ChanceTree or a GroupTree of some game.
template <class Tree>
class UctSearch {
 public:
    using G = typename Tree::Game;
    using Action = typename G::Action;
    using Result = UctResult<Action>;

    /// `settings.max_nodes` is for all trees together.
    UctSearch(const UctSettings& settings, int threads) : settings_(settings) {
        NEBEL_CHECK(threads >= 1);
        const auto count = static_cast<std::size_t>(threads);
        UctSettings share = settings;
        share.max_nodes = std::max<std::size_t>(settings.max_nodes / count, 1);
        for (std::size_t i = 0; i < count; ++i)
            trees_.push_back(std::make_unique<Tree>(share));
    }

    /// What a draw is worth may change from search to search (it is told to side 0).
    void set_draw(double draw) {
        settings_.draw = draw;
        for (auto& tree : trees_)
            tree->set_draw(draw);
    }

    /// Blocks until the budget is spent (at least one of its limits or its stop flag must be set)
    /// or the root is certain. `report(result)` is called now and then from this thread, with what
    /// its own tree has found so far. The position must not be over.
    template <class Report>
    Result run(const G& game,
               const typename G::State& start,
               std::uint64_t seed,
               const Budget& budget,
               Report&& report) {
        const std::size_t workers = useful_workers(budget);
        std::vector<BudgetMeter> meters;
        for (std::size_t i = 0; i < workers; ++i)
            meters.emplace_back(share_of(budget, i, workers));
        const auto work = [&](std::size_t i, auto&& progress) {
            G own = game;
            Rng rng(seed, i);
            meters[i] = BudgetMeter(share_of(budget, i, workers));  // on its own thread
            trees_[i]->search(own, start, rng, meters[i], progress);
        };
        std::vector<std::jthread> threads;
        for (std::size_t i = 1; i < workers; ++i)
            threads.emplace_back(work, i, [](const Tree&) {});
        std::uint64_t next_report = kFirstReport;
        work(0, [&](const Tree&) {
            if (meters[0].simulations() < next_report)
                return;
            next_report *= 2;
            report(std::as_const(*this).gather(game, start, meters, 1));
        });
        threads.clear();  // joins
        return gather(game, start, meters, workers);
    }

    [[nodiscard]] const Tree& tree(std::size_t i) const { return *trees_[i]; }

 private:
    static constexpr std::uint64_t kFirstReport = 512;

    /// A worker without a simulation or node of its own would have no limit at all.
    [[nodiscard]] std::size_t useful_workers(const Budget& budget) const {
        std::uint64_t workers = trees_.size();
        for (const std::uint64_t limit : {budget.simulations, budget.nodes})
            if (limit != 0)
                workers = std::min(workers, limit);
        return static_cast<std::size_t>(workers);
    }

    static Budget share_of(Budget budget, std::size_t i, std::size_t workers) {
        for (std::uint64_t* limit : {&budget.simulations, &budget.nodes})
            *limit = *limit / workers + (i < *limit % workers ? 1 : 0);
        return budget;
    }

    Result gather(const G& game,
                  const typename G::State& start,
                  const std::vector<BudgetMeter>& meters,
                  std::size_t workers) const {
        G own = game;
        Result result;
        result.side = own.to_move(start);
        InlineVec<Action, G::kMaxActions> actions;
        own.actions(start, actions);
        for (const Action action : actions)
            result.moves.push_back({action, 0, 0, Proof::Open});
        for (std::size_t i = 0; i < workers; ++i) {
            const Tree& tree = *trees_[i];
            tree.for_each_root_move(
                [&](Action action, std::uint32_t visits, double total, Proof proof) {
                    for (auto& move : result.moves)
                        if (move.action == action) {
                            move.visits += visits;
                            move.total += total;
                            if (proof != Proof::Open)
                                move.proof = proof;
                        }
                });
            result.simulations += meters[i].simulations();
            result.nodes += meters[i].nodes();
            result.tree_nodes += tree.size();
            result.depth = std::max(result.depth, tree.depth());
            result.full |= tree.full();
        }
        result.best = choose_move(result.moves, result.side, settings_.final_choice);
        return result;
    }

    UctSettings settings_;
    std::vector<std::unique_ptr<Tree>> trees_;
};

}  // namespace nebel::search
