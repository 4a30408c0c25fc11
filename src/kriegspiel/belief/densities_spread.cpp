#include <algorithm>
#include <cmath>

#include "kriegspiel/belief/densities_attacks.hpp"
#include "kriegspiel/belief/densities_model.hpp"
#include "kriegspiel/belief/densities_query.hpp"
#include "kriegspiel/belief/densities_rays.hpp"

// The second set of assumptions: how an opponent in the dark moves. One man moves a turn; which,
// and where to, follows what it can reach and, with a profile, the trend of such games.
namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::contains;
using chess::Square;
using chess::Squares;
using rays::kRays;

namespace {

constexpr float kNothing = 1e-4F;

// How eager men of a class are to move, against each other.
constexpr float kPieceEager = 2.8F;
constexpr float kPawnEager = 0.4F;
constexpr float kKingEager = 2.0F;
constexpr float kKingInCheck = 30.0F;  ///< as if it were that many men
constexpr float kHemmedIn = 2.0F;      ///< reachable squares at which eagerness is halved
constexpr float kCastles = 3.0F;       ///< against a step of the king

// Against the profile's trend, what a man does without one.
constexpr float kTrendOut = 25.0F;
constexpr float kTrendIn = 16.0F;
constexpr float kAnywhere = 0.015F;

// Trends are trusted until this time and less and less for so many moves after it: later games
// differ too much.
constexpr float kTrustedUntil = 5.0F;
constexpr float kFadesOver = 20.0F;

constexpr float kMostThatLeaves = 0.9F;
constexpr float kStray = 0.004F;  ///< of the king's map, to wherever it can be: no model is right

// Where men of one class are drawn, and from where they go, at one moment of a game.
struct Trend {
    std::array<float, 64> leave;
    std::array<float, 64> attract;

    Trend(const Profile* profile, chess::Colour colour, Profile::Class c, int time) {
        leave.fill(1);
        attract.fill(1);
        const float trust =
            std::min(1.0F, 1 - (static_cast<float>(time) - kTrustedUntil) / kFadesOver);
        if (profile == nullptr || trust <= 0)
            return;
        const auto& now = profile->of(colour, c, time);
        const auto& next = profile->of(colour, c, time + 1);
        for (int s = 0; s < 64; ++s) {
            const float change = next[s] - now[s];
            leave[s] = 1 + trust * kTrendOut * std::max(0.0F, -change) / (now[s] + kAnywhere);
            attract[s] = kAnywhere + trust * (next[s] + kTrendIn * std::max(0.0F, change));
        }
    }
};

// The squares one man may go to, with weights.
struct Targets {
    std::array<Square, 48> square;
    std::array<float, 48> weight;
    int count = 0;
    float sum = 0;

    void add(Square s, float w) {
        square[count] = s;
        weight[count++] = w;
        sum += w;
    }
};

}  // namespace

// What leaves and what arrives, as if every man moved at its own eagerness; scaled at the end so
// that one man moves.
struct DensityModel::Flow {
    DensityMaps out;
    DensityMaps in;
    float total = 0;

    void add(Map DensityMaps::*map, Square from, float amount, const Targets& targets) {
        if (targets.sum <= 0 || amount <= 0)
            return;
        (out.*map)[from] += amount;
        total += amount;
        const float share = amount / targets.sum;
        for (int i = 0; i < targets.count; ++i)
            (in.*map)[targets.square[i]] += share * targets.weight[i];
    }
};

