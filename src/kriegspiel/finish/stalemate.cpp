#include "kriegspiel/finish/stalemate.hpp"

#include "kriegspiel/finish/hunters.hpp"

namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;

Bitboard stalemated_squares(const OwnMen& men, Bitboard kings, Bitboard fixed) {
    const Hunters hunters(men);
    const Bitboard attacked = hunters.attacks(fixed).all;
    const Bitboard flights = men.shape().mask & ~attacked & ~fixed;
    return kings & men.shape().mask & ~men.all() & ~fixed & ~attacked & ~neighbours(flights);
}

bool may_stalemate(const OwnMen& men, const Action& action, Bitboard kings, Bitboard fixed) {
    if (action.is_any())
        return false;
    const Bitboard accepted = kings & ~refused_squares(Hunters(men), action);
    OwnMen after = men;
    after.move(action.from, action.to, action.promotion);
    return stalemated_squares(after, accepted, fixed & ~bit(action.to)) != 0;
}

}  // namespace nebel::kriegspiel
