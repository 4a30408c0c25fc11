#include "chess/perft.hpp"

#include "chess/movegen.hpp"
#include "chess/movegen_visit.hpp"
#include "chess/position_moves.hpp"

namespace nebel::chess {

namespace {

using detail::Visit;

template <Colour Us>
std::uint64_t count_leaves(const Position& pos, int depth) {
    if (depth == 1) {
        detail::CountSink sink;
        detail::walk_legal<Us, Visit::kAll>(pos, sink);
        return static_cast<std::uint64_t>(sink.count);
    }
    MoveList moves;
    detail::ListSink sink{moves};
    detail::walk_legal<Us, Visit::kAll>(pos, sink);
    std::uint64_t total = 0;
    for (const Move m : moves) {
        Position next = pos;
        next.do_move_as<Us>(m);
        total += count_leaves<~Us>(next, depth - 1);
    }
    return total;
}

}  // namespace

std::uint64_t perft(const Position& pos, int depth) {
    if (depth <= 0)
        return 1;
    return pos.side() == kWhite ? count_leaves<kWhite>(pos, depth)
                                : count_leaves<kBlack>(pos, depth);
}

std::vector<std::pair<Move, std::uint64_t>> perft_divide(const Position& pos, int depth) {
    std::vector<std::pair<Move, std::uint64_t>> result;
    if (depth <= 0)
        return result;
    MoveList moves;
    generate_legal(pos, moves);
    for (const Move m : moves) {
        Position next = pos;
        next.do_move(m);
        result.emplace_back(m, perft(next, depth - 1));
    }
    return result;
}

}  // namespace nebel::chess
