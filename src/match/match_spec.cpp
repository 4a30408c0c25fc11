#include "match/match_spec.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace nebel::match {

std::string MatchSpec::limits_text() const {
    auto text = fmt::format("refusals={},actions={},margin={}ms", limits.refusals_per_turn,
                            limits.actions_per_game, limits.time_margin.count());
    if (limits.drawn_actions > 0)  // stores from before there was such a thing stay good
        text += fmt::format(",opening={}", limits.drawn_actions);
    return text;
}

std::string MatchSpec::key() const {
    // A list of texts in JSON: no separator can be forged by a player's own text.
    return nlohmann::json{game,
                          rules,
                          contestants[0].player,
                          contestants[0].budget.text(),
                          contestants[1].player,
                          contestants[1].budget.text(),
                          clock_text(),
                          limits_text(),
                          std::to_string(seed),
                          version}
        .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace nebel::match
