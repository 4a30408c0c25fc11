#include "kriegspiel/players/metaposition_evaluation.hpp"

#include <algorithm>
#include <cmath>

#include "kriegspiel/belief/metaposition_fill.hpp"
#include "kriegspiel/players/stalemate_guard.hpp"

namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::kBishop;
using chess::kKing;
using chess::kKnight;
using chess::kPawn;
using chess::kQueen;
using chess::kRook;
using chess::popcount;
using chess::Square;

namespace {

/// Pawns by how far they have come; the last entry is one step from promotion.
constexpr double kAdvance[8] = {0, 0, 0.02, 0.08, 0.25, 0.6, 1.4, 1.4};

struct Lines {
    Bitboard straight;
    Bitboard diagonal;
};

Lines lines_from(Square s, Bitboard free) {
    return {fill::rook_look(bit(s), free), fill::bishop_look(bit(s), free)};
}

// Own men that take back on s, as far as is known.
int protectors(const OwnMen& own, Square s, const Lines& seen) {
    return popcount((chess::pawn_attacks(~own.colour(), s) & own.of(kPawn)) |
                    (chess::knight_attacks(s) & own.of(kKnight)) |
                    (chess::king_attacks(s) & own.of(kKing)) |
                    (seen.diagonal & (own.of(kBishop) | own.of(kQueen))) |
                    (seen.straight & (own.of(kRook) | own.of(kQueen))));
}

// Chance that at least one of n possible men, each real with chance p, is there.
double some_of(int n, double p) {
    return std::min(1.0, n * p);
}

/// What the enemy may do to one own man, with the paper's material safety as 1 - loss.
class Danger {
 public:
    Danger(const MetaBoard& board, const MetaDensity& density, const MetaWeights& weights)
        : board_(board),
          density_(density),
          weights_(weights),
          told_(board.counts().pawns_max > 0) {}

    /// Expected loss on a square, `blind` being the chance that a possible taker takes unawares.
    [[nodiscard]] double loss(Square s, double value, double blind) const {
        const auto& own = board_.own();
        const Lines seen = lines_from(s, board_.may_be_empty());
        const Bitboard beside = chess::king_attacks(s);
        const auto count = [&](chess::PieceType type, Bitboard from) {
            const Bitboard there = from & board_.may_be(type);
            // Far sliders are often blocked by what cannot be seen.
            return popcount(there & beside) + 0.5 * popcount(there & ~beside);
        };
        const double pawn =
            told_ ? some_of(popcount(chess::pawn_attacks(own.colour(), s) & board_.may_be(kPawn)),
                            density_.each(kPawn))
                  : 0;
        double officer =
            popcount(chess::knight_attacks(s) & board_.may_be(kKnight)) * density_.each(kKnight) +
            count(kBishop, seen.diagonal) * density_.each(kBishop) +
            count(kRook, seen.straight) * density_.each(kRook) +
            count(kQueen, seen.diagonal | seen.straight) * density_.each(kQueen);
        officer = std::min(1.0, officer);
        // A man that is taken was often covered: its neighbours stand together.
        if (blind >= weights_.retake_risk && officer > 0)
            officer = std::max(officer, std::min(0.6, weights_.cover * board_.counts().men));
        const int backers = protectors(own, s, seen);
        const double king =
            backers == 0 ? some_of(popcount(beside & board_.may_be(kKing)), density_.each(kKing))
                         : 0;
        const double by_pawn = pawn * std::max(weights_.told_risk, blind);
        const double by_officer = (1 - by_pawn) * std::min(1.0, officer + king) * blind;
        const double back_pawn = backers > 0 ? 0.7 * weights_.value[kPawn] : 0;
        const double back_officer = backers > 0 ? 0.7 * weights_.enemy_piece : 0;
        return by_pawn * std::max(0.1 * value, value - back_pawn) +
               by_officer * std::max(0.1 * value, value - back_officer);
    }

