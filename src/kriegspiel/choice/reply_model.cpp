#include "kriegspiel/choice/reply_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "chess/draws.hpp"
#include "chess/evaluate.hpp"
#include "chess/mate_finder.hpp"
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

/// The capture or promotion that wins most, if any wins something.
std::optional<chess::Move> best_capture(const chess::Position& board,
                                        const chess::MoveList& moves) {
    int most = 0;
    std::optional<chess::Move> best;
    for (const auto move : moves) {
        if (!board.is_capture(move) && !move.is_promotion())
            continue;
        const int gain = chess::static_exchange(board, move);
        if (gain > most) {
            most = gain;
            best = move;
        }
    }
    return best;
}

}  // namespace

double ReplyModel::bounded(double centipawns) const {
    if (centipawns >= chess::kMateBound)
        return 1;
    if (centipawns <= -chess::kMateBound)
        return -1;
    return std::tanh(centipawns / settings_.scale);
}

double ReplyModel::value(const chess::Position& before,
                         chess::Move move,
                         const Opponent& opponent) const {
    const chess::Square taken_on =
        before.is_capture(move) ? before.capture_square(move) : chess::kNoSquare;
    chess::Position after = before;
    after.do_move(move);
    chess::MoveList replies;
    chess::generate_legal(after, replies);
    const bool stuck = replies.empty();
    if (stuck && (after.in_check() || stalemate_wins_))
        return 1;
    // A draw thrown into a won game counts as a loss.
    if (stuck || chess::is_insufficient_material(after))
        return -std::max(0.0, bounded(-chess::evaluate(after)));
    const double beyond_chess = settings_.worth ? settings_.worth->worth(after, ~after.side()) : 0;
    double standing = -chess::evaluate(after) + beyond_chess;
    const Replies all{after, replies, chess::MateFinder(after), taken_on};
    double value = 0;
    if (settings_.attentive > 0)
        value += settings_.attentive * attentive(all, beyond_chess);
    if (settings_.attentive < 1) {
        if (settings_.threat > 0 || settings_.pawn_threat > 0)
            standing += threats(after);
        value += (1 - settings_.attentive) *
                 (settings_.moves.empty() ? blind(all, standing) : fitted(all, opponent, standing));
    }
    return value;
}

double ReplyModel::attentive(const Replies& replies, double beyond_chess) const {
    if (replies.mates.among(replies.moves))
        return -1;
    const int seen = -chess::quiesce(replies.after);
    return bounded(chess::is_mate_score(seen) ? seen : seen + beyond_chess);
}

double ReplyModel::blind(const Replies& all, double standing) const {
    const auto& after = all.after;
    // A man taken back lands where our capture was announced; en passant landed elsewhere.
    Captures retakes;
    Captures of_checker;
    Captures by_pawn;
    std::array<Captures, 64> accidents{};
    chess::Bitboard exposed = 0;
    for (const auto move : all.moves) {
        if (!after.is_capture(move) || (move.is_promotion() && move.promotion() != chess::kQueen))
            continue;
        const chess::Square victim = after.capture_square(move);
        const int gain = chess::static_exchange(after, move);
        const bool pawn = chess::type_of(after.piece_on(move.from())) == chess::kPawn;
        if (victim == all.taken_on)
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

// What a capture or a promotion wins is its static exchange; everything else the opponent does but
// mating leaves the board as it is.
double ReplyModel::fitted(const Replies& all, const Opponent& opponent, double standing) const {
    const auto& [after, replies, mates, taken_on] = all;
    std::array<double, chess::MoveList::capacity()> chances;
    Said heard;
    heard.capture = taken_on;
    if (pawn_captures_told_)
        for (const auto move : replies)
            if (after.is_capture(move) &&
                chess::type_of(after.piece_on(move.from())) == chess::kPawn)
                heard.pawn_any = 1;
    settings_.moves[opponent.kind]->weigh(after, replies, Mover(heard, opponent.last),
                                          std::span(chances).first(replies.size()));
    double left = 1;
    double value = 0;
    for (std::size_t i = 0; i < replies.size(); ++i) {
        const bool mated = mates.mates(replies[i]);
        if (!mated && !after.is_capture(replies[i]) && !replies[i].is_promotion())
            continue;
        left -= chances[i];
        if (mated) {
            value -= chances[i];
            continue;
        }
        value += chances[i] * bounded(standing - chess::static_exchange(after, replies[i]));
    }
    return value + left * bounded(standing);
}

chess::Move ReplyModel::answer(const chess::Position& after,
                               const Said& said,
                               const Opponent& opponent,
                               Rng& luck) const {
    chess::MoveList replies;
    chess::generate_legal(after, replies);
    if (luck.chance(settings_.attentive)) {
        if (const auto mate = chess::MateFinder(after).among(replies))
            return *mate;
        if (const auto best = best_capture(after, replies))
            return *best;
    }
    if (settings_.moves.empty())
        return replies[luck.below(static_cast<std::uint32_t>(replies.size()))];
    std::array<double, chess::MoveList::capacity()> chances;
    settings_.moves[opponent.kind]->weigh(after, replies, Mover(said, opponent.last),
                                          std::span(chances).first(replies.size()));
    double left = luck.real();
    std::size_t chosen = 0;
    while (chosen + 1 < replies.size() && left >= chances[chosen])
        left -= chances[chosen++];
    return replies[chosen];
}

double ReplyModel::threats(const chess::Position& after) const {
    if (after.in_check())
        return 0;
    chess::Position ours = after;
    chess::Undo undo;
    ours.do_null(undo);
    chess::MoveList moves;
    chess::generate_tactical(ours, moves);
    double best = 0;
    for (const auto move : moves) {
        const bool pawn = chess::type_of(ours.piece_on(move.from())) == chess::kPawn;
        const double share = pawn ? settings_.pawn_threat : settings_.threat;
        best = std::max(best, share * chess::static_exchange(ours, move));
    }
    return best;
}

}  // namespace nebel::kriegspiel
