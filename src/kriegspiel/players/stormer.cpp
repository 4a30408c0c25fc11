#include <algorithm>

#include "game/registry.hpp"
#include "kriegspiel/players/exploiter.hpp"

namespace nebel::kriegspiel {

namespace {

using chess::bit;
using chess::Bitboard;
using chess::contains;
using chess::Square;

/// Pushes its pawns in a body, each held by the next, with rooks and queen behind them, until one
/// arrives. Pawns tell nothing while they march, take what they meet and cost little: whoever does
/// not see them come is overrun.
class Stormer final : public Exploiter {
 private:
    [[nodiscard]] double wish(const Action& action) const override {
        const OwnMen then = after(own(), action);
        switch (own().on(action.from)) {
            case chess::kPawn:
                return pawn_wish(action, then);
            case chess::kKing:
                return then.of(chess::kRook) != own().of(chess::kRook)
                           ? 14.0
                           : -2.0 - 2.0 * relative_rank(action.to);
            default:
                return officer_wish(action, then);
        }
    }

    [[nodiscard]] double pawn_wish(const Action& action, const OwnMen& then) const {
        if (action.promotion != chess::kNoType)
            return 60 + worth(action.promotion);
        const int rank = relative_rank(action.to);
        // Where nothing is said of pawn captures, a try that fails costs nothing.
        double value = is_pawn_capture_try(own(), action) ? 11 : 10;
        value += 0.5 * rank + 1.5 * (front() - relative_rank(action.from));
        if (contains(guarded_by_pawns(then), action.to))
            value += 4;
        if (contains(guarded_by(then), action.to))
            value += 2;
        value += beside(then, action.to) ? 3 : -3;
        if (shelters_king(action.from))
            value -= 9;
        return value;
    }

    // Behind a pawn, or so that one more pawn is guarded; never ahead of the body.
    [[nodiscard]] double officer_wish(const Action& action, const OwnMen& then) const {
        double value = 4;
        const auto type = then.on(action.to);
        const Bitboard file = chess::file_bits(chess::file_of(action.to));
        const Bitboard pawns = then.of(chess::kPawn);
        for (const Square s : chess::Squares(pawns & file))
            if ((type == chess::kRook || type == chess::kQueen) &&
                relative_rank(s) > relative_rank(action.to))
                value += 2;
        value += chess::popcount(guarded_by(then) & pawns) -
                 chess::popcount(guarded_by(own()) & own().of(chess::kPawn));
        if (!contains(guarded_by(then), action.to))
            value -= worth(type);
        // Without pawns the officers storm themselves.
        if (pawns == 0)
            value += 2 * relative_rank(action.to);
        else if (relative_rank(action.to) > front())
            value -= 6;
        return value;
    }

    /// The rank of the foremost pawn.
    [[nodiscard]] int front() const {
        int rank = 0;
        for (const Square s : chess::Squares(own().of(chess::kPawn)))
            rank = std::max(rank, relative_rank(s));
        return rank;
    }

    [[nodiscard]] bool beside(const OwnMen& men, Square s) const {
        const Bitboard neighbours =
            (chess::shift<1>(bit(s)) | chess::shift<-1>(bit(s))) & own().shape().mask;
        return (men.of(chess::kPawn) & neighbours) != 0 || contains(guarded_by_pawns(men), s);
    }

    [[nodiscard]] bool shelters_king(Square s) const {
        const Square king = own().king();
        return relative_rank(king) == 0 && relative_rank(s) <= 2 &&
               std::abs(chess::file_of(king) - chess::file_of(s)) <= 1;
    }
};

const PlayerRegistration<Kriegspiel> kRegistration{
    {"stormer", "pushes its pawns in a body until one arrives", {}},
    [](const Options&) { return std::make_unique<Stormer>(); }};

}  // namespace

}  // namespace nebel::kriegspiel
