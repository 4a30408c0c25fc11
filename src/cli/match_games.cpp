#include "cli/match_games.hpp"

#include "cli/games.hpp"
#include "kriegspiel/pgn.hpp"
#include "match/match.hpp"

namespace nebel::cli {

namespace {

std::string kriegspiel_pgn(const std::string& line) {
    return kriegspiel::to_pgn(
        value_or_throw(record_from_line<kriegspiel::Kriegspiel>(line), "record"));
}

}  // namespace

GameKit game_kit(std::string_view game) {
    return with_game(game, []<class G>() {
        GameKit kit;
        kit.canonical_rules = match::canonical_rules<G>;
        kit.workers = match::workers_for<G>;
        if (std::is_same_v<G, kriegspiel::Kriegspiel>)
            kit.pgn = kriegspiel_pgn;
        return kit;
    });
}

}  // namespace nebel::cli
