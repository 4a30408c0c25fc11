#include "darkchess/players/mcts_guidance.hpp"

#include <algorithm>
#include <cmath>

#include "darkchess/policies_moves.hpp"

namespace nebel::darkchess {

namespace {

/// Fitted to games of expectimax against itself; see docs/players/darkchess.md.
constexpr double kScale = 1150;
/// Steepness of the relative bonuses.
constexpr double kSteepness = 1.4;

int worth(Man m) {
    return kWorthOfKind[static_cast<std::size_t>(kind_of(m))];
}

struct Capture {
    int order;
    Action action;
};

int captures_only(const SearchPosition& position, int alpha, int beta) {
    if (no_men(position.board()))
        return -kMaxEvaluation;
    int best = position.evaluate();
    if (best >= beta)
        return best;
    alpha = std::max(alpha, best);
    const Board& board = position.board();
    const Destinations all(board);
    const policies::MoveSet set = policies::captures(board, all);
    InlineVec<Capture, kMaxActions> captures;
    const auto add = [&](Action action) {
        captures.push_back_unchecked(
            {8 * worth(board.at(action.to)) - worth(board.at(action.from)), action});
    };
    const auto each_bit = [](std::uint64_t word, auto body) {
        for (; word != 0; word &= word - 1)
            body(static_cast<unsigned>(std::countr_zero(word)));
    };
    each_bit(set.vertical, [&](unsigned n) { add(Destinations::vertical_step(n)); });
    each_bit(set.horizontal, [&](unsigned n) { add(Destinations::horizontal_step(n)); });
    each_bit(set.jumps, [&](unsigned n) { add(all.jump(n)); });
    std::sort(captures.begin(), captures.end(),
              [](const Capture& a, const Capture& b) { return a.order > b.order; });
    for (const auto& [order, action] : captures) {
        SearchPosition next = position;
        next.move(action);
        best = std::max(best, -captures_only(next, -beta, -alpha));
        alpha = std::max(alpha, best);
        if (alpha >= beta)
            break;
    }
    return best;
}

double sigmoid(double x) {
    return 1 / (1 + std::exp(-x));
}

}  // namespace

int quiet_value(const SearchPosition& position) {
    return captures_only(position, -kMaxEvaluation - 1, kMaxEvaluation + 1);
}

double win_chance(double value) {
    return sigmoid(value / kScale);
}

double first_seat_chance(const Board& board, const Rules& rules) {
    double value = quiet_value(SearchPosition(board));
    if (rules.quiet != 0 && board.dark() == 0) {
        const int span = std::min(32, rules.quiet / 2);
        value *= std::min(1.0, 0.2 + 0.8 * (rules.quiet - board.quiet()) / span);
    }
    const double chance = win_chance(value);
    return board.seat_to_move() == Seat::First ? chance : 1 - chance;
}

double action_looks(const Board& board, Action action) {
    if (!board.coloured())
        return 0.5;
    const Colour side = board.to_move();
    int gain = 0;
    Squares attacked = 0;
    Board next = board;
    if (action.is_flip()) {
        attacked = policies::attacked_men(board, side);
    } else {
        const Man taken = next.move(action.from, action.to);
        if (is_man(taken))
            gain = worth(taken);
        attacked = policies::attacked_men(next, side);
    }
    int loss = 0;
    while (attacked != 0)
        loss = std::max(loss, worth(next.at(pop_lowest(attacked))));
    return win_chance(gain - loss);
}

double PlayoutQuality::Running::add(double x) {
    const double deviation = count < 2 ? 0 : std::sqrt(squares / count);
    const double standard = deviation == 0 ? 0 : (x - mean) / deviation;
    ++count;
    const double before = x - mean;
    mean += before / count;
    squares += before * (x - mean);
    return standard;
}

double PlayoutQuality::bonus(int plies, int lead) {
    const double shorter = -plies_.add(plies);
    const double clearer = lead_.add(lead);
    return sigmoid(kSteepness * shorter) + sigmoid(kSteepness * clearer) - 1;
}

}  // namespace nebel::darkchess
