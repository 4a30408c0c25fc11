#include "game/battery.hpp"

#include "stratego/game.hpp"

namespace nebel::stratego {
namespace {

class StrategoBattery : public testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(StrategoBattery, Passes) {
    const auto& [variant, options] = GetParam();
    const std::string name(variant);
    const int games = name == "classic" ? 2 : name.find("x") != std::string::npos ? 6 : 4;
    battery::run_battery<Stratego>(name + options, games);
}

INSTANTIATE_TEST_SUITE_P(
    Everywhere,
    StrategoBattery,
    testing::Combine(
        testing::Values("classic", "barrage", "duel", "8x8", "6x6", "5x5", "tiny", "micro"),
        testing::Values("", ",setup=random", ",setup=human", ",two_squares=5,quiet=60,cap=300")));

}  // namespace
}  // namespace nebel::stratego
