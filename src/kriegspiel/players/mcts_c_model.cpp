#include "kriegspiel/players/mcts_c_model.hpp"

#include <algorithm>
#include <cmath>

#include "kriegspiel/belief/densities_query.hpp"

namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::contains;
using chess::PieceType;
using chess::Square;

namespace {

constexpr float kPinShare = 0.45F;

}  // namespace

void WeighedMessages::set_root(const DensityModel& model,
                               const Announcements& says,
                               const TryList& tries,
                               std::uint8_t check_kinds) {
    root_ = {};
    root_.men = LightMen(model.own());
    root_.pawns = model.pawns();
    root_.pieces = model.pieces();
    root_.root = true;
    pawns_told_ = says.pawns != PawnInformation::None;
    refusals_private_ = !says.refusal_public;
    refusal_cost_ = says.refusal_public ? settings_.illegal_cost : settings_.private_cost;
    levels_.clear();
    DensityModel later = model;
    for (int level = 0; level < kLevels; ++level) {
        levels_.emplace_back(later.maps(), later.enemy());
        later.enemy_move(Said{}, Said{});
    }
    tries_.clear();
    for (const Action& action : tries) {
        const bool lesser = action.promotion != chess::kNoType && action.promotion != chess::kQueen;
        if (!action.is_any() && !lesser)
            tries_.push_back({try_key(action), kriegspiel::legality(model.maps(), model.own(),
                                                                    action, check_kinds)});
    }
}

WeighedMessages::Support WeighedMessages::support(const LightMen& men) {
    Support result;
    const Bitboard pawns = men.of(chess::kPawn);
    if (men.colour() == chess::kWhite) {
        result.add(chess::shift<9>(pawns));
        result.add(chess::shift<7>(pawns));
    } else {
        result.add(chess::shift<-9>(pawns));
        result.add(chess::shift<-7>(pawns));
    }
    const Bitboard walls = men.blockers();
    for (const Square s : chess::Squares(men.of(chess::kKnight)))
        result.add(chess::knight_attacks(s));
    for (const Square s : chess::Squares(men.of(chess::kBishop) | men.of(chess::kQueen)))
        result.add(chess::bishop_attacks(s, walls));
    for (const Square s : chess::Squares(men.of(chess::kRook) | men.of(chess::kQueen)))
        result.add(chess::rook_attacks(s, walls));
    result.add(chess::king_attacks(men.king()));
    return result;
}

float WeighedMessages::worth(const LightMen& men, PieceType type, Square s) const {
    return settings_.material.of(type, s, men.colour(), men.shape());
}

// What is gone for good when the opponent takes a man that others support.
float WeighedMessages::loss(float worth, int supporters, float taker) const {
    if (supporters == 0)
        return worth;
    taker *= settings_.material.enemy_share;
    return std::max(0.1F, worth - (supporters > 1 ? 0.8F : 0.5F) * taker);
}

float WeighedMessages::danger(
    const State& state, const Outlook& view, Square s, float worth, int supporters) const {
    const MaterialScale& scale = settings_.material;
    const float pieces =
        settings_.idle_hit * std::min(1.5F, view.piece_control(s, state.men.all()));
    const float pawns = contains(state.no_pawn_threat, s)
                            ? 0
                            : std::min(0.95F, (pawns_told_ ? settings_.idle_pawn : settings_.hit) *
                                                  view.pawn_threat(s));
    return pieces * loss(worth, supporters, scale.enemy_piece) +
           pawns * loss(worth, supporters, scale.enemy_pawn);
}

// What is neither a man nor its danger: squares that are attacked, enemies on them, and a king that
// has left home while there are pieces to hunt it.
float WeighedMessages::standing(const State& state, const Support& support) const {
    const LightMen& men = state.men;
    const Bitboard attacked = support.once & men.shape().mask & ~men.all();
    float sum = settings_.control * static_cast<float>(chess::popcount(attacked));
    if (settings_.threat > 0) {
        const Outlook& view = outlook(state);
        float enemies = 0;
        for (const Square s : chess::Squares(attacked))
            enemies += view.pawn(s) + view.piece(s);
        sum += settings_.threat * enemies;
    }
    const int rank = men.shape().relative_rank(men.colour(), men.king());
    sum -=
        settings_.home * static_cast<float>(std::min(rank, 4)) * std::min(1.0F, state.pieces / 7);
    return sum;
}