void DensityModel::spread(const Said& said) {
    const auto them = enemy();
    const auto& shape = own_.shape();
    const Bitboard blockers = own_.blockers();
    const Square own_king = own_.king();
    Flow flow;

    Map empty;  // 0 on own men and off the board
    for (int s = 0; s < 64; ++s)
        empty[s] =
            contains(blockers, static_cast<Square>(s)) ? 0 : maps_.empty(static_cast<Square>(s));

    // A piece that had come to where it checks would have been announced.
    Map welcome = empty;
    if (said.kinds == 0) {
        for (const Square s : Squares(chess::knight_attacks(own_king)))
            welcome[s] *= 1 - kKnightShare;
        for (const auto& ray : kRays[own_king]) {
            float free = 1;
            for (const auto s : ray) {
                welcome[s] *= 1 - kLineShare * free;
                free *= empty[s];
            }
        }
    }
    const Trend pieces(profile_, them, Profile::Class::Piece, time_);
    for (int from = 0; from < 64; ++from) {
        const float here = maps_.piece[from];
        if (here < kNothing)
            continue;
        Targets targets;
        float reach = 0;
        const auto visit = [&](int s, float weight) {
            reach += weight * empty[s];
            if (weight * welcome[s] > kNothing)
                targets.add(static_cast<Square>(s), weight * welcome[s] * pieces.attract[s]);
        };
        for (const Square s : Squares(chess::knight_attacks(static_cast<Square>(from))))
            visit(s, kKnightShare);
        for (const auto& ray : kRays[from]) {
            float free = kLineShare;
            for (const auto s : ray) {
                if (free * empty[s] < kNothing)
                    break;
                visit(s, free);
                free *= empty[s];
            }
        }
        flow.add(&DensityMaps::piece, static_cast<Square>(from),
                 here * kPieceEager * pieces.leave[from] * reach / (reach + kHemmedIn), targets);
    }

    const Trend pawns(profile_, them, Profile::Class::Pawn, time_);
    const int step = chess::forward(them);
    for (const Square from : Squares(pawn_may_)) {
        if (maps_.pawn[from] < kNothing)
            continue;
        Targets targets;
        const Square one = chess::offset(from, step);
        float reach = 0;
        if (!contains(shape.promotion[them], one)) {
            targets.add(one, empty[one] * pawns.attract[one]);
            reach = empty[one];
            if (contains(shape.double_from[them], one)) {
                const Square two = chess::offset(one, step);
                targets.add(two, empty[one] * empty[two] * pawns.attract[two]);
            }
        }
        flow.add(&DensityMaps::pawn, from,
                 maps_.pawn[from] * kPawnEager * pawns.leave[from] * reach, targets);
    }

    // The enemy's king keeps off what our men attack.
    Map safe;
    safe.fill(1);
    for (const Square s : Squares(own_.all()))
        each_attacked(maps_, own_, s, [&](Square x, float free) { safe[x] *= 1 - free; });
    for (const Square s : Squares(chess::king_attacks(own_king)))
        safe[s] = 0;
    const Trend king(profile_, them, Profile::Class::King, time_);
    const Square home = chess::make_square(4, them == chess::kWhite ? 0 : shape.height - 1);
    for (const Square from : Squares(king_may_)) {
        const float here = maps_.king[from];
        if (here < kNothing)
            continue;
        Targets targets;
        float reach = 0;
        for (const Square s : Squares(chess::king_attacks(from) & ~blockers)) {
            reach += empty[s] * safe[s];
            targets.add(s, empty[s] * safe[s] * king.attract[s]);
        }
        if (from == home && shape.castling && given_ == 0 && time_ >= 3)
            for (const int side : {1, -1}) {
                const Square over = chess::offset(home, side);
                const Square to = chess::offset(over, side);
                const float free = empty[over] * empty[to] * safe[to] * kCastles;
                reach += free;
                targets.add(to, free * king.attract[to]);
            }
        flow.add(&DensityMaps::king, from,
                 here * (given_ != 0 ? kKingInCheck : kKingEager) * king.leave[from] * reach /
                     (reach + kHemmedIn),
                 targets);
    }

    widen_support();
    if (flow.total <= 0)
        return;
    const float scale = 1 / flow.total;
    for (const auto map : {&DensityMaps::king, &DensityMaps::pawn, &DensityMaps::piece})
        for (int s = 0; s < 64; ++s) {
            float& here = (maps_.*map)[s];
            here -= std::min(scale * (flow.out.*map)[s], kMostThatLeaves * here);
            here += scale * (flow.in.*map)[s];
        }
    const auto rooms = static_cast<float>(std::max(1, chess::popcount(king_may_)));
    for (const Square s : Squares(king_may_))
        maps_.king[s] += kStray / rooms;
}

void DensityModel::widen_support() {
    const auto them = enemy();
    const auto& shape = own_.shape();
    Bitboard attacked = chess::king_attacks(own_.king());
    for (const Square s : Squares(own_.of(chess::kKnight)))
        attacked |= chess::knight_attacks(s);
    for (const Square s : Squares(own_.of(chess::kPawn)))
        attacked |= chess::pawn_attacks(own_.colour(), s);
    for (const Square s :
         Squares(own_.of(chess::kBishop) | own_.of(chess::kRook) | own_.of(chess::kQueen)))
        attacked |= chess::king_attacks(s) & chess::attacks_of(own_.on(s), s, 0);

    Bitboard kings = king_may_;
    for (const Square s : Squares(king_may_))
        kings |= chess::king_attacks(s);
    const Square home = chess::make_square(4, them == chess::kWhite ? 0 : shape.height - 1);
    if (shape.castling && contains(king_may_, home))
        kings |= bit(chess::offset(home, 2)) | bit(chess::offset(home, -2));
    king_may_ = kings & open_squares() & ~attacked;

    const auto forward = [&](Bitboard b) { return them == chess::kWhite ? b << 8 : b >> 8; };
    const Bitboard once = forward(pawn_may_) & open_squares();
    const Bitboard twice = forward(once & shape.double_from[them]);
    pawn_may_ = (pawn_may_ | once | twice) & open_squares() & ~shape.promotion[them];
}

