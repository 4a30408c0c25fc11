#include "game/registry.hpp"
#include "game/view_player.hpp"
#include "kriegspiel/game.hpp"

namespace nebel::kriegspiel {

namespace {

const PlayerRegistration<Kriegspiel> kRegistration{
    {"random", "uniform over the tries its view allows; never repeats a refused one", {}},
    [](const Options&) { return std::make_unique<RandomPlayer<Kriegspiel>>(); }};

}  // namespace

}  // namespace nebel::kriegspiel
