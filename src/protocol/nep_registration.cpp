#include "darkchess/game.hpp"
#include "game/registry.hpp"
#include "kriegspiel/game.hpp"
#include "protocol/nep_player.hpp"
#include "stratego/game.hpp"

// The player "cmd" of every game: an external program that speaks the Nebel engine protocol.
namespace nebel::protocol {

namespace {

template <Game G>
RawPlayerRegistration<G> external_engine() {
    return {{"cmd", "an external engine: cmd:PROGRAM ARGS (docs/protocol.md)", {}, true},
            [](std::string_view command) { return make_nep_player<G>(command); }};
}

const auto in_kriegspiel = external_engine<kriegspiel::Kriegspiel>();
const auto in_darkchess = external_engine<darkchess::DarkChess>();
const auto in_stratego = external_engine<stratego::Stratego>();

}  // namespace

}  // namespace nebel::protocol
