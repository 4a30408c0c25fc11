#include "game/registry.hpp"
#include "kriegspiel/players/mcts_b_model.hpp"
#include "kriegspiel/players/mcts_player.hpp"

namespace nebel::kriegspiel {

namespace {

/// Approach B: the umpire's messages are simulated, a few moves far, instead of boards.
class MctsB final : public MctsTreePlayer<search::SampledThreeTier<SimulatedUmpire>> {
 public:
    explicit MctsB(const Options& options)
        : MctsTreePlayer(settings_of(options), searching(options)), model_(simulation(options)) {}

 private:
    static Settings settings_of(const Options& options) {
        Settings settings = Settings::from(options);
        settings.default_nodes = 3000;
        return settings;
    }
    static SearchSettings searching(const Options& options) {
        SearchSettings search = search_settings(options);
        search.simulations = static_cast<int>(options.integer("sims"));
        return search;
    }
    static SimulatedUmpire::Settings simulation(const Options& options) {
        SimulatedUmpire::Settings simulation;
        simulation.moves = static_cast<int>(options.integer("k"));
        simulation.hit = static_cast<float>(options.real("hit"));
        return simulation;
    }

    RootReport think(const Budget& budget, const TryList& tries, bool again) override {
        model_.set_root(densities().model(), view().rules().says(), tries,
                        view().turn().check_kinds());
        plant(tries, again);
        return grow(model_, budget);
    }

    SimulatedUmpire model_;
};

const PlayerRegistration<Kriegspiel> kRegistration{
    {"mcts-b", "tree search on simulated messages of the umpire (Ciancarini and Favini 2010)",
     MctsPlayer::options(
         1.0,
         {OptionSpec::integer("k", 1, 1, 200, "own moves that a simulation is long"),
          OptionSpec::integer("sims", 1, 1, 1000, "simulations at a leaf"),
          OptionSpec::real("hit", 0.1, 0, 1, "chance that the opponent takes something exposed")})},
    [](const Options& options) { return std::make_unique<MctsB>(options); }};

}  // namespace

}  // namespace nebel::kriegspiel
