#include <chrono>

#include "game/registry.hpp"
#include "kriegspiel/players/mcts_b_model.hpp"
#include "kriegspiel/players/mcts_player.hpp"

namespace nebel::kriegspiel {

namespace {

/// Approach B: the umpire's messages are simulated, a few moves far, instead of boards.
class MctsB final : public MctsPlayer {
 public:
    using Search = search::SampledThreeTier<SimulatedUmpire>;

    MctsB(Settings settings,
          const Search::Settings& search,
          const SimulatedUmpire::Settings& simulation,
          int threads)
        : MctsPlayer(std::move(settings)), trees_(search, threads), model_(simulation) {}

    void begin(const Rules& rules, Seat seat, std::uint64_t seed) override {
        if (rules.says().moves_told)
            throw PlayerFailure(Reason::Nonsense, "mcts-b plays in the dark; in open try mcts-a");
        MctsPlayer::begin(rules, seat, seed);
    }

 private:
    RootReport think(const Budget& budget, const TryList& tries, bool again) override {
        model_.set_root(densities().model(), view().rules().says(), tries,
                        view().turn().check_kinds());
        if (again)
            trees_.keep_only(tries);
        else
            trees_.clear(next_seed());
        const auto start = std::chrono::steady_clock::now();
        return trees_.grow(model_, budget, [&](const RootReport& found) {
            report(found,
                   std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        });
    }

    RootTrees<Search> trees_;
    SimulatedUmpire model_;
};

const PlayerRegistration<Kriegspiel> kRegistration{
    {"mcts-b",
     "tree search on simulated messages of the umpire (Ciancarini and Favini 2010)",
     {OptionSpec::integer("k", 1, 1, 200, "own moves that a simulation is long"), profile_option(),
      OptionSpec::integer("threads", 1, 1, 64, "trees grown side by side"),
      OptionSpec::real("exploration", 1.0, 0, 100, "constant of the UCT rule"),
      OptionSpec::integer("sims", 1, 1, 1000, "simulations at a leaf"),
      OptionSpec::real("hit", 0.1, 0, 1, "chance that the opponent takes something exposed")}},
    [](const Options& options) {
        MctsPlayer::Settings settings;
        settings.profile = load_profile(options.text("profile"));
        settings.default_nodes = 3000;
        MctsB::Search::Settings search;
        search.exploration = options.real("exploration");
        search.simulations = static_cast<int>(options.integer("sims"));
        SimulatedUmpire::Settings simulation;
        simulation.moves = static_cast<int>(options.integer("k"));
        simulation.hit = static_cast<float>(options.real("hit"));
        return std::make_unique<MctsB>(settings, search, simulation,
                                       static_cast<int>(options.integer("threads")));
    }};

}  // namespace

}  // namespace nebel::kriegspiel