 private:
    const MetaBoard& board_;
    const MetaDensity& density_;
    const MetaWeights& weights_;
    bool told_;
};

double pawn_structure(const MetaBoard& board, const MetaWeights& weights, double ending) {
    const auto& own = board.own();
    const auto us = own.colour();
    double sum = 0;
    for (const Square s : chess::Squares(own.of(kPawn))) {
        const int rank = board.shape().relative_rank(us, s) + 8 - board.shape().height;
        sum += kAdvance[rank] * (1 + 2 * ending);
        const Bitboard ahead = us == chess::kWhite ? ~((bit(s) << 1) - 1) : bit(s) - 1;
        if (!(board.may_be(kPawn) & chess::file_bits(chess::file_of(s)) & ahead))
            sum += weights.passed_file + kAdvance[rank] * 0.5;
    }
    return sum;
}

// What we have not seen for long may hide anything, most of all near home.
double entropy(const MetaBoard& board, const MetaWeights& weights) {
    const auto us = board.own().colour();
    double sum = 0;
    for (const Square s : chess::Squares(board.may_be_man() & ~board.own().all())) {
        const int rank = board.shape().relative_rank(us, s);
        const double near_home = rank <= 1 ? 1.5 : rank <= 3 ? 1.0 : 0.7;
        sum += near_home * std::min(board.age(s), 16);
    }
    return sum * weights.age / 16;
}

// Toward mate: few squares for the king, near the edge and near our king.
double progress(const MetaBoard& board) {
    const Bitboard kings = board.may_be(kKing);
    const int n = popcount(kings);
    if (n == 0)
        return 0;
    const auto& shape = board.shape();
    const Square own = board.own().king();
    double edge = 0;
    double near = 0;
    for (const Square s : chess::Squares(kings)) {
        const int f = chess::file_of(s);
        const int r = chess::rank_of(s);
        edge += std::min({f, shape.width - 1 - f, r, shape.height - 1 - r});
        near += std::max(std::abs(f - chess::file_of(own)), std::abs(r - chess::rank_of(own)));
    }
    return -0.02 * n - 0.2 * edge / n - 0.08 * near / n;
}

}  // namespace

MetaDensity::MetaDensity(const MetaBoard& board) : board_(board) {
    const auto& counts = board.counts();
    std::array<double, 7> likely{};
    likely[kKnight] = counts.class_max[EnemyCounts::kKnights];
    likely[kBishop] =
        counts.class_max[EnemyCounts::kLightBishops] + counts.class_max[EnemyCounts::kDarkBishops];
    likely[kRook] = counts.class_max[EnemyCounts::kRooks];
    likely[kQueen] =
        counts.class_max[EnemyCounts::kQueens] + 0.5 * counts.promoted_max;  // mostly queens
    double sum = 0;
    for (const auto t : {kKnight, kBishop, kRook, kQueen}) {
        if (!board.may_be(t))
            likely[t] = 0;
        sum += likely[t];
    }
    // Bounds may still allow pawns, or officers, where no square is left for one.
    if (!board.may_be(kPawn))
        number_[kPawn] = 0;
    else if (sum == 0)
        number_[kPawn] = counts.men;
    else
        number_[kPawn] = 0.3 * counts.pawns_min + 0.7 * counts.pawns_max;
    const double pieces = counts.men - number_[kPawn];
    for (const auto t : {kKnight, kBishop, kRook, kQueen})
        number_[t] = sum > 0 ? pieces * likely[t] / sum : 0;
    number_[kKing] = 1;
    for (int t = 1; t < 7; ++t)
        each_[t] = std::min(
            1.0,
            number_[t] / std::max(1, popcount(board.may_be(static_cast<chess::PieceType>(t)))));
}

double MetaDensity::man(Square s) const {
    if (chess::contains(board_.surely_man(), s))
        return 1;
    double sum = 0;
    for (int t = 1; t < 6; ++t)
        if (chess::contains(board_.may_be(static_cast<chess::PieceType>(t)), s))
            sum += each_[t];
    return std::min(0.9, sum);
}

double MetaDensity::worth(Square s, const MetaWeights& weights) const {
    double sum = 0;
    double chance = 0;
    for (int t = 1; t < 6; ++t)
        if (chess::contains(board_.may_be(static_cast<chess::PieceType>(t)), s)) {
            sum += each_[t] * weights.value[t];
            chance += each_[t];
        }
    return chance > 0 ? sum / chance : 0;
}

