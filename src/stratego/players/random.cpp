#include "game/registry.hpp"
#include "game/view_player.hpp"
#include "stratego/game.hpp"

namespace nebel::stratego {

namespace {
const PlayerRegistration<Stratego> kRandom(
    {"random", "random set-up, random legal moves", {}, false},
    [](const Options&) { return std::make_unique<RandomPlayer<Stratego>>(); });
}  // namespace

}  // namespace nebel::stratego
