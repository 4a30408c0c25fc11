#include "darkchess/playout.hpp"

#include "darkchess/nth_bit.hpp"
#include "darkchess/numbered_actions.hpp"
#include "darkchess/policies.hpp"

namespace nebel::darkchess {

std::optional<Action> random_action(const Board& board, Rng& rng) {
    const NumberedActions actions(board);
    if (actions.size == 0 || no_men(board))
        return std::nullopt;
    return actions.get(rng.below(actions.size), NthBitByTable());
}

PlayoutEnd play_out(Board& board, Rng& rng, const PlayoutLimits& limits) {
    return play_out(board, Policy::Random, rng, limits);
}

}  // namespace nebel::darkchess
