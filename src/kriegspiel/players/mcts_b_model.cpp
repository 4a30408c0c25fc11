#include "kriegspiel/players/mcts_b_model.hpp"

#include <algorithm>

#include "kriegspiel/belief/densities_query.hpp"

namespace nebel::kriegspiel {

using chess::contains;
using chess::Square;
using search::Heard;

void SimulatedUmpire::set_root(const DensityModel& model,
                               const Announcements& says,
                               const TryList& tries,
                               std::uint8_t check_kinds) {
    root_ = {};
    root_.model = model;
    root_.root = true;
    check_kinds_ = check_kinds;
    pawns_told_ = says.pawns != PawnInformation::None;
    tries_.clear();
    for (const Action& action : tries)
        if (action.promotion == chess::kNoType || action.promotion == chess::kQueen)
            tries_.push_back(try_key(action));
}

void SimulatedUmpire::moves(const State& state, Moves& moves) const {
    const auto add = [&](std::uint32_t key) {
        if (std::find(state.refused.begin(), state.refused.end(), key) == state.refused.end())
            moves.push_back(key);
    };
    if (state.root) {
        for (const std::uint32_t key : tries_)
            add(key);
        return;
    }
    const LightMen men(state.model.own());
    const chess::Bitboard last = men.shape().promotion[men.colour()];
    men.for_each_reach([&](Square from, chess::PieceType type, chess::Bitboard targets) {
        for (const Square to : chess::Squares(targets))
            add(try_key(
                from, to,
                type == chess::kPawn && contains(last, to) ? chess::kQueen : chess::kNoType));
    });
}

Heard SimulatedUmpire::answer(State& state, std::uint32_t move, Rng& rng) const {
    const Action action = action_of(move);
    const DensityMaps& maps = state.model.maps();
    const OwnMen& own = state.model.own();
    const std::uint8_t kinds = state.root ? check_kinds_ : 0;
    const bool may_refuse = state.refused.size() < state.refused.capacity();
    if (may_refuse && !rng.chance(legality(maps, own, action, kinds))) {
        state.model.refused(action, kinds);
        state.refused.push_back(move);
        return {kRefused, Heard::Then::MyTurn, 0};
    }
    const CaptureChance chance = capture_chance(maps, own, action);
    const double draw = rng.real();
    Said said;
    std::uint32_t message = kSilence;
    if (draw < chance.any() && state.model.pawns() + state.model.pieces() > 0.5F) {
        const bool pawn = draw < chance.pawn;
        said.capture = action.to;
        said.man = pawn ? Man::Pawn : Man::Piece;
        message = pawn ? kTakesPawn : kTakesPiece;
    } else if (rng.chance(check_chance(maps, own, action))) {
        message = kChecks;  // its direction is not simulated, so the densities learn nothing
    }
    state.took = said.capture != chess::kNoSquare;
    state.exchanges = static_cast<std::uint8_t>(
        state.took && state.lost_on == action.to ? state.exchanges + 1 : 0);
    state.checked = message == kChecks;
    state.moved_to = action.to;
    state.lost_on = chess::kNoSquare;
    state.refused.clear();
    state.root = false;
    state.model.own_move(action, said);
    return {message, Heard::Then::TheirTurn, 0};
}

// Where the opponent's next move takes one of our men, if it does.
Square SimulatedUmpire::victim(const State& state, Rng& rng) const {
    const DensityMaps& maps = state.model.maps();
    const OwnMen& own = state.model.own();
    const Square moved = state.moved_to;
    const bool exposed = own.on(moved) != chess::kKing;
    if (exposed && state.took && rng.chance(retaliation(maps, own, moved, state.exchanges)))
        return moved;
    if (exposed && state.checked && rng.chance(settings_.checker_taken))
        return moved;
    if (exposed && pawns_told_ &&
        rng.chance(settings_.pawn_hit * std::min(1.0F, pawn_threat(maps, own, moved))))
        return moved;
    if (!rng.chance(settings_.hit))
        return chess::kNoSquare;
    const auto risks = capture_risks(maps, own, 1.0F);
    double rest = rng.real();
    for (const Square s : chess::Squares(own.all())) {
        rest -= risks[s];
        if (rest < 0)
            return s;
    }
    return chess::kNoSquare;
}

Heard SimulatedUmpire::reply(State& state, Rng& rng) const {
    Said said;
    Said heard;
    if (state.took)
        heard.capture = state.moved_to;
    const Square lost = victim(state, rng);
    if (lost != chess::kNoSquare) {
        said.capture = lost;
        // Pawn captures are announced to the opponent, so it may have made one.
        heard.pawn_any = 1;
    } else {
        state.exchanges = 0;
    }
    state.lost_on = lost;
    state.model.enemy_move(said, heard);
    return {lost == chess::kNoSquare ? 0U : 1U + lost, Heard::Then::MyTurn, 0};
}

// The least man that takes back where we lost one; 0 where none can.
std::uint32_t SimulatedUmpire::take_back(const State& state) const {
    if (state.lost_on == chess::kNoSquare)
        return 0;
    const OwnMen& own = state.model.own();
    for (const chess::PieceType type :
         {chess::kPawn, chess::kKnight, chess::kBishop, chess::kRook, chess::kQueen})
        for (const Square from : chess::Squares(own.of(type))) {
            const chess::Bitboard hits = type == chess::kPawn
                                             ? chess::pawn_attacks(own.colour(), from)
                                             : chess::attacks_of(type, from, own.blockers());
            if (contains(hits, state.lost_on)) {
                const bool promotes = type == chess::kPawn &&
                                      contains(own.shape().promotion[own.colour()], state.lost_on);
                return try_key(from, state.lost_on, promotes ? chess::kQueen : chess::kNoType);
            }
        }
    return 0;
}

// One own move with what follows; false when it was refused.
bool SimulatedUmpire::play_turn(State& state, std::uint32_t move, Rng& rng) const {
    if (answer(state, move, rng).then == Heard::Then::MyTurn)
        return false;
    reply(state, rng);
    return true;
}

double SimulatedUmpire::simulate(State& state, Rng& rng) const {
    constexpr int kAttempts = 20;
    int moves = 1;
    int extra = 0;
    while (true) {
        const std::uint32_t back = take_back(state);
        const bool past = moves >= settings_.moves;
        if (past && (back == 0 || extra >= settings_.quiet_after))
            break;
        extra += past;
        ++moves;
        if (back != 0 && play_turn(state, back, rng))
            continue;
        if (past)
            break;
        Moves list;
        this->moves(state, list);
        bool made = false;
        for (int i = 0; i < kAttempts && !made && !list.empty(); ++i) {
            const auto at = rng.below(static_cast<std::uint32_t>(list.size()));
            made = play_turn(state, list[at], rng);
            list.swap_remove(at);
        }
        if (!made)
            break;
    }
    return value(state.model);
}

double SimulatedUmpire::value(const DensityModel& model) const {
    const OwnMen& own = model.own();
    float sum = 0;
    for (const Square s : chess::Squares(own.all() & ~own.of(chess::kKing)))
        sum += settings_.material.of(own.on(s), s, own.colour(), own.shape());
    return settings_.material.score(sum, model.pawns(), model.pieces());
}

}  // namespace nebel::kriegspiel
