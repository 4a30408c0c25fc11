#include "kriegspiel/players/mcts_a_model.hpp"

#include <algorithm>

#include "chess/draws.hpp"
#include "chess/movegen.hpp"

namespace nebel::kriegspiel {

using chess::Colour;
using chess::Position;
using search::Heard;

void PlayedBoards::set_board(const Position& board) {
    guesser_ = nullptr;
    pool_ = std::make_shared<const Pool>(Pool{{board}, {1.0}});
}

void PlayedBoards::set_boards(std::span<const SampledBoard> boards) {
    guesser_ = nullptr;
    auto pool = std::make_shared<Pool>();
    double sum = 0;
    for (const SampledBoard& board : boards) {
        pool->boards.push_back(board.position);
        pool->until.push_back(sum += board.weight);
    }
    pool_ = std::move(pool);
}

void PlayedBoards::set_guesser(const BoardGuesser* guesser) {
    guesser_ = guesser;
    pool_.reset();
}

void PlayedBoards::set_tries(const TryList& tries, chess::Square lost_on) {
    auto allowed = std::make_shared<std::vector<bool>>(kTryKeys, false);
    for (const Action& action : tries)
        (*allowed)[try_key(action)] = true;
    allowed_ = std::move(allowed);
    lost_on_ = lost_on;
}

void PlayedBoards::begin(State& state, Rng& rng) const {
    if (guesser_ != nullptr) {
        // A root without room for a board is not met in games; then the last one serves again.
        if (const auto board = guesser_->guess(rng))
            state.position = *board;
    } else {
        const double at = rng.real() * pool_->until.back();
        const auto found = std::upper_bound(pool_->until.begin(), pool_->until.end(), at);
        const auto index = std::min<std::size_t>(
            static_cast<std::size_t>(found - pool_->until.begin()), pool_->boards.size() - 1);
        state.position = pool_->boards[index];
    }
    state.taken_on = lost_on_;
    state.root = true;
}

void PlayedBoards::moves(const State& state, Moves& moves) const {
    chess::MoveList legal;
    chess::generate_legal(state.position, legal);
    for (const chess::Move move : legal) {
        const std::uint32_t key = try_key(move.from(), move.to(), move.promotion());
        const bool lesser = move.is_promotion() && move.promotion() != chess::kQueen;
        if (!lesser && (!state.root || (*allowed_)[key]))
            moves.push_back(key);
    }
}

void PlayedBoards::make(State& state, chess::Move move) {
    state.taken_on =
        state.position.is_capture(move) ? state.position.capture_square(move) : chess::kNoSquare;
    state.position.do_move(move);
    state.root = false;
}

// What our seat hears of a move, as one number.
std::uint32_t PlayedBoards::message(const Position& before,
                                    chess::Move move,
                                    const Position& after) const {
    std::uint64_t heard = 1;
    if (says_->moves_told)
        heard = move.raw();
    if (before.is_capture(move)) {
        heard = heard * 65 + before.capture_square(move);
        if (says_->capture_tells_man)
            heard = heard * 3 + 1 + (chess::type_of(before.captured_by(move)) == chess::kPawn);
    }
    heard = heard * 64 + check_kinds(after);
    // Only announcements to us can tell our own moves apart later.
    if (after.side() == us_ && says_->pawns != PawnInformation::None &&
        says_->pawns != PawnInformation::OnAsking) {
        const auto captures = chess::legal_pawn_captures(after);
        heard = says_->pawns == PawnInformation::Count   ? heard * 32 + captures.count
                : says_->pawns == PawnInformation::YesNo ? heard * 2 + (captures.count > 0)
                                                         : heard * 1'000'003 + captures.from;
    }
    return static_cast<std::uint32_t>(splitmix64(heard));
}

std::optional<double> PlayedBoards::verdict(const Position& position) const {
    if (!chess::has_legal_move(position)) {
        if (!position.in_check() && !says_->stalemate_loses)
            return 0.5;
        return position.side() == us_ ? 0.0 : 1.0;
    }
    return adjudicated(position);
}

// The fifty-move rule, no mate possible, or a bare king against men that are known to win.
std::optional<double> PlayedBoards::adjudicated(const Position& position) const {
    if (position.halfmove_clock() >= 100)
        return 0.5;
    const int white = chess::popcount(position.pieces(chess::kWhite));
    const int black = chess::popcount(position.pieces(chess::kBlack));
    if (white > 1 && black > 1)
        return std::nullopt;
    if (chess::is_insufficient_material(position))
        return 0.5;
    const Colour strong = white > 1 ? chess::kWhite : chess::kBlack;
    const chess::Bitboard bishops = position.pieces(strong, chess::kBishop);
    const bool minors = (bishops && position.pieces(strong, chess::kKnight)) ||
                        ((bishops & chess::kLightSquares) && (bishops & chess::kDarkSquares));
    if (position.pieces(strong, chess::kQueen, chess::kRook) || minors)
        return strong == us_ ? 1.0 : 0.0;
    return std::nullopt;
}

Heard PlayedBoards::answer(State& state, std::uint32_t key, Rng&) const {
    const Action action = action_of(key);
    const auto move =
        chess::to_legal_move(state.position, action.from, action.to, action.promotion);
    NEBEL_CHECK(move.has_value());
    const Position before = state.position;
    make(state, *move);
    const std::uint32_t heard = message(before, *move, state.position);
    if (const auto value = verdict(state.position))
        return {heard, Heard::Then::Over, *value};
    return {heard, Heard::Then::TheirTurn, 0};
}

Heard PlayedBoards::reply(State& state, Rng& rng) const {
    const auto move = pseudorandom(state, rng);
    NEBEL_CHECK(move.has_value());
    const Position before = state.position;
    make(state, *move);
    const std::uint32_t heard = message(before, *move, state.position);
    if (const auto value = verdict(state.position))
        return {heard, Heard::Then::Over, *value};
    return {heard, Heard::Then::MyTurn, 0};
}

std::optional<chess::Move> PlayedBoards::pseudorandom(const State& state, Rng& rng) const {
    chess::MoveList moves;
    chess::generate_legal(state.position, moves);
    if (moves.empty())
        return std::nullopt;
    if (rng.chance(settings_.habit)) {
        chess::MoveList back;
        chess::MoveList pawns;
        const bool told = says_->pawns != PawnInformation::None;
        const chess::Bitboard pawn_squares =
            state.position.pieces(state.position.side(), chess::kPawn);
        for (const chess::Move move : moves) {
            if (move.to() == state.taken_on)
                back.push_back_unchecked(move);
            else if (told && chess::contains(pawn_squares, move.from()) &&
                     chess::file_of(move.from()) != chess::file_of(move.to()))
                pawns.push_back_unchecked(move);
        }
        const chess::MoveList& wanted = back.empty() ? pawns : back;
        if (!wanted.empty())
            return wanted[rng.below(static_cast<std::uint32_t>(wanted.size()))];
    }
    return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

double PlayedBoards::simulate(State& state, Rng& rng) const {
    for (int i = 0; i < settings_.longest; ++i) {
        if (const auto value = adjudicated(state.position))
            return *value;
        const auto move = pseudorandom(state, rng);
        if (!move)
            return verdict(state.position).value_or(0.5);
        make(state, *move);
    }
    return 0.5;
}

}  // namespace nebel::kriegspiel
