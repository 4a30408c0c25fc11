#include "kriegspiel/pgn.hpp"
#include "kriegspiel/words.hpp"
#include "server/live_game_of.hpp"

namespace nebel::server {

std::string words_for(const kriegspiel::Event& event, Seat listener) {
    return words(event, listener);
}

std::optional<std::string> pgn_of(const GameRecord<kriegspiel::Kriegspiel>& record) {
    return kriegspiel::to_pgn(record);
}

std::unique_ptr<LiveGame> make_kriegspiel(const LiveGame::Setting& setting) {
    return make_live_game<kriegspiel::Kriegspiel>(setting);
}

}  // namespace nebel::server
