#include "server/live_game_of.hpp"
#include "stratego/words.hpp"

namespace nebel::server {

std::string words_for(const stratego::Event& event, Seat listener) {
    return words(event, listener);
}

std::unique_ptr<LiveGame> make_stratego(const LiveGame::Setting& setting) {
    return make_live_game<stratego::Stratego>(setting);
}

}  // namespace nebel::server