double material_balance(const MetaBoard& board, const MetaWeights& weights) {
    double own = 0;
    for (const Square s : chess::Squares(board.own().all()))
        own += weights.value[board.own().on(s)];
    const MetaDensity density(board);
    double enemy = 0;
    for (int t = 1; t < 6; ++t)
        enemy += density.number(static_cast<chess::PieceType>(t)) * weights.value[t];
    return (own - enemy) / std::max(1.0, own + enemy);
}

double evaluate(const MetaBoard& before,
                const MetaMove& move,
                const MetaBoard& after,
                const MetaWeights& weights) {
    const auto& own = after.own();
    const MetaDensity density(after);
    const Danger danger(after, density, weights);
    const auto& counts = after.counts();

    double value = 0;
    double risk = 0;
    // The last men that can mate are worth more than themselves.
    const Bitboard mating = own.of(kPawn) | own.of(kRook) | own.of(kQueen);
    const bool last = popcount(mating) <= 1 && popcount(own.all()) <= 3;
    for (const Square s : chess::Squares(own.all() & ~own.of(kKing))) {
        const double worth =
            weights.value[own.on(s)] + (last && chess::contains(mating, s) ? weights.last_man : 0);
        value += worth;
        const double blind = s != move.action.to        ? weights.blind_risk
                             : move.takes               ? weights.retake_risk
                             : after.check_kinds() != 0 ? weights.check_risk
                                                        : weights.moved_risk;
        risk += danger.loss(s, worth, blind);
    }
    value -= risk;
    if (own.of(kPawn) == 0 && own.of(kQueen) == 0 && own.of(kRook) == 0 &&
        popcount(own.of(kBishop) | own.of(kKnight)) < 2)
        value -= 4;  // nothing left to mate with
    value -= density.number(kPawn) * weights.value[kPawn] +
             (counts.men - density.number(kPawn)) * weights.enemy_piece;

    const double ending = std::clamp(1.0 - counts.men / 12.0, 0.0, 1.0);
    value += pawn_structure(after, weights, ending);
    value += weights.control * popcount(after.own_attacks(false));
    value -= entropy(after, weights);
    if (counts.men <= 5)
        value += progress(after) * (counts.men == 0 ? 2.0 : 1.0);
    else {
        // The king stays at home while there is something to fear.
        const int rank = after.shape().relative_rank(own.colour(), own.king());
        value -= 0.25 * std::min(rank, 4) * (1 - ending);
        if (before.own().king() == move.action.from &&
            std::abs(chess::file_of(move.action.to) - chess::file_of(move.action.from)) == 2)
            value += 0.4;
    }
    // Luck: what the try may run into, less what taking it may cost; and a king beside the man that
    // moved takes it if nothing covers it.
    const Square to = move.action.to;
    if (!move.takes && !move.action.is_any() && own.on(to) != kKing) {
        const double worth = weights.value[own.on(to)] + (last ? weights.last_man : 0);
        if (own.on(to) != kPawn) {
            const MetaDensity earlier(before);
            const double gain =
                earlier.worth(to, weights) - danger.loss(to, worth, weights.retake_risk);
            value += (gain > 0 ? weights.chance : 1.0) * earlier.man(to) * gain;
        }
        const Bitboard kings = before.may_be(kKing);
        if (kings & chess::king_attacks(to) &&
            protectors(own, to, lines_from(to, after.may_be_empty())) == 0)
            value -= weights.check_risk * worth * popcount(kings & chess::king_attacks(to)) /
                     popcount(kings);
    }
    // The fifty moves must not run out while we are better.
    if (after.quiet_plies() == 0 && before.quiet_plies() > 40)
        value += 0.05 * (before.quiet_plies() - 40);
    // A draw is nothing to fear for the side that is behind.
    if (value > 0)
        value -= 60 * StalemateRisk(after, density).now();
    return value;
}

}  // namespace nebel::kriegspiel
