#include "darkchess/game.hpp"
#include "game/registry.hpp"
#include "game/view_player.hpp"

namespace nebel::darkchess {

namespace {
const PlayerRegistration<DarkChess> kRandom({"random", "every legal action equally likely", {}},
                                            [](const Options&) {
                                                return std::make_unique<RandomPlayer<DarkChess>>();
                                            });
}  // namespace

}  // namespace nebel::darkchess
