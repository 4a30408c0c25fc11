#include "game/registry.hpp"
#include "kriegspiel/players/sampling_player.hpp"

namespace nebel::kriegspiel {

namespace {

const PlayerRegistration<Kriegspiel> kRegistration{
    {"los", "the best mean score over boards that fit the last observation (Parker et al. 2005)",
     sampling_options(10, 600, 0)},
    [](const Options& options) {
        return std::make_unique<SamplingPlayer>(
            sampling_settings(options, BoardSource::LastObservation), sampling_judge(options));
    }};

}  // namespace

}  // namespace nebel::kriegspiel
