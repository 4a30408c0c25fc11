#include "kriegspiel/players/stalemate_guard.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::contains;
using chess::Square;

/// Our men, with the enemy to move: what does not depend on where its king is.
struct StalemateRisk::Standing {
    Standing(const MetaBoard& board, const OwnMen& own, Bitboard surely_free, int enemy_men)
        : men(own), attacks(men.attacks()), free(surely_free), enemies(enemy_men) {
        const bool white = own.colour() == chess::kWhite;
        const auto behind = [&](Bitboard set) {  // from where their pawns would step on the set
            return white ? chess::shift<8>(set) : chess::shift<-8>(set);
        };
        const Bitboard takers = white ? chess::shift<9>(men.all) | chess::shift<7>(men.all)
                                      : chess::shift<-9>(men.all) | chess::shift<-7>(men.all);
        pawns = board.may_be(chess::kPawn) & ~free & ~men.all & ~takers;
        blocked = pawns & behind(men.all);
        if (enemies > 1)
            blocked |= pawns & behind(blocked);
    }

    /// Do these flights leave the king nothing else when an enemy man stands on s?
    [[nodiscard]] bool closed(Square king, Square s, Bitboard flights) const {
        return (chess::king_attacks(king) & men.shape->mask & ~men.attacks(bit(s)).all & ~bit(s) &
                ~flights) == 0;
    }

    Hunters men;
    Attacks attacks;
    Bitboard free;         ///< no enemy man is there
    Bitboard pawns = 0;    ///< where enemy pawns may be that can take nothing
    Bitboard blocked = 0;  ///< those of them that cannot step either
    int enemies;
};

double StalemateRisk::now() const {
    const int men = board_.counts().men;
    if (men > kMostMen || board_.says().stalemate_loses || board_.check_kinds() != 0)
        return 0;
    return risk(Standing(board_, board_.own(), 0, men));
}

double StalemateRisk::after(const Action& action) const {
    const int men = board_.counts().men;
    if (men > kMostMen + 1 || board_.says().stalemate_loses || action.is_any())
        return 0;
    const bool pawn = board_.own().on(action.from) == chess::kPawn;
    const bool aside = chess::file_of(action.from) != chess::file_of(action.to);
    double takes = 0;
    if (pawn)
        takes = aside ? 1 : 0;
    else if (men > 0)
        takes = density_.man(action.to);
    OwnMen own = board_.own();
    own.move(action.from, action.to, action.promotion);
    const Bitboard way = chess::between(action.from, action.to);
    double sum = 0;
    if (takes > 0 && men > 0)
        sum += takes * risk(Standing(board_, own, way, men - 1));
    if (takes < 1 && men <= kMostMen)
        sum += (1 - takes) * risk(Standing(board_, own, way, men));
    return sum;
}

double StalemateRisk::risk(const Standing& standing) const {
    const Bitboard kings = board_.may_be(chess::kKing) & ~standing.free & ~standing.men.all &
                           ~chess::king_attacks(standing.men.king);
    if (kings == 0)
        return 0;
    double sum = 0;
    for (const Square king : chess::Squares(kings))
        sum += king_risk(standing, king);
    return sum / chess::popcount(kings);
}

// The chance that a king here has no move and its men neither: lines on which it would be in check
// must be shut by pinned men, squares it could flee to must be taken by men that are stuck.
double StalemateRisk::king_risk(const Standing& standing, Square king) const {
    const Hunters& men = standing.men;
    const Bitboard flights = chess::king_attacks(king) & men.shape->mask & ~standing.attacks.all;
    const int flight_count = chess::popcount(flights);
    if (flight_count > standing.enemies || (flights & men.all) ||
        contains(standing.attacks.knight, king) ||
        (chess::pawn_attacks(~men.colour, king) & men.of[chess::kPawn]))
        return 0;
    const Bitboard walls = men.all | men.shape->wall;
    Bitboard sliders = 0;
    if (contains(standing.attacks.all, king))
        sliders =
            (chess::rook_attacks(king, walls) & (men.of[chess::kRook] | men.of[chess::kQueen])) |
            (chess::bishop_attacks(king, walls) & (men.of[chess::kBishop] | men.of[chess::kQueen]));
    const int rest = standing.enemies - flight_count - chess::popcount(sliders);
    if (rest < 0)
        return 0;
    double chance = 1;
    for (const Square slider : chess::Squares(sliders))
        chance *= pinned(standing, king, slider, flights);
    for (const Square flight : chess::Squares(flights))
        chance *= std::min(1.0, stuck(standing, king, bit(flight), flights));
    if (rest > 0 && chance > 0)
        chance *= std::pow(std::min(1.0, stuck(standing, king, ~flights, flights) / rest), rest);
    return chance;
}