void DensityModel::suffer(const Said& said, const Said& heard) {
    const bool passing_told = said.en_passant && says_->en_passant_told;
    const Square lost =
        passing_told ? chess::offset(said.capture, chess::forward(own_.colour())) : said.capture;
    if (lost >= chess::kNoSquare || own_.on(lost) == chess::kNoType)
        return;  // nothing of ours stood there: a stranger's mistake
    const Bitboard corners = chess::pawn_attacks(own_.colour(), lost);
    own_.lose(lost);

    // Which of its men took: a pawn whenever one could, the king hardly ever.
    struct Taker {
        Map DensityMaps::*map;
        Square to;
        Map weight{};
        float sum = 0;
    };
    std::array<Taker, 4> takers{{{&DensityMaps::pawn, lost},
                                 {&DensityMaps::piece, lost},
                                 {&DensityMaps::king, lost},
                                 {&DensityMaps::pawn, lost}}};
    auto& [pawn, piece, king, passing] = takers;
    const auto weigh = [](Taker& taker, Square s, float weight) {
        taker.weight[s] += weight;
        taker.sum += weight;
    };
    const bool pawns_could = heard.pawn_count != 0 && heard.pawn_any != 0 &&
                             !(heard.pawn_squares_told && heard.pawn_squares == 0);
    if (pawns_could) {
        Bitboard from = corners & pawn_may_;
        if (heard.pawn_squares_told)
            from &= heard.pawn_squares;
        if (!passing_told)
            for (const Square s : Squares(from))
                weigh(pawn, s, maps_.pawn[s] + kNothing);
        if (lost == double_step_ && (passing_told || !says_->en_passant_told)) {
            passing.to = chess::offset(lost, -chess::forward(own_.colour()));
            for (const Square s : Squares(chess::king_attacks(lost) & pawn_may_ &
                                          chess::rank_bits(chess::rank_of(lost))))
                weigh(passing, s, maps_.pawn[s] + kNothing);
        }
    }
    if (!passing_told) {
        for (const Square s : Squares(chess::knight_attacks(lost) & open_squares()))
            weigh(piece, s, kKnightShare * maps_.piece[s]);
        for (const auto& ray : kRays[lost]) {
            float free = kLineShare;
            for (const auto x : ray) {
                const auto s = static_cast<Square>(x);
                if (contains(own_.blockers(), s))
                    break;
                weigh(piece, s, free * maps_.piece[s]);
                free *= maps_.empty(s);
            }
        }
        for (const Square s : Squares(chess::king_attacks(lost) & king_may_))
            weigh(king, s, maps_.king[s]);
    }
    const bool told = heard.pawn_count > 0 || heard.pawn_any > 0 || heard.pawn_squares_told;
    const float pawn_bias = told ? 0.9F : 0.5F;
    const std::array<float, 4> bias{pawn_bias, 0.3F, given_ != 0 ? 0.3F : 0.1F, pawn_bias};
    std::array<float, 4> chance{};
    float sum = 0;
    for (std::size_t i = 0; i < takers.size(); ++i)
        sum += chance[i] = bias[i] * std::min(1.0F, takers[i].sum);
    if (sum <= 0) {
        // Nobody was thought to be near: then it was some piece.
        maps_.piece[lost] = 1;
        return;
    }
    const bool promotes = contains(own_.shape().promotion[enemy()], lost);
    if (pawn.sum > 0 && !promotes)
        pawn_may_ |= bit(lost);
    if (passing.sum > 0)
        pawn_may_ |= bit(passing.to);
    if (king.sum > 0)
        king_may_ |= bit(lost);
    for (std::size_t i = 0; i < takers.size(); ++i) {
        auto& taker = takers[i];
        if (chance[i] <= 0)
            continue;
        const float moved = chance[i] / sum;
        auto& map = maps_.*taker.map;
        for (int s = 0; s < 64; ++s)
            map[s] = std::max(0.0F, map[s] - moved * taker.weight[s] / taker.sum);
        const bool new_piece = promotes && taker.map == &DensityMaps::pawn;
        (new_piece ? maps_.piece : map)[taker.to] += moved;
        if (new_piece) {
            pawns_ -= moved;
            pieces_ += moved;
        }
    }
    held_ |= bit(lost);
}

void DensityModel::promote() {
    if (pawns_ < 1)
        return;
    const auto them = enemy();
    const int step = chess::forward(them);
    pawns_ -= 1;
    pieces_ += 1;
    float sum = 0;
    Map weight{};
    for (const Square s : Squares(pawn_may_)) {
        const Square last = chess::offset(s, step);
        if (last < chess::kNoSquare &&
            contains(own_.shape().promotion[them] & open_squares(), last))
            sum += weight[s] = maps_.pawn[s] + kNothing;
    }
    if (sum <= 0)
        return;
    for (const Square s : Squares(pawn_may_)) {
        const float moved = weight[s] / sum;
        maps_.pawn[s] = std::max(0.0F, maps_.pawn[s] - moved);
        maps_.piece[std::clamp(s + step, 0, 63)] += moved;
    }
}

}  // namespace nebel::kriegspiel
