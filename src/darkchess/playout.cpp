#include "darkchess/playout.hpp"

#include "darkchess/nth_bit.hpp"
#include "darkchess/playout_loop.hpp"

namespace nebel::darkchess {

namespace {

template <class NthBit>
struct Uniform {
    [[gnu::always_inline]] Action operator()(const Board&,
                                             const NumberedActions& actions,
                                             Rng& rng) const {
        return actions.get(rng.below(actions.size), NthBit());
    }
};

}  // namespace

std::optional<Action> random_action(const Board& board, Rng& rng) {
    const NumberedActions actions(board);
    if (actions.size == 0 || no_men(board))
        return std::nullopt;
    return actions.get(rng.below(actions.size), NthBitByTable());
}

PlayoutEnd play_out(Board& board, Rng& rng, const PlayoutLimits& limits) {
    static const bool deposit = NthBitByDeposit::available();
    return deposit ? run_playout(board, rng, limits, board.quiet(), Uniform<NthBitByDeposit>())
                   : run_playout(board, rng, limits, board.quiet(), Uniform<NthBitByTable>());
}

}  // namespace nebel::darkchess
