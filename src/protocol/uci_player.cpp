#include "protocol/uci_player.hpp"

#include <fmt/format.h>

#include "chess/movegen.hpp"
#include "core/text.hpp"
#include "game/registry.hpp"

namespace nebel::protocol {

using kriegspiel::Event;
using kriegspiel::Kriegspiel;

namespace {

/// Enough for a sensible move in a few milliseconds, and the same move each time.
constexpr std::uint64_t kDefaultNodes = 20'000;

const RawPlayerRegistration<Kriegspiel> registration(
    {"uci", "a chess engine that speaks UCI, for the ruleset 'open': uci:stockfish", {}, true},
    [](std::string_view command) { return std::make_unique<UciPlayer>(command); });

}  // namespace

UciPlayer::UciPlayer(std::string_view command, const EngineLimits& limits)
    : engine_(command, limits) {
    engine_.on_line = [this](const UciLine& line) {
        spent_ = std::max(spent_, line.nodes);
        if (!on_info)
            return;
        SearchInfo info;
        info.depth = line.depth;
        info.nodes = line.nodes;
        info.value =
            line.score.mate ? (line.score.value > 0 ? 1000 : -1000) : line.score.value / 100.0;
        info.line = join(line.moves, " ");
        on_info(info);
    };
}

void UciPlayer::begin(const kriegspiel::Rules& rules, Seat seat, std::uint64_t /*seed*/) {
    if (!rules.says().moves_told || &rules.start().shape() != &chess::Shape::standard())
        throw UserError(fmt::format(
            "player uci is a chess engine and must see everything: it plays the rules 'open' on "
            "the 8x8 board, not {}",
            quote(rules.text())));
    view_.emplace(rules, seat);
    moves_.clear();
    work_ = {};
    engine_.new_game();
}

void UciPlayer::hear(const Event& event) {
    const auto before = view_->board();
    view_->hear(event);
    if (event.type == Event::Type::Start || event.type == Event::Type::Placed)
        moves_.clear();
    if (event.type != Event::Type::Moved)
        return;
    if (moves_.empty())
        start_ = before.value();
    const auto move =
        chess::to_legal_move(*before, event.action.from, event.action.to, event.action.promotion);
    NEBEL_CHECK(move.has_value());
    moves_.push_back(*move);
}

kriegspiel::Action UciPlayer::act(const Budget& budget) {
    UciRequest request;
    request.budget = budget;
    if (request.budget.nodes == 0)
        request.budget.nodes = request.budget.simulations;
    if (request.budget.unlimited())
        request.budget.nodes = kDefaultNodes;
    spent_ = 0;
    const auto answer =
        engine_.search(moves_.empty() ? view_->board().value() : start_, moves_, request);
    work_.nodes += spent_;
    return {answer.best.from(), answer.best.to(), answer.best.promotion()};
}

}  // namespace nebel::protocol
