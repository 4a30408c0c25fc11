#include "kriegspiel/choice/blind_worth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "chess/attacks.hpp"
#include "chess/evaluate.hpp"
#include "core/text.hpp"

namespace nebel::kriegspiel {

using chess::Bitboard;
using chess::Colour;
using chess::Square;

namespace {

constexpr std::array<std::string_view, BlindWorth::kFeatures> kNames{
    "pawns",     "knights",     "bishops",     "rooks",        "queens",
    "own_steps", "enemy_steps", "own_passed",  "enemy_passed", "loose",
    "own_ring",  "enemy_ring",  "own_reach",   "enemy_reach",  "trade",
    "king_out",  "far_pieces",  "loose_pawns", "pawn_guarded"};

/// Found by play against itself, in the order of the features (tools/tune_champion.py).
constexpr BlindWorth::Values kStandard{23.9, -7.4, -4.7, -79.9, -221.8, -6.8, -6.6,
                                       69.6, -9.0, -7.2, 3.7,   -8.6,   -4.7, -1.0,
                                       -1.2, 1.4,  -7.9, -7.6,  -1.0};

/// One side's men as the features count them.
struct Side {
    int reach = 0;
    int ring = 0;  ///< around the other side's king
    Bitboard protects = 0;
    Bitboard pawns_protect = 0;
    double material = 0;  ///< in pawns
};

Side side_of(const chess::Position& board, Colour side) {
    Side result;
    const Bitboard occupied = board.occupied();
    const Bitboard pawns = board.pieces(side, chess::kPawn);
    const Square enemy_king = board.king_square(~side);
    const Bitboard ring =
        (chess::king_attacks(enemy_king) & board.shape().mask) | chess::bit(enemy_king);
    result.pawns_protect = side == chess::kWhite ? chess::pawn_set_attacks<chess::kWhite>(pawns)
                                                 : chess::pawn_set_attacks<chess::kBlack>(pawns);
    result.protects = chess::king_attacks(board.king_square(side)) | result.pawns_protect;
    result.material = chess::popcount(pawns);
    for (const Square s : chess::Squares(board.pieces(side) & ~pawns)) {
        const auto type = chess::type_of(board.piece_on(s));
        if (type == chess::kKing)
            continue;
        const Bitboard attacks = chess::attacks_of(type, s, occupied);
        result.protects |= attacks;
        result.reach += chess::popcount(attacks & ~board.pieces(side) & board.shape().mask);
        result.ring += chess::popcount(attacks & ring);
        result.material += chess::exchange_value(type) / 100.0;
    }
    return result;
}

struct Pawns {
    double steps = 0;
    double passed = 0;
};

/// The squares that these pawns have still before them, and those beside.
Bitboard ways_of(Bitboard pawns, Colour side) {
    Bitboard ways = side == chess::kWhite ? pawns << 8 : pawns >> 8;
    for (int by = 8; by < 64; by *= 2)
        ways |= side == chess::kWhite ? ways << by : ways >> by;
    return ways | chess::shift<1>(ways) | chess::shift<-1>(ways);
}

Pawns pawns_of(const chess::Position& board, Colour side) {
    Pawns result;
    const int steps = board.shape().height - 1;
    const Bitboard own = board.pieces(side, chess::kPawn);
    const Bitboard passed = own & ~ways_of(board.pieces(~side, chess::kPawn), ~side);
    for (const Square s : chess::Squares(own)) {
        const int rank = board.shape().relative_rank(side, s);
        result.steps += rank - 1;
        if (chess::contains(passed, s))
            result.passed += static_cast<double>(rank * rank) / (steps * steps);
    }
    return result;
}

}  // namespace

std::string_view BlindWorth::name(Feature feature) {
    return kNames[feature];
}

Parsed<BlindWorth> BlindWorth::parse(std::string_view text) {
    Values weights{};
    std::size_t number = 0;
    for (const auto whole : split(text, '\n')) {
        ++number;
        const auto words = split_words(whole.substr(0, whole.find('#')));
        if (words.empty())
            continue;
        const auto place = std::find(kNames.begin(), kNames.end(), words[0]);
        const auto weight =
            words.size() == 2 ? parse_number<double>(words[1]) : std::optional<double>();
        if (place == kNames.end() || !weight)
            return parse_error(fmt::format("line {}: expected a feature and its weight, found {}",
                                           number, quote(trim(whole))));
        weights[static_cast<std::size_t>(place - kNames.begin())] = *weight;
    }
    return BlindWorth(weights);
}

std::string BlindWorth::text() const {
    std::string result;
    for (std::size_t i = 0; i < kNames.size(); ++i)
        if (weights_[i] != 0)
            result += fmt::format("{} {}\n", kNames[i], weights_[i]);
    return result;
}

std::shared_ptr<const BlindWorth> load_blind_worth(const std::string& what) {
    if (what == "none")
        return nullptr;
    if (what == "standard")
        return std::make_shared<const BlindWorth>(kStandard);
    std::ifstream file(what);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf()))
        throw UserError(fmt::format("cannot read the weights {}", quote(what)));
    return std::make_shared<const BlindWorth>(value_or_throw(BlindWorth::parse(text.str()), what));
}

BlindWorth::Values BlindWorth::features(const chess::Position& board, Colour us) {
    Values values{};
    const Side own = side_of(board, us);
    const Side enemy = side_of(board, ~us);
    const auto more = [&](chess::PieceType type) {
        return static_cast<double>(chess::popcount(board.pieces(us, type)) -
                                   chess::popcount(board.pieces(~us, type)));
    };
    values[kPawns] = more(chess::kPawn);
    values[kKnights] = more(chess::kKnight);
    values[kBishops] = more(chess::kBishop);
    values[kRooks] = more(chess::kRook);
    values[kQueens] = more(chess::kQueen);
    const Pawns own_pawns = pawns_of(board, us);
    const Pawns enemy_pawns = pawns_of(board, ~us);
    values[kOwnSteps] = own_pawns.steps;
    values[kEnemySteps] = enemy_pawns.steps;
    values[kOwnPassed] = own_pawns.passed;
    values[kEnemyPassed] = enemy_pawns.passed;
    const Bitboard pawns = board.pieces(us, chess::kPawn);
    const Bitboard pieces = board.pieces(us) & ~pawns & ~board.pieces(us, chess::kKing);
    for (const Square s : chess::Squares(pieces & ~own.protects))
        values[kLoose] += chess::exchange_value(chess::type_of(board.piece_on(s))) / 100.0;
    values[kLoosePawns] = chess::popcount(pawns & ~own.protects);
    values[kPawnGuarded] = chess::popcount(pieces & own.pawns_protect);
    values[kOwnRing] = enemy.ring;
    values[kEnemyRing] = own.ring;
    values[kOwnReach] = own.reach;
    values[kEnemyReach] = enemy.reach;
    if (own.material + enemy.material > 0)
        values[kTrade] = 100 * (own.material - enemy.material) / (own.material + enemy.material);
    if (board.pieces(~us) & board.pieces(chess::kRook, chess::kQueen))
        values[kKingOut] = board.shape().relative_rank(us, board.king_square(us));
    for (const Square s : chess::Squares(pieces))
        values[kFarPieces] += 2 * board.shape().relative_rank(us, s) >= board.shape().height;
    return values;
}

double BlindWorth::worth(const chess::Position& board, Colour us) const {
    const Values values = features(board, us);
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        sum += weights_[i] * values[i];
    return sum;
}

}  // namespace nebel::kriegspiel
