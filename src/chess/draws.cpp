#include "chess/draws.hpp"

#include "chess/movegen.hpp"

namespace nebel::chess {

bool has_insufficient_material(const Position& pos, Colour c) {
    const Bitboard own = pos.pieces(c);
    if (own & (pos.pieces(kPawn) | pos.pieces(kRook, kQueen)))
        return false;
    if (own & pos.pieces(kKnight))
        return popcount(own) <= 2 && !(pos.pieces(~c) & ~pos.pieces(kKing, kQueen));
    if (own & pos.pieces(kBishop)) {
        const Bitboard bishops = pos.pieces(kBishop);
        const bool one_colour = !(bishops & kDarkSquares) || !(bishops & kLightSquares);
        return one_colour && !pos.pieces(kPawn, kKnight);
    }
    return true;
}

bool is_insufficient_material(const Position& pos) {
    return has_insufficient_material(pos, kWhite) && has_insufficient_material(pos, kBlack);
}

bool is_fifty_moves(const Position& pos) {
    return pos.halfmove_clock() >= 100 && has_legal_move(pos);
}

int History::occurrences() const {
    if (keys_.empty())
        return 0;
    int count = 0;
    // Only every second position has the same side to move.
    for (std::size_t back = 1; back <= keys_.size(); back += 2)
        if (keys_[keys_.size() - back] == keys_.back())
            ++count;
    return count;
}

}  // namespace nebel::chess
