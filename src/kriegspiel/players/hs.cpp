#include "game/registry.hpp"
#include "kriegspiel/players/sampling_player.hpp"

namespace nebel::kriegspiel {

namespace {

std::vector<OptionSpec> options_of_hs() {
    auto options = sampling_options(2000, 600, 0);
    options.push_back(OptionSpec::real(
        "last", 0.2, 0, 1,
        "share of boards that fit the last observation only, while the pool is thin"));
    return options;
}

const PlayerRegistration<Kriegspiel> kRegistration{
    {"hs", "aosp with some boards that only fit the last observation (Parker et al. 2005)",
     options_of_hs()},
    [](const Options& options) {
        auto settings = sampling_settings(options, BoardSource::Hybrid);
        settings.last_share = options.real("last");
        return std::make_unique<SamplingPlayer>(settings, sampling_judge(options));
    }};

}  // namespace

}  // namespace nebel::kriegspiel
