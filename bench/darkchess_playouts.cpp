#include <benchmark/benchmark.h>

#include "darkchess/course.hpp"
#include "darkchess/players/mcts_game.hpp"
#include "darkchess/policies.hpp"
#include "search/uct_search.hpp"

// Playouts from the start position, one policy a row; the argument is the limit of quiet plies.
// Also simulations of the two trees from the start, capture playouts of size 640.
namespace nebel::darkchess {

namespace {

void playouts(benchmark::State& state, Policy policy) {
    PlayoutLimits limits;
    limits.quiet = static_cast<int>(state.range(0));
    limits.plies = Rules::kMaxCap;
    Rng rng(1);
    std::uint64_t plies = 0;
    for (auto _ : state) {
        Board board;
        plies += static_cast<std::uint64_t>(play_out(board, policy, rng, limits).plies);
    }
    state.SetItemsProcessed(state.iterations());
    state.counters["plies"] = static_cast<double>(plies) / static_cast<double>(state.iterations());
}

template <class Tree>
void simulations(benchmark::State& state) {
    constexpr std::uint64_t kSimulations = 5000;
    MctsGame game;
    game.limits.quiet = 640;
    search::UctSearch<Tree> search(search::UctSettings{}, 1);
    const Course start{Rules{}};
    Budget budget;
    budget.simulations = kSimulations;
    std::uint64_t seed = 0;
    for (auto _ : state)
        benchmark::DoNotOptimize(search.run(game, start, ++seed, budget, [](const auto&) {}));
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kSimulations));
}

BENCHMARK_TEMPLATE(simulations, search::ChanceTree<MctsGame>)->Name("mcts-chance");
BENCHMARK_TEMPLATE(simulations, search::GroupTree<MctsGame>)->Name("mcts-group");

}  // namespace

void register_playouts() {
    for (std::size_t i = 0; i < kPolicyNames.size(); ++i)
        benchmark::RegisterBenchmark(std::string(kPolicyNames[i]).c_str(), playouts,
                                     static_cast<Policy>(i))
            ->Arg(40)
            ->Arg(60)
            ->Arg(180);
}

}  // namespace nebel::darkchess

int main(int argc, char** argv) {
    nebel::darkchess::register_playouts();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
