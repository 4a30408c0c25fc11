#include "chess/pgn.hpp"

#include "chess/fen.hpp"

namespace nebel::chess {

std::string_view PgnGame::tag(std::string_view name) const {
    for (const auto& [key, value] : tags)
        if (key == name)
            return value;
    return {};
}

void PgnGame::set_tag(std::string_view name, std::string_view value) {
    for (auto& [key, old] : tags)
        if (key == name) {
            old = value;
            return;
        }
    tags.emplace_back(name, value);
}

Position PgnGame::final_position() const {
    Position pos = start;
    for (const PgnMove& m : moves)
        pos.do_move(m.move);
    return pos;
}

}  // namespace nebel::chess