float WeighedMessages::own_strength(const State& state,
                                    const Support& support,
                                    Bitboard except) const {
    const LightMen& men = state.men;
    const Outlook& view = outlook(state);
    float sum = standing(state, support);
    for (const PieceType type :
         {chess::kPawn, chess::kKnight, chess::kBishop, chess::kRook, chess::kQueen})
        for (const Square s : chess::Squares(men.of(type) & ~except)) {
            const float full = worth(men, type, s);
            sum += full - danger(state, view, s, full, support.of(s));
        }
    return sum;
}

float WeighedMessages::value(const State& state) const {
    return score(own_strength(state, support(state.men), 0), state.pawns, state.pieces);
}

WeighedMessages::Takers WeighedMessages::takers(const LightMen& men, Square s) const {
    Takers result;
    const auto add = [&](PieceType type, Bitboard from) {
        for (Bitboard rest = men.of(type) & from; rest && result.size() < 3; rest &= rest - 1)
            result.push_back(worth(men, type, s));
    };
    const Bitboard walls = men.blockers();
    const Bitboard diagonals = chess::bishop_attacks(s, walls);
    const Bitboard straights = chess::rook_attacks(s, walls);
    // A pawn of ours that takes on s stands where an enemy pawn on s would take.
    add(chess::kPawn, chess::pawn_attacks(~men.colour(), s));
    add(chess::kKnight, chess::knight_attacks(s));
    add(chess::kBishop, diagonals);
    add(chess::kRook, straights);
    add(chess::kQueen, diagonals | straights);
    if (contains(chess::king_attacks(s), men.king()))
        result.push_back(0);
    return result;
}

// The opponent takes what stands at stake with this chance; then we take back with the least man,
// and so on, as long as there is one and it pays. `pawn_share`: that its taker is a pawn; below 0:
// any man alike.
float WeighedMessages::exchange(float own,
                                float pawns,
                                float pieces,
                                float at_stake,
                                const Takers& takers,
                                std::size_t next,
                                float chance,
                                float pawn_share) const {
    const float stays = score(own, pawns, pieces);
    float taken = score(own - at_stake, pawns, pieces);
    if (next < takers.size() && pieces + pawns > 0) {
        const float piece_share = pawn_share < 0 ? pieces / (pieces + pawns) : 1 - pawn_share;
        taken = std::max(taken,
                         exchange(own - at_stake, pawns - (1 - piece_share), pieces - piece_share,
                                  takers[next], takers, next + 1, chance / 2, -1));
    }
    return stays + chance * (taken - stays);
}

float WeighedMessages::legality(const State& state, PieceType type, Square from, Square to) const {
    const Outlook& view = outlook(state);
    const Bitboard own = state.men.all();
    const int direction = kDirections.towards[from][to];
    const int distance = kDirections.distance[from][to];
    if (type == chess::kKing) {
        // Castling passes a square, which counts like the way of a rook.
        const float way = distance == 2 ? view.clear(from, direction, 2) : 1;
        const float fear = view.piece_control(to, own & ~bit(from)) + view.pawn_threat(to);
        return way * std::max(0.0F, 1 - fear);
    }
    float result = 1;
    if (type == chess::kPawn) {
        if (contains(chess::pawn_attacks(state.men.colour(), from), to))
            result = before_pawn(state, to) + view.piece(to);
        else
            result = view.clear(from, direction, distance);
    } else if (type != chess::kKnight) {
        result = view.clear(from, direction, distance - 1);
    }
    const Square king = state.men.king();
    const int away = kDirections.towards[king][from];
    if (away != Directions::kNone && away != direction &&
        kDirections.towards[from][king] != direction && !(chess::between(king, from) & own)) {
        const float open = view.clear(king, away, kDirections.distance[king][from] - 1);
        result *= 1 - std::min(0.9F, kPinShare / kLineShare * open * view.lurking(from, away, own));
    }
    return result;
}

