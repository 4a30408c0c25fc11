#include "kriegspiel/choice/reply_model.hpp"

#include <algorithm>
#include <array>

#include "chess/draws.hpp"
#include "chess/evaluate.hpp"
#include "chess/movegen.hpp"
#include "chess/quiescence.hpp"
#include "chess/see.hpp"

namespace nebel::kriegspiel {

namespace {

/// Captures that a blind opponent makes for one reason, and what they win on average. It does not
/// know which of them is good.
struct Captures {
    double gain = 0;
    int count = 0;
    void add(int centipawns) {
        gain += centipawns;
        ++count;
    }
    [[nodiscard]] double mean() const { return gain / count; }
};

}  // namespace

double ReplyModel::bounded(double centipawns) const {
    if (centipawns >= chess::kMateBound)
        return 1;
    if (centipawns <= -chess::kMateBound)
        return -1;
    return centipawns / (std::abs(centipawns) + settings_.scale);
}

double ReplyModel::value(const chess::Position& before, chess::Move move) const {
    const chess::Square taken_on =
        before.is_capture(move) ? before.capture_square(move) : chess::kNoSquare;
    chess::Position after = before;
    after.do_move(move);
    const bool stuck = !chess::has_legal_move(after);
    if (stuck && (after.in_check() || stalemate_wins_))
        return 1;
    // A draw thrown into a won game counts as a loss.
    if (stuck || chess::is_insufficient_material(after))
        return -std::max(0.0, bounded(-chess::evaluate(after)));
    const double beyond_chess = settings_.worth ? settings_.worth->worth(after, ~after.side()) : 0;
    double value = 0;
    if (settings_.attentive > 0) {
        const int seen = -chess::quiesce(after);
        value +=
            settings_.attentive * bounded(chess::is_mate_score(seen) ? seen : seen + beyond_chess);
    }
    if (settings_.attentive < 1) {
        double standing = -chess::evaluate(after) + beyond_chess;
        if (settings_.threat > 0)
            standing += settings_.threat * threats(after);
        value += (1 - settings_.attentive) * (settings_.moves ? fitted(after, taken_on, standing)
                                                              : blind(after, taken_on, standing));
    }
    return value;
}

double ReplyModel::blind(const chess::Position& after,
                         chess::Square taken_on,
                         double standing) const {
    chess::MoveList replies;
    chess::generate_tactical(after, replies);
    // A man taken back lands where our capture was announced; en passant landed elsewhere.
    Captures retakes;
    Captures of_checker;
    Captures by_pawn;
    std::array<Captures, 64> accidents{};
    chess::Bitboard exposed = 0;
    for (const auto move : replies) {
        if (!after.is_capture(move))
            continue;
        const chess::Square victim = after.capture_square(move);
        const int gain = chess::static_exchange(after, move);
        const bool pawn = chess::type_of(after.piece_on(move.from())) == chess::kPawn;
        if (victim == taken_on)
            retakes.add(gain);
        else if (chess::contains(after.checkers(), victim))
            of_checker.add(gain);
        else if (pawn)
            by_pawn.add(gain);
        else {
            accidents[victim].add(gain);
            exposed |= chess::bit(victim);
        }
    }
    double left = 1;
    double value = 0;
    const auto reason = [&](const Captures& captures, double chance) {
        if (captures.count == 0)
            return;
        value += left * chance * bounded(standing - captures.mean());
        left *= 1 - chance;
    };
    reason(retakes, settings_.recapture);
    reason(of_checker, settings_.take_checker);
    reason(by_pawn, settings_.pawn_capture);
    for (const auto square : chess::Squares(exposed))
        reason(accidents[square], settings_.accident);
    return value + left * bounded(standing);
}

// What a capture wins is its static exchange; everything else the opponent does leaves the board as
// it is.
double ReplyModel::fitted(const chess::Position& after,
                          chess::Square taken_on,
                          double standing) const {
    chess::MoveList replies;
    chess::generate_legal(after, replies);
    std::array<double, chess::MoveList::capacity()> chances;
    Said heard;
    heard.capture = taken_on;
    if (pawn_captures_told_)
        for (const auto move : replies)
            if (after.is_capture(move) &&
                chess::type_of(after.piece_on(move.from())) == chess::kPawn)
                heard.pawn_any = 1;
    settings_.moves->weigh(after, replies, heard, std::span(chances).first(replies.size()));
    double left = 1;
    double value = 0;
    for (std::size_t i = 0; i < replies.size(); ++i) {
        if (!after.is_capture(replies[i]))
            continue;
        left -= chances[i];
        value += chances[i] * bounded(standing - chess::static_exchange(after, replies[i]));
    }
    return value + left * bounded(standing);
}

double ReplyModel::threats(const chess::Position& after) const {
    if (after.in_check())
        return 0;
    chess::Position ours = after;
    chess::Undo undo;
    ours.do_null(undo);
    chess::MoveList moves;
    chess::generate_tactical(ours, moves);
    int best = 0;
    for (const auto move : moves)
        if (ours.is_capture(move))
            best = std::max(best, chess::static_exchange(ours, move));
    return best;
}

}  // namespace nebel::kriegspiel