// The chance that a man between them may not leave the line and cannot move along it.
double StalemateRisk::pinned(const Standing& standing,
                             Square king,
                             Square slider,
                             Bitboard flights) const {
    const bool rank = chess::rank_of(king) == chess::rank_of(slider);
    const bool file = chess::file_of(king) == chess::file_of(slider);
    const int forward = chess::forward(board_.enemy());
    double sum = 0;
    for (const Square s : chess::Squares(chess::between(king, slider) & ~standing.free)) {
        double chance = weight(standing, chess::kKnight, s) +
                        weight(standing, rank || file ? chess::kBishop : chess::kRook, s);
        const Square front = chess::offset(s, forward);
        const bool pawn_stuck = file   ? front == king || front == slider
                                : rank ? true
                                       : !contains(chess::pawn_attacks(board_.enemy(), s), slider);
        if (pawn_stuck)
            chance += weight(standing, chess::kPawn, s);
        if (chance > 0 && standing.closed(king, s, flights))
            sum += chance;
    }
    return std::min(1.0, sum);
}

// How many men that cannot move are to be expected on these squares, off the lines to the king.
double StalemateRisk::stuck(const Standing& standing,
                            Square king,
                            Bitboard squares,
                            Bitboard flights) const {
    const Bitboard behind =
        board_.enemy() == chess::kBlack ? chess::shift<8>(bit(king)) : chess::shift<-8>(bit(king));
    const Bitboard pawns = squares & (standing.blocked | (standing.pawns & behind));
    double sum = 0;
    for (const Square s : chess::Squares(pawns))
        if (standing.closed(king, s, flights))
            sum += weight(standing, chess::kPawn, s);
    // A bishop in the corner that its king shuts in.
    for (const Square s : chess::Squares(squares & chess::king_attacks(king) & ~standing.men.all &
                                         ~standing.free & board_.may_be(chess::kBishop)))
        if (chess::bishop_attacks(s, bit(king) | board_.shape().wall) == bit(king) &&
            standing.closed(king, s, flights))
            sum += weight(standing, chess::kBishop, s);
    return sum;
}

double StalemateRisk::weight(const Standing& standing, chess::PieceType type, Square s) const {
    if (!contains(board_.may_be(type), s) || board_.counts().men == 0)
        return 0;
    if (contains(board_.surely_man(), s)) {
        double all = 0;
        for (int t = chess::kPawn; t <= chess::kKing; ++t)
            if (contains(board_.may_be(static_cast<chess::PieceType>(t)), s))
                all += density_.each(static_cast<chess::PieceType>(t));
        return all > 0 ? density_.each(type) / all : 0;
    }
    return density_.each(type) * standing.enemies / board_.counts().men;
}

namespace {

constexpr double kFarAhead = 0.25;

}  // namespace

StalemateGuard::StalemateGuard(const MetaBoard& board)
    : board_(board),
      density_(board),
      watching_(board.counts().men <= StalemateRisk::kMostMen + 1 &&
                !board.says().stalemate_loses &&
                material_balance(board, MetaWeights{}) > kFarAhead) {}

TryList StalemateGuard::safe(const TryList& tries) const {
    if (!watching_)
        return tries;
    const StalemateRisk risk(board_, density_);
    std::vector<double> risks;
    double least = 1;
    for (const Action& action : tries) {
        risks.push_back(risk.after(action));
        if (!action.is_any() && board_.may_be_legal(action))
            least = std::min(least, risks.back());
    }
    const int late = std::max(0, board_.quiet_plies() - kLongQuiet);
    const double accepted = kAccepted * std::exp2(static_cast<double>(late) / kPatience);
    const double limit = std::max(accepted, least);
    TryList result;
    for (std::size_t i = 0; i < tries.size(); ++i)
        if (risks[i] <= limit)
            result.push_back(tries[i]);
    return result.empty() ? tries : result;
}

}  // namespace nebel::kriegspiel
