#include "kriegspiel/action.hpp"

namespace nebel::kriegspiel {

Parsed<Action> Action::parse(std::string_view text) {
    if (text == "any" || text == "any?" || text == "Any?")
        return any();
    const auto move = chess::parse_uci(text);
    if (!move || move->from == chess::kNoSquare)
        return parse_error("a try is written like e2e4 or e7e8q, the question like any");
    return Action{move->from, move->to, move->promotion};
}

std::string Action::text() const {
    return is_any() ? "any" : chess::to_uci(chess::MoveText{from, to, promotion});
}

}  // namespace nebel::kriegspiel
