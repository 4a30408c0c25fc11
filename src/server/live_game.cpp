#include "server/live_game.hpp"

#include "core/text.hpp"
#include "server/live_game_of.hpp"

namespace nebel::server {

namespace {

[[noreturn]] void no_game(std::string_view game) {
    throw UserError("no game " + quote(game) + "; games: kriegspiel, darkchess, stratego");
}

}  // namespace

std::unique_ptr<LiveGame> LiveGame::make(const Setting& setting) {
    if (setting.game == kriegspiel::Kriegspiel::kName)
        return make_kriegspiel(setting);
    if (setting.game == darkchess::DarkChess::kName)
        return make_darkchess(setting);
    if (setting.game == stratego::Stratego::kName)
        return make_stratego(setting);
    no_game(setting.game);
}

std::string checked_rules(std::string_view game, std::string_view rules) {
    if (game == kriegspiel::Kriegspiel::kName)
        return value_or_throw(kriegspiel::Rules::parse(rules), "rules").text();
    if (game == darkchess::DarkChess::kName)
        return value_or_throw(darkchess::Rules::parse(rules), "rules").text();
    if (game == stratego::Stratego::kName)
        return value_or_throw(stratego::Rules::parse(rules), "rules").text();
    no_game(game);
}

}  // namespace nebel::server
