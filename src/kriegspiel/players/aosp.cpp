#include "game/registry.hpp"
#include "kriegspiel/players/sampling_player.hpp"

namespace nebel::kriegspiel {

namespace {

const PlayerRegistration<Kriegspiel> kRegistration{
    {"aosp", "the best mean score over boards that explain everything heard (Parker et al. 2005)",
     sampling_options(2000, 600, 0)},
    [](const Options& options) {
        return std::make_unique<SamplingPlayer>(
            sampling_settings(options, BoardSource::AllObservations), sampling_judge(options));
    }};

}  // namespace

}  // namespace nebel::kriegspiel
