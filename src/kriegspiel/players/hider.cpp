#include "game/registry.hpp"
#include "kriegspiel/players/exploiter.hpp"

namespace nebel::kriegspiel {

namespace {

using chess::Bitboard;
using chess::contains;
using chess::Square;

/// Builds a wall of pawns that guard each other, shuffles its men behind it and waits. It opens no
/// file of its own will and leaves nothing unguarded: whoever cannot make progress against a closed
/// door runs into it or draws.
class Hider final : public Exploiter {
 private:
    [[nodiscard]] double wish(const Action& action) const override {
        const auto type = own().on(action.from);
        const OwnMen then = after(own(), action);
        if (type == chess::kPawn)
            return pawn_wish(action, then) - loose(then);
        double value = -loose(then);
        if (type == chess::kKing)
            return value + (then.of(chess::kRook) != own().of(chess::kRook)
                                ? 6.0
                                : -1.0 - 4.0 * relative_rank(action.to));
        // Behind the wall, or on a square of its third rank that a pawn guards.
        const int rank = relative_rank(action.to);
        if (rank == 2 && contains(guarded_by_pawns(then), action.to))
            value += 0.5;
        else if (rank > 1)
            value -= 5.0 * rank;
        return value;
    }

    // Every other pawn steps out once, held by its neighbours; nothing else moves a pawn but a
    // capture that was announced and the last rank.
    [[nodiscard]] double pawn_wish(const Action& action, const OwnMen& then) const {
        if (action.promotion != chess::kNoType)
            return 10 + worth(action.promotion);
        if (is_pawn_capture_try(own(), action))
            return -40;
        const int rank = relative_rank(action.to);
        const int file = chess::file_of(action.from);
        const bool one_step = rank == relative_rank(action.from) + 1;
        bool held = contains(guarded_by_pawns(then), action.to);
        for (const int beside : {file - 1, file + 1})
            if (beside >= 0 && beside < own().shape().width)
                for (const Square s :
                     chess::Squares(own().of(chess::kPawn) & chess::file_bits(beside)))
                    held = held && relative_rank(s) < rank;
        if (one_step && held && rank == 2 && own().shape().height > 4)
            return 3;
        return -20 - 2 * rank - (held ? 0 : 3);
    }

    // What the men that nobody guards are worth.
    [[nodiscard]] static double loose(const OwnMen& men) {
        double sum = 0;
        const Bitboard guarded = guarded_by(men);
        for (const Square s : chess::Squares(men.all() & ~guarded))
            sum += 0.4 * worth(men.on(s));
        return sum;
    }
};

const PlayerRegistration<Kriegspiel> kRegistration{
    {"hider", "waits behind a wall of pawns for others to run into it", {}},
    [](const Options&) { return std::make_unique<Hider>(); }};

}  // namespace

}  // namespace nebel::kriegspiel