float WeighedMessages::given_check(const LightMen& after,
                                   const Outlook& view,
                                   PieceType type,
                                   Square to) const {
    float sum = 0;
    if (type == chess::kKnight || type == chess::kPawn) {
        const Bitboard hits = type == chess::kKnight ? chess::knight_attacks(to)
                                                     : chess::pawn_attacks(after.colour(), to);
        for (const Square s : chess::Squares(hits & ~after.all()))
            sum += view.king(s);
    } else if (type != chess::kKing) {
        sum = view.sees_king(to, type != chess::kBishop, type != chess::kRook, after.all());
    }
    return std::min(0.95F, sum);
}

void WeighedMessages::weigh(
    const State& state, std::uint32_t move, float legality, float base, Outcomes& outcomes) const {
    const auto [from, to, promotion] = action_of(move);
    const PieceType type = state.men.on(from);
    const PieceType becomes = promotion == chess::kNoType ? type : promotion;
    const Outlook& view = outlook(state);
    if (legality < 0.999F)
        outcomes.push_back({kRefused, kSilence, 1 - legality, base - refusal_cost_, false});
    if (legality <= 0.001F)
        return;

    State after = state;
    after.root = false;
    after.men.move(from, to, promotion);
    const Support stands = support(after.men);
    const int supporters = stands.of(to);
    const float rest = own_strength(after, stands, bit(to));
    const float mover = worth(after.men, becomes, to);
    const Takers back_up = takers(after.men, to);

    // What stands on the target, given that the try is accepted.
    float takes_pawn = 0;
    float takes_piece = 0;
    if (type != chess::kPawn) {
        takes_pawn = view.pawn(to);
        takes_piece = view.piece(to);
    } else if (contains(chess::pawn_attacks(state.men.colour(), from), to)) {
        const float any = before_pawn(state, to) + view.piece(to);
        takes_piece = any > 0 ? view.piece(to) / any : 0.5F;
        takes_pawn = 1 - takes_piece;
    }
    takes_pawn = takes_pawn < settings_.ignored_capture || state.pawns < 0.5F ? 0 : takes_pawn;
    takes_piece = takes_piece < settings_.ignored_capture || state.pieces < 0.5F ? 0 : takes_piece;
    const float taking = std::min(1.0F, takes_pawn + takes_piece);
    const float quiet = legality * (1 - taking);

    const float pieces_near = view.piece_control(to, after.men.all());
    float pawns_near = view.pawn_threat(to);
    if (type == chess::kPawn && kDirections.distance[from][to] == 2)  // or in passing
        pawns_near += view.pawn_threat(static_cast<Square>((from + to) / 2));
    const float near = pieces_near + 2 * pawns_near;
    const float pawn_share = near > 0.05F ? 2 * pawns_near / near : -1;
    const float lingering = settings_.hit * std::min(1.5F, pieces_near) *
                            loss(mover, supporters, settings_.material.enemy_piece);
    const auto add_pair = [&, target = to](Answer answer, float probability, float pawns,
                                           float pieces, float taken, float by_pawn) {
        // Taken: an exchange on the square. Left alone: it stands there with what it has to fear.
        // A king is never taken.
        const float own = rest + mover;
        taken = mover > 0 ? taken : 0;
        if (taken > 0)
            outcomes.push_back({answer, 1U + target, probability * taken,
                                exchange(own, pawns, pieces, mover, back_up, 0, 1, by_pawn),
                                taken > 0.2F});
        if (taken < 1)
            outcomes.push_back({answer, kSilence, probability * (1 - taken),
                                score(own - (mover > 0 ? lingering : 0), pawns, pieces), true});
    };

    // What was taken is protected by others, as far as there are any.
    const float others = std::max(0.0F, state.pawns + state.pieces - 1);
    const float back = settings_.retaken * std::min(1.0F, others / 2) +
                       settings_.retaliation * std::min(1.1F, pieces_near);
    if (takes_pawn > 0)
        add_pair(kTakesPawn, legality * takes_pawn, state.pawns - 1, state.pieces, back,
                 pawn_share);
    if (takes_piece > 0)
        add_pair(kTakesPiece, legality * takes_piece, state.pawns, state.pieces - 1, back,
                 pawn_share);

    const float check = given_check(after.men, view, becomes, to);
    const float told = taken_when_told(pawns_near);
    if (check > 0.01F) {
        const float reach = std::min(1.0F, pieces_near + pawns_near);
        const float taken = supporters == 0
                                ? settings_.bare_checker + settings_.bare_checker_reach * reach
                                : settings_.checker + settings_.checker_reach * reach;
        add_pair(kChecks, quiet * check, state.pawns, state.pieces, std::max(told, taken),
                 pawn_share);
    }
    add_pair(kQuiet, quiet * (check > 0.01F ? 1 - check : 1), state.pawns, state.pieces,
             told > 0.005F ? told : 0, 1);
}

