#include "darkchess/material_eval.hpp"

namespace nebel::darkchess {

int material(const Board& board, Colour colour) {
    int total = 0;
    for (int kind = 0; kind < kKinds; ++kind) {
        const Man m = man(colour, static_cast<Kind>(kind));
        total += kPaperWeights[static_cast<std::size_t>(kind)] *
                 (board.dark_left(m) + std::popcount(board.squares_of(m)));
    }
    return total;
}

}  // namespace nebel::darkchess
