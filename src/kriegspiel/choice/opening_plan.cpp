#include "kriegspiel/choice/opening_plan.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/text.hpp"

namespace nebel::kriegspiel {

namespace {

/// All as White sees them. In every one the queen's knight goes to d2, behind its pawns: on c3
/// pawns that nobody sees drive it away.
constexpr std::array<std::string_view, 2> kPlansOfFirst{
    "g2g3 f1g2 g1f3 e1g1 d2d3 b1d2 c2c3",
    "e2e3 d2d4 c2c3 f2f4 b1d2 g1f3 f1e2 e1g1",
};
/// A move later the enemy's pawns are there first, and an early e-pawn is run over in the middle.
/// So either the d-pawn goes before the knight and watches the square from which a pawn would take
/// it, or the c-pawn goes before the other knight has left, which takes back.
constexpr std::array<std::string_view, 2> kPlansOfSecond{
    "g2g3 f1g2 d2d3 g1f3 e1g1 b1d2",
    "g2g3 f1g2 g1f3 e1g1 c2c3 d2d3 b1d2",
};
/// The opening lasts so many own moves, whatever becomes of the plan.
constexpr int kOpeningMoves = 9;
constexpr std::uint8_t kUsualBoard = 0;

/// The same square for the other side.
chess::Square mirrored(chess::Square s) {
    return chess::make_square(chess::file_of(s), 7 - chess::rank_of(s));
}

}  // namespace

OpeningPlan::OpeningPlan(const Rules& rules, Seat seat, Rng& rng) {
    if (rules.board != kUsualBoard)
        return;
    left_ = kOpeningMoves;
    const auto& plans = seat == Seat::First ? kPlansOfFirst : kPlansOfSecond;
    for (const auto word : split_words(plans[rng.below(plans.size())])) {
        auto move = value_or_throw(Action::parse(word), "a plan");
        if (seat == Seat::Second) {
            move.from = mirrored(move.from);
            move.to = mirrored(move.to);
        }
        moves_.push_back(move);
    }
}

std::optional<Action> OpeningPlan::next(const TryList& tries) const {
    if (left_ == 0)
        return std::nullopt;
    for (const auto& move : moves_)
        if (std::ranges::find(tries, move) != tries.end())
            return move;
    return std::nullopt;
}

void OpeningPlan::moved() {
    left_ = std::max(0, left_ - 1);
}

}  // namespace nebel::kriegspiel
