#include "darkchess/playout_statistics.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "darkchess/bag.hpp"
#include "darkchess/material_eval.hpp"
#include "darkchess/movegen.hpp"

namespace nebel::darkchess {

namespace {

class Sums {
 public:
    void add(double x) {
        ++count_;
        sum_ += x;
        squares_ += x * x;
    }
    [[nodiscard]] MeanAndDeviation result() const {
        const double mean = sum_ / count_;
        return {mean, std::sqrt(std::max(0.0, squares_ / count_ - mean * mean))};
    }

 private:
    double count_ = 0;
    double sum_ = 0;
    double squares_ = 0;
};

/// The first action and the policy's play after it.
PlayoutEnd play_out_from(
    Board& board, Action first, Policy policy, Rng& rng, const PlayoutLimits& limits) {
    int quiet = board.quiet();
    if (first.is_flip()) {
        board.flip(first.from, Bag(board).draw(rng));
        quiet = 0;
    } else {
        const bool captured = is_man(board.move(first.from, first.to));
        quiet = captured && limits.capture_resets ? 0 : quiet + 1;
        if (limits.quiet != 0 && quiet >= limits.quiet && !no_men(board))
            return {draw(Reason::QuietLimit), 1};
    }
    PlayoutEnd end = play_out(board, policy, rng, limits, quiet);
    ++end.plies;
    return end;
}

void count(MoveRecord& record, Result result, Seat mover) {
    if (result == Result::Draw)
        ++record.draws;
    else if ((result == Result::FirstWins) == (mover == Seat::First))
        ++record.wins;
    else
        ++record.losses;
}

Result evaluated(Result result, const Board& board) {
    if (result != Result::Draw)
        return result;
    const int lead = material_lead(board, board.colour_of_seat(Seat::First));
    return lead > 0 ? Result::FirstWins : lead < 0 ? Result::SecondWins : Result::Draw;
}

const MoveRecord& best_of(const std::vector<MoveRecord>& records) {
    return *std::max_element(
        records.begin(), records.end(),
        [](const MoveRecord& a, const MoveRecord& b) { return a.score() < b.score(); });
}

double draw_share(const std::vector<MoveRecord>& records, std::uint64_t playouts) {
    std::uint64_t draws = 0;
    for (const MoveRecord& record : records)
        draws += record.draws;
    return static_cast<double>(draws) / static_cast<double>(playouts);
}

}  // namespace

PlayoutStatistics playout_statistics(const Board& board,
                                     Policy policy,
                                     const PlayoutLimits& limits,
                                     std::uint64_t playouts,
                                     Rng& rng) {
    Actions actions;
    generate(board, actions);
    NEBEL_CHECK(!actions.empty() && playouts > 0);
    actions.truncate(std::min<std::size_t>(actions.size(), playouts));
    std::vector<MoveRecord> plain;
    for (const Action action : actions)
        plain.push_back({action});
    std::vector<MoveRecord> judged = plain;

    const Seat mover = board.seat_to_move();
    Sums men;
    Sums plies;
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t i = 0; i < playouts; ++i) {
        const std::size_t first = i % actions.size();
        Board last = board;
        const PlayoutEnd end = play_out_from(last, actions[first], policy, rng, limits);
        count(plain[first], end.outcome.result, mover);
        count(judged[first], evaluated(end.outcome.result, last), mover);
        men.add(last.alive(Colour::Red) + last.alive(Colour::Black));
        plies.add(end.plies);
    }
    PlayoutStatistics result;
    result.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    result.playouts = playouts;
    result.men = men.result();
    result.plies = plies.result();
    result.draw_share = draw_share(plain, playouts);
    result.draw_share_evaluated = draw_share(judged, playouts);
    result.best = best_of(plain);
    result.best_evaluated = best_of(judged);
    return result;
}

}  // namespace nebel::darkchess
