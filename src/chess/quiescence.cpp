#include "chess/quiescence.hpp"

#include <algorithm>

#include "chess/draws.hpp"
#include "chess/piece_square.hpp"
#include "chess/quiescence_search.hpp"
#include "chess/see.hpp"

namespace nebel::chess {

int capture_order(const Position& pos, Move m) {
    int value = exchange_value(type_of(pos.captured_by(m))) * 16 -
                static_cast<int>(type_of(pos.piece_on(m.from())));
    if (m.is_promotion())
        value += exchange_value(m.promotion_unchecked()) * 16;
    return value;
}

int QuiescenceSearch::run_from(const Position& pos, int evaluation) {
    phase_ = phase_of(pos);
    return search(pos, -kInfinite, kInfinite, 0, 0, evaluation);
}

/// What a move changes in material and placement, for the side that makes it.
int QuiescenceSearch::gain(const Position& pos, Move m) const {
    const auto& table = piece_square_table(pos.shape()).value;
    const Piece man = pos.piece_on(m.from());
    const Piece arrives = m.is_promotion() ? make_piece(pos.side(), m.promotion_unchecked()) : man;
    Score change = table[arrives][m.to()] - table[man][m.from()];
    if (pos.is_capture(m))
        change -= table[pos.captured_by(m)][pos.capture_square(m)];
    const int value = blended(change, phase_, pos.shape());
    return pos.side() == kWhite ? value : -value;
}

int QuiescenceSearch::search(
    const Position& pos, int alpha, int beta, int ply, int depth, std::optional<int> carried) {
    if (meter_ != nullptr && !meter_->spend_node())
        return 0;
    const bool evading = pos.in_check() && depth < kEvasionDepth;
    int best = -kMate + ply;
    int stand = 0;
    if (!evading) {
        stand = best = carried ? *carried : evaluate(pos);
        if (best >= beta || depth >= kMaxDepth)
            return best;
        alpha = std::max(alpha, best);
    }
    MoveList moves;
    generate_tactical(pos, moves);
    if (moves.empty())
        return best;
    int order[MoveList::capacity()];
    for (std::size_t i = 0; i < moves.size(); ++i)
        order[i] = capture_order(pos, moves[i]);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const std::size_t next =
            static_cast<std::size_t>(std::max_element(order + i, order + moves.size()) - order);
        std::swap(order[i], order[next]);
        std::swap(moves[i], moves[next]);
        const Move m = moves[i];
        if (!evading) {
            if (!pos.is_capture(m) && !m.is_promotion())
                continue;  // in check beyond the evasion depth
            if (m.is_promotion() && m.promotion_unchecked() != kQueen)
                continue;
            if (!m.is_promotion() &&
                stand + exchange_value(type_of(pos.captured_by(m))) + kDeltaMargin <= alpha)
                continue;
            if (!exchange_holds(pos, m))
                continue;
        }
        Position after = pos;
        after.do_move(m);
        const auto changed = carried ? std::optional(-(*carried + gain(pos, m))) : std::nullopt;
        const int value = -search(after, -beta, -alpha, ply + 1, depth + 1, changed);
        if (meter_ != nullptr && meter_->exhausted())
            return 0;
        if (value > best) {
            best = value;
            alpha = std::max(alpha, value);
            if (alpha >= beta)
                break;
        }
    }
    return best;
}

int quiesce(const Position& pos) {
    if (is_insufficient_material(pos))
        return 0;
    if (!pos.in_check() && !has_legal_move(pos))
        return 0;
    return QuiescenceSearch(nullptr).run(pos, -kInfinite, kInfinite, 0);
}

int quiesce_from(const Position& pos, int evaluation) {
    return QuiescenceSearch(nullptr).run_from(pos, evaluation);
}

}  // namespace nebel::chess
