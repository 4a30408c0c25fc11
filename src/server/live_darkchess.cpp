#include "darkchess/words.hpp"
#include "server/live_game_of.hpp"

namespace nebel::server {

std::string words_for(const darkchess::Event& event, Seat listener) {
    return words(event, listener);
}

std::unique_ptr<LiveGame> make_darkchess(const LiveGame::Setting& setting) {
    return make_live_game<darkchess::DarkChess>(setting);
}

}  // namespace nebel::server
