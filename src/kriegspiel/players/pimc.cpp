#include "game/registry.hpp"
#include "kriegspiel/players/sampling_player.hpp"

namespace nebel::kriegspiel {

namespace {

std::vector<OptionSpec> options_of_pimc() {
    auto options = sampling_options(2000, 150, 1);
    options.push_back(OptionSpec::choice("voting", "mean", {"mean", "best"},
                                         "mean: every try is scored on every board; best: a board "
                                         "votes for its best move"));
    return options;
}

const PlayerRegistration<Kriegspiel> kRegistration{
    {"pimc", "determinisation: a search of each sampled board, then a vote (Foret's thesis)",
     options_of_pimc()},
    [](const Options& options) {
        return std::make_unique<SamplingPlayer>(
            sampling_settings(options, BoardSource::AllObservations), sampling_judge(options),
            options.text("voting") == "best" ? Voting::Best : Voting::Mean);
    }};

}  // namespace

}  // namespace nebel::kriegspiel
