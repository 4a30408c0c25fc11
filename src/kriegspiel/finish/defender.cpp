#include "kriegspiel/finish/defender.hpp"

#include <algorithm>
#include <cmath>

#include "chess/draws.hpp"
#include "chess/movegen.hpp"
#include "core/text.hpp"

namespace nebel::kriegspiel {

using chess::Bitboard;
using chess::Square;

namespace {

constexpr double kEscaped = 1e9;

Action action_of(chess::Move move) {
    return {move.from(), move.to(), move.promotion()};
}

/// Makes an action and lets the attacker hear what it hears of it.
bool carry_out(Referee& referee, Finisher& attacker, const Action& action) {
    const auto answer = referee.act(action);
    for (const auto& event : answer.events[attacker.view().seat()])
        attacker.hear(event);
    return answer.verdict == Verdict::Accepted;
}

}  // namespace

chess::Move RandomDefender::choose(const Referee& truth, const Finisher& /*attacker*/, Rng& rng) {
    chess::MoveList moves;
    chess::generate_legal(truth.position(), moves);
    return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

// How good a step is for the side that is hunted.
double SeeingDefender::merit(const chess::Position& truth, chess::Move move) {
    chess::Position after = truth;
    after.do_move(move);
    const Hunters men{OwnMen(after, after.side())};
    if (!men.suffice() || !chess::has_legal_move(after))
        return kEscaped;
    double merit = truth.is_capture(move) ? 1e6 : 0;
    if (table_ && table_->covers(men)) {
        // The table asks with the king to move: the attacker's best reply decides.
        HuntTries tries;
        list_tries(men, tries);
        int soonest = EndingTable::kNever;
        for (const auto& action : tries) {
            if (chess::contains(refused_squares(men, action), move.to()))
                continue;
            Hunters next = men;
            next.move(action);
            soonest = std::min(soonest, table_->distance(next, move.to()));
        }
        merit += 1000.0 * soonest;
    }
    const int width = men.shape->width;
    const int height = men.shape->height;
    const double file = std::abs(chess::file_of(move.to()) - (width - 1) / 2.0);
    const double rank = std::abs(chess::rank_of(move.to()) - (height - 1) / 2.0);
    merit -= 10 * (file * file + rank * rank);
    // Beside something that nobody guards it is a nuisance.
    const Bitboard loose = men.all & ~men.attacks().all;
    merit += 40 * chess::popcount(loose & chess::king_attacks(move.to()));
    for (const Square pawn : chess::Squares(men.of[chess::kPawn])) {
        const Square front = chess::offset(pawn, chess::forward(men.colour));
        merit -= 30 * std::max(std::abs(chess::file_of(front) - chess::file_of(move.to())),
                               std::abs(chess::rank_of(front) - chess::rank_of(move.to())));
    }
    return merit;
}

chess::Move SeeingDefender::choose(const Referee& referee, const Finisher& /*attacker*/, Rng& rng) {
    const auto& truth = referee.position();
    const Hunters men{OwnMen(truth, ~truth.side())};
    const int pieces = chess::popcount(men.all) - 1;
    if (!men.of[chess::kPawn] && pieces >= 1 && pieces <= 2 && !(table_ && table_->covers(men))) {
        std::vector<chess::PieceType> types;
        for (const Square s : chess::Squares(men.all & ~men.of[chess::kKing]))
            types.push_back(men.on(s));
        table_ = &EndingTable::shared(*men.shape, types);
    }
    chess::MoveList moves;
    chess::generate_legal(truth, moves);
    chess::Move best = moves[0];
    double most = -kEscaped;
    for (const auto move : moves) {
        const double value = merit(truth, move) + rng.real();
        if (value > most) {
            most = value;
            best = move;
        }
    }
    return best;
}

ProphetDefender::ProphetDefender(int moves_ahead, std::uint64_t nodes)
    : ahead_(moves_ahead), nodes_(nodes) {}

chess::Move ProphetDefender::choose(const Referee& truth, const Finisher& attacker, Rng& /*rng*/) {
    return outlook(truth, attacker, ahead_).move;
}

ProphetDefender::Outlook ProphetDefender::outlook(const Referee& truth,
                                                  const Finisher& attacker,
                                                  int ahead) {
    chess::MoveList moves;
    chess::generate_legal(truth.position(), moves);
    Outlook best{-2 * kEscaped, moves[0]};
    for (const auto move : moves) {
        const double value = after(truth, attacker, move, ahead);
        if (value > best.value)
            best = {value, move};
    }
    return best;
}

// Where the king's step, the attacker's whole next turn and what follows lead.
double ProphetDefender::after(const Referee& truth,
                              const Finisher& attacker,
                              chess::Move move,
                              int ahead) {
    Referee referee = truth;
    Finisher mind = attacker;
    carry_out(referee, mind, action_of(move));
    while (!referee.outcome()) {
        const auto action = foresee(mind);
        if (!action)
            return kEscaped;
        if (carry_out(referee, mind, *action))
            break;
    }
    if (referee.outcome())
        return referee.outcome()->result == Result::Draw ? kEscaped : -kEscaped - ahead;
    if (ahead > 1)
        return outlook(referee, mind, ahead - 1).value;
    // How much is open to the attacker after its move, and how free the true king is.
    const Hunters men(mind.view().own());
    const Bitboard safe = men.shape->mask & ~men.attacks().all;
    const Bitboard king = chess::bit(referee.position().king_square(referee.position().side()));
    HuntEvaluation evaluation(*men.shape);
    evaluation.prepare(men);
    return evaluation.cost(men, mind.king_squares()) +
           20.0 * chess::popcount(neighbours(king) & safe);
}

std::optional<Action> ProphetDefender::foresee(Finisher& attacker) {
    if (!attacker.ready())
        return std::nullopt;
    const std::uint64_t key =
        Hunters(attacker.view().own()).key() ^
        (attacker.king_squares() * 0x9e3779b97f4a7c15ULL +
         static_cast<std::uint64_t>(attacker.clock()) * 0xd1342543de82ef95ULL);
    const auto known = foreseen_.find(key);
    if (known != foreseen_.end())
        return known->second;
    Budget budget;
    budget.nodes = nodes_;
    const auto action = attacker.act(budget);
    if (action)
        foreseen_.emplace(key, *action);
    return action;
}

Parsed<std::unique_ptr<Defender>> make_defender(std::string_view name, std::uint64_t nodes) {
    if (name == "random")
        return std::make_unique<RandomDefender>();
    if (name == "seeing")
        return std::make_unique<SeeingDefender>();
    if (name == "prophet")
        return std::make_unique<ProphetDefender>(3, nodes);
    return parse_error("no defender " + quote(name) + "; defenders: random, seeing, prophet");
}

}  // namespace nebel::kriegspiel
