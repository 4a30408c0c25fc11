#include <cmath>

#include "kriegspiel/belief/believer.hpp"
#include "kriegspiel/belief/densities.hpp"
#include "server/face.hpp"

namespace nebel::server {

namespace {

Json map_json(const std::array<float, 64>& map) {
    constexpr double kSteps = 1000;  // three digits are more than an eye can tell
    Json list = Json::array();
    for (const float value : map)
        list.push_back(std::round(static_cast<double>(value) * kSteps) / kSteps);
    return list;
}

Json maps_json(const kriegspiel::DensityMaps& maps) {
    return {{"king", map_json(maps.king)},
            {"pawns", map_json(maps.pawn)},
            {"pieces", map_json(maps.piece)}};
}

}  // namespace

Json belief_of(Player<kriegspiel::Kriegspiel>& player) {
    auto* believer = dynamic_cast<kriegspiel::Believer*>(&player);
    const auto maps = believer != nullptr ? believer->believed() : std::nullopt;
    return maps ? maps_json(*maps) : Json(nullptr);
}

std::function<Json()> fog_of(const kriegspiel::Rules& rules,
                             Seat seat,
                             std::vector<kriegspiel::Event> heard) {
    return [rules, seat, heard = std::move(heard)] {
        kriegspiel::Densities densities(rules, seat, kriegspiel::Profile::standard());
        for (const auto& event : heard)
            densities.hear(event);
        return maps_json(densities.maps());
    };
}

}  // namespace nebel::server
