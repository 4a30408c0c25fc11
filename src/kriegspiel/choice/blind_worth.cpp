#include "kriegspiel/choice/blind_worth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "chess/evaluate.hpp"
#include "chess/reach.hpp"
#include "core/text.hpp"

namespace nebel::kriegspiel {

using chess::Bitboard;
using chess::Colour;
using chess::Square;

namespace {

constexpr std::array<std::string_view, BlindWorth::kFeatures> kNames{
    "pawns",        "knights",     "bishops",       "rooks",     "queens",     "own_steps",
    "enemy_steps",  "own_passed",  "enemy_passed",  "loose",     "own_ring",   "enemy_ring",
    "own_reach",    "enemy_reach", "trade",         "king_out",  "far_pieces", "loose_pawns",
    "pawn_guarded", "stormed",     "stormed_later", "storming",  "hunted",     "king_hunts",
    "late_passed",  "stopped",     "loose_home",    "sheltered", "open_files", "may_castle"};

/// Found by play, in the order of the features (tools/tune_champion.py, tools/screen_champion.py);
/// those of enemy passed pawns set by hand and matched (docs/players/champion.md).
constexpr BlindWorth::Values kStandard{21.7,   16.0, -42.9, -53.7, -106.1, -6.0, -9.1, 103.6,
                                       -160.0, -5.4, -1.0,  -12.4, -2.0,   2.3,  0.0,  -6.5,
                                       -24.7,  -9.4, -6.5,  -16.0, -1.0,   2.4,  16.7, 5.6,
                                       48.4,   60.0, -2.0,  15.0,  3.5,    20.0};

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
    result.pawns_protect = chess::pawn_reach(pawns, side);
    result.protects = chess::king_attacks(board.king_square(side)) | result.pawns_protect;
    result.material = chess::popcount(pawns);
    const Bitboard goals = board.shape().mask & ~board.pieces(side);
    chess::visit_reach(board, board.pieces(side) & ~board.pieces(chess::kKing), occupied,
                       [&](Square, chess::PieceType type, Bitboard attacks) {
                           result.protects |= attacks;
                           result.reach += chess::popcount(attacks & goals);
                           result.ring += chess::popcount(attacks & ring);
                           result.material += chess::exchange_value(type) / 100.0;
                       });
    return result;
}

/// Pieces of this worth, in pawns, are no longer few.
constexpr double kManyPieces = 10;
constexpr int kFarthest = 7;

/// How far the king has to the nearest enemy pawn, or to the king where there is none.
int nearest_man(const chess::Position& board, Colour us) {
    const Square king = board.king_square(us);
    const Bitboard pawns = board.pieces(~us, chess::kPawn);
    int nearest = kFarthest;
    for (const Square s : chess::Squares(pawns ? pawns : board.pieces(~us, chess::kKing)))
        nearest = std::min(nearest, std::max(std::abs(chess::file_of(s) - chess::file_of(king)),
                                             std::abs(chess::rank_of(s) - chess::rank_of(king))));
    return nearest;
}

struct Pawns {
    double steps = 0;
    double passed = 0;
    double stopped = 0;
};

/// The squares that these pawns have still before them, and those beside.
Bitboard ways_of(Bitboard pawns, Colour side) {
    Bitboard ways = side == chess::kWhite ? pawns << 8 : pawns >> 8;
    for (int by = 8; by < 64; by *= 2)
        ways |= side == chess::kWhite ? ways << by : ways >> by;
    return ways | chess::shift<1>(ways) | chess::shift<-1>(ways);
}

/// The squares before a pawn, to the end of its file.
Bitboard file_ahead(Square s, Colour side) {
    const Bitboard file = chess::file_bits(chess::file_of(s));
    return side == chess::kWhite ? file & (~Bitboard{1} << s) : file & (chess::bit(s) - 1);
}

/// `watched` are the squares that the other side protects.
Pawns pawns_of(const chess::Position& board, Colour side, Bitboard watched) {
    Pawns result;
    const int steps = board.shape().height - 1;
    const Bitboard own = board.pieces(side, chess::kPawn);
    const Bitboard passed = own & ~ways_of(board.pieces(~side, chess::kPawn), ~side);
    for (const Square s : chess::Squares(own)) {
        const int rank = board.shape().relative_rank(side, s);
        result.steps += rank - 1;
        if (!chess::contains(passed, s))
            continue;
        const double way = static_cast<double>(rank * rank) / (steps * steps);
        result.passed += way;
        const Bitboard next = chess::bit(chess::offset(s, chess::forward(side)));
        if ((next & watched) || (file_ahead(s, side) & board.pieces(~side)))
            result.stopped += way;
    }
    return result;
}

/// What pawns attack after one step more, and after two more.
struct Storm {
    Bitboard soon;
    Bitboard later;
};

Storm storm_of(const chess::Position& board, Colour side) {
    const Bitboard room = board.shape().mask & ~board.occupied();
    const auto ahead = [&](Bitboard from) {
        return (side == chess::kWhite ? from << 8 : from >> 8) & room;
    };
    const Bitboard once = ahead(board.pieces(side, chess::kPawn));
    const Bitboard twice = ahead(once);
    const Bitboard doubled = ahead(once & board.shape().double_from[side]);
    return {chess::pawn_reach(once | doubled, side),
            chess::pawn_reach(twice | ahead(doubled), side)};
}

/// The worth of these pieces, in pawns.
double worth_of(const chess::Position& board, Bitboard pieces) {
    double sum = 0;
    for (const Square s : chess::Squares(pieces))
        sum += chess::exchange_value(chess::type_of(board.piece_on(s))) / 100.0;
    return sum;
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
    const Pawns own_pawns = pawns_of(board, us, enemy.protects);
    const Pawns enemy_pawns = pawns_of(board, ~us, own.protects);
    values[kOwnSteps] = own_pawns.steps;
    values[kEnemySteps] = enemy_pawns.steps;
    values[kOwnPassed] = own_pawns.passed;
    values[kEnemyPassed] = enemy_pawns.passed;
    const Bitboard pawns = board.pieces(us, chess::kPawn);
    const Bitboard pieces = board.pieces(us) & ~pawns & ~board.pieces(us, chess::kKing);
    const Bitboard home = board.shape().first_rank[us];
    values[kLoose] = worth_of(board, pieces & ~own.protects & ~home);
    values[kLooseHome] = worth_of(board, pieces & ~own.protects & home);
    values[kLoosePawns] = chess::popcount(pawns & ~own.protects);
    values[kPawnGuarded] = chess::popcount(pieces & own.pawns_protect);
    values[kOwnRing] = enemy.ring;
    values[kEnemyRing] = own.ring;
    values[kOwnReach] = own.reach;
    values[kEnemyReach] = enemy.reach;
    if (own.material + enemy.material > 0)
        values[kTrade] = 100 * (own.material - enemy.material) / (own.material + enemy.material);
    if (board.pieces(~us) & board.pieces(chess::kRook, chess::kQueen)) {
        const Square king = board.king_square(us);
        values[kKingOut] = board.shape().relative_rank(us, king);
        const int file = chess::file_of(king);
        const int middle = board.shape().width / 2;
        if ((file < middle - 1 || file > middle + 1) && chess::contains(home, king))
            values[kSheltered] = chess::popcount(pawns & chess::king_attacks(king));
        const int heavy = chess::popcount(board.pieces(~us, chess::kRook)) +
                          2 * chess::popcount(board.pieces(~us, chess::kQueen));
        const double danger = std::min(1.0, heavy / 4.0);
        for (int f = std::max(0, file - 1); f <= std::min(board.shape().width - 1, file + 1); ++f)
            values[kOpenFiles] += danger * !(chess::file_bits(f) & pawns);
        const auto rights = us == chess::kWhite ? chess::kWhiteShort | chess::kWhiteLong
                                                : chess::kBlackShort | chess::kBlackLong;
        values[kMayCastle] = danger * ((board.castling() & rights) != 0);
    }
    for (const Square s : chess::Squares(pieces))
        values[kFarPieces] += 2 * board.shape().relative_rank(us, s) >= board.shape().height;
    const Storm against = storm_of(board, ~us);
    values[kStormed] = worth_of(board, pieces & against.soon);
    values[kStormedLater] = worth_of(board, pieces & against.later & ~against.soon);
    const Bitboard enemy_pieces = board.pieces(~us) & ~board.pieces(chess::kPawn, chess::kKing);
    values[kStorming] = worth_of(board, enemy_pieces & storm_of(board, us).soon);
    const double pieces_left = enemy.material - chess::popcount(board.pieces(~us, chess::kPawn));
    const double few = std::max(0.0, 1 - pieces_left / kManyPieces);
    if (few > 0) {
        values[kHunted] = few * chess::popcount(board.pieces(~us, chess::kPawn) & own.protects);
        values[kKingHunts] = few * (kFarthest - nearest_man(board, us));
        values[kLatePassed] = few * own_pawns.passed;
    }
    values[kStopped] = enemy_pawns.stopped;
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