// That a pawn takes the man just moved. Announced captures are made; and where the maps see hardly
// a pawn there often is one, since they cannot know which of its files it stands on.
float WeighedMessages::taken_when_told(float pawns_near) const {
    return std::min(0.95F, pawns_told_ ? settings_.pawn_hit * std::sqrt(pawns_near)
                                       : settings_.hit * pawns_near);
}

template <class F>
void WeighedMessages::for_each_try(const State& state, F&& f) const {
    const Bitboard last = state.men.shape().promotion[state.men.colour()];
    const Outlook& view = outlook(state);
    state.men.for_each_reach([&](Square from, PieceType type, Bitboard targets) {
        for (const Square to : chess::Squares(targets)) {
            // Diagonal steps of pawns into what is most likely nothing are tries for the root only.
            if (type == chess::kPawn && chess::file_of(to) != chess::file_of(from) &&
                before_pawn(state, to) + view.piece(to) < settings_.ignored_capture)
                continue;
            const bool promotes = type == chess::kPawn && contains(last, to);
            f(try_key(from, to, promotes ? chess::kQueen : chess::kNoType),
              legality(state, type, from, to));
        }
    });
}

void WeighedMessages::moves(const State& state, Moves& moves) const {
    const float base = value(state);
    const std::size_t first = moves.size();
    InlineVec<float, Moves::capacity()> chances;
    const auto add = [&](std::uint32_t key, float legality) {
        Outcomes outcomes;
        weigh(state, key, legality, base, outcomes);
        float sum = 0;
        for (const auto& outcome : outcomes)
            sum += outcome.probability * outcome.value;
        moves.push_back({key, sum});
        chances.push_back(legality);
    };
    if (state.root) {
        for (const RootTry& root_try : tries_)
            add(root_try.key, root_try.legality);
    } else {
        for_each_try(state, add);
    }
    if (!refusals_private_)
        return;
    // A refusal that nobody hears costs nothing: something else is tried.
    float best = base;
    for (std::size_t i = first; i < moves.size(); ++i)
        best = std::max(best, moves[i].value);
    for (std::size_t i = first; i < moves.size(); ++i)
        moves[i].value += (1 - chances[i - first]) * (best - base);
}

void WeighedMessages::outcomes(const State& state, std::uint32_t move, Outcomes& outcomes) const {
    const Action action = action_of(move);
    float chance = 0;
    if (state.root) {
        for (const RootTry& root_try : tries_)
            if (root_try.key == move)
                chance = root_try.legality;
    } else {
        chance = legality(state, state.men.on(action.from), action.from, action.to);
    }
    weigh(state, move, chance, value(state), outcomes);
}

void WeighedMessages::play(State& state,
                           std::uint32_t move,
                           std::uint32_t answer,
                           std::uint32_t message) const {
    const auto [from, to, promotion] = action_of(move);
    state.root = false;
    state.men.move(from, to, promotion);
    if (answer == kTakesPawn)
        state.pawns -= 1;
    else if (answer == kTakesPiece)
        state.pieces -= 1;
    state.no_pawn_threat = 0;
    if (message == kSilence)
        state.no_pawn_threat = bit(to);
    else
        state.men.lose(static_cast<Square>(message - 1));
    state.level = static_cast<std::uint8_t>(std::min<int>(state.level + 1, kLevels - 1));
}

}  // namespace nebel::kriegspiel
