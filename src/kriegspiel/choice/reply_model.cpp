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
#include "core/inline_vec.hpp"
#include "core/weighted_draw.hpp"

namespace nebel::kriegspiel {

namespace {

/// Of what an opponent that sees would win, one that does not wins so much on average (fitted to
/// second tries of games).
constexpr double kBlindSees = 0.32;

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
        if ((!board.is_capture(move) && !move.is_promotion()) ||
            chess::exchange_stake(board, move) <= most)
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

ReplyModel::Outcome::Outcome(const chess::Position& before, chess::Move move)
    : taken_on(before.is_capture(move) ? before.capture_square(move) : chess::kNoSquare),
      after(before) {
    after.do_move(move);
}

ReplyModel::Sight ReplyModel::first_sight(const Outcome& outcome) const {
    const auto& after = outcome.after;
    const auto replies = chess::MateFinder(after).moves();
    const bool stuck = !replies.any;
    if (stuck && (after.in_check() || stalemate_wins_))
        return {.settled = 1};
    const int evaluation = chess::evaluate(after);
    // A draw thrown into a won game counts as a loss.
    if (stuck || chess::is_insufficient_material(after))
        return {.settled = -std::max(0.0, bounded(-evaluation))};
    const double beyond_chess = settings_.worth ? settings_.worth->worth(after, ~after.side()) : 0;
    Sight sight;
    sight.standing = -evaluation + beyond_chess;
    if (settings_.attentive > 0 && replies.mate) {
        sight.attentive = -1;
    } else if (settings_.attentive > 0) {
        const int seen = -chess::quiesce_from(after, evaluation);
        sight.attentive = bounded(chess::is_mate_score(seen) ? seen : seen + beyond_chess);
    }
    if (settings_.attentive < 1 && (settings_.threat > 0 || settings_.pawn_threat > 0))
        sight.standing += threats(after);
    return sight;
}

double ReplyModel::in_full(const Outcome& outcome,
                           const Sight& sight,
                           const Opponent& opponent) const {
    if (sight.settled)
        return *sight.settled;
    if (settings_.attentive >= 1)
        return sight.attentive;
    chess::MoveList replies;
    chess::generate_legal(outcome.after, replies);
    return mixed(sight.attentive, settings_.moves.empty()
                                      ? blind(outcome, replies, sight.standing)
                                      : fitted(outcome, replies, opponent, sight.standing));
}

double ReplyModel::value(const chess::Position& before,
                         chess::Move move,
                         const Opponent& opponent) const {
    const Outcome outcome(before, move);
    return in_full(outcome, first_sight(outcome), opponent);
}

void ReplyModel::values(const chess::Position& before,
                        const chess::MoveList& moves,
                        const Opponent& opponent,
                        std::size_t closely,
                        std::span<double> result) const {
    struct Quiet {
        std::size_t number;
        Sight sight;
        double guess;  ///< of the value, up to what all quiet moves of the board share
    };
    InlineVec<Quiet, chess::MoveList::capacity()> quiet;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Outcome outcome(before, moves[i]);
        const auto sight = first_sight(outcome);
        if (sight.settled || settings_.attentive >= 1 || outcome.taken_on != chess::kNoSquare ||
            moves[i].is_promotion() || outcome.after.in_check()) {
            result[i] = in_full(outcome, sight, opponent);
            continue;
        }
        const double unhurt = bounded(sight.standing);
        const double seen = settings_.attentive > 0 ? sight.attentive : unhurt;
        quiet.push_back({i, sight, mixed(seen, unhurt + kBlindSees * (seen - unhurt))});
    }
    const auto near = std::min(closely, quiet.size());
    std::partial_sort(quiet.begin(), quiet.begin() + near, quiet.end(),
                      [](const Quiet& a, const Quiet& b) { return a.guess > b.guess; });
    double surprise = 0;
    for (std::size_t k = 0; k < quiet.size(); ++k) {
        const auto& [i, sight, guess] = quiet[k];
        if (k < near) {
            result[i] = in_full(Outcome(before, moves[i]), sight, opponent);
            surprise += (result[i] - guess) / static_cast<double>(near);
        } else {
            result[i] = std::clamp(guess + surprise, -1.0, 1.0);
        }
    }
}

double ReplyModel::blind(const Outcome& outcome,
                         const chess::MoveList& replies,
                         double standing) const {
    const auto& after = outcome.after;
    // A man taken back lands where our capture was announced; en passant landed elsewhere.
    Captures retakes;
    Captures of_checker;
    Captures by_pawn;
    std::array<Captures, 64> accidents{};
    chess::Bitboard exposed = 0;
    for (const auto move : replies) {
        if (!after.is_capture(move) || (move.is_promotion() && move.promotion() != chess::kQueen))
            continue;
        const chess::Square victim = after.capture_square(move);
        const int gain = chess::static_exchange(after, move);
        const bool pawn = chess::type_of(after.piece_on(move.from())) == chess::kPawn;
        if (victim == outcome.taken_on)
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
double ReplyModel::fitted(const Outcome& outcome,
                          const chess::MoveList& replies,
                          const Opponent& opponent,
                          double standing) const {
    const auto& [taken_on, after] = outcome;
    const chess::MateFinder mates(after);
    std::array<double, chess::MoveList::capacity()> chances;
    Said heard;
    heard.capture = taken_on;
    if (!probes_)
        for (const auto move : replies)
            if (after.is_capture(move) &&
                chess::type_of(after.piece_on(move.from())) == chess::kPawn)
                heard.pawn_any = 1;
    struct Blow {
        std::size_t reply;  ///< its number
        double leaves;
    };
    InlineVec<Blow, chess::MoveList::capacity()> blows;
    for (std::size_t i = 0; i < replies.size(); ++i) {
        if (mates.mates(replies[i]))
            blows.push_back({i, -1.0});
        else if (after.is_capture(replies[i]) || replies[i].is_promotion())
            blows.push_back({i, bounded(standing - chess::static_exchange(after, replies[i]))});
    }
    if (blows.empty())
        return bounded(standing);
    settings_.moves[opponent.kind]->weigh(after, replies, Mover(heard, opponent.last, 0, probes_),
                                          std::span(chances).first(replies.size()));
    double left = 1;
    double value = 0;
    for (const auto& [reply, leaves] : blows) {
        left -= chances[reply];
        value += chances[reply] * leaves;
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
    const auto shares = std::span(chances).first(replies.size());
    settings_.moves[opponent.kind]->weigh(after, replies, Mover(said, opponent.last, 0, probes_),
                                          shares);
    return replies[draw_by_weight(shares, luck).value_or(0)];
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
        if (share * chess::exchange_stake(ours, move) > best)
            best = std::max(best, share * chess::static_exchange(ours, move));
    }
    return best;
}

}  // namespace nebel::kriegspiel
