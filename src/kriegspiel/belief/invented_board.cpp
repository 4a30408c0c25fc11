#include "kriegspiel/belief/invented_board.hpp"

#include <algorithm>
#include <vector>

#include "kriegspiel/belief/consistency.hpp"

namespace nebel::kriegspiel {

using chess::Colour;
using chess::PieceType;
using chess::Square;

namespace {

// The kinds of the enemy's men beside the king: as in a board believed before, as many as are left.
std::vector<PieceType> kinds_of(const View& view, const chess::Position* like, Rng& rng) {
    const Colour enemy = ~view.own().colour();
    const auto men = static_cast<std::size_t>(std::max(0, view.enemy_men()));
    std::vector<PieceType> kinds;
    if (like != nullptr) {
        for (const Square s : chess::Squares(like->pieces(enemy)))
            if (const auto type = chess::type_of(like->piece_on(s)); type != chess::kKing)
                kinds.push_back(type);
    } else {
        const auto pawns = static_cast<std::size_t>(std::max(0, view.enemy_pawns_left()));
        kinds.assign(std::min(pawns, men), chess::kPawn);
        std::vector<PieceType> pieces{chess::kQueen,  chess::kRook,   chess::kRook,  chess::kBishop,
                                      chess::kBishop, chess::kKnight, chess::kKnight};
        rng.shuffle(std::span<PieceType>(pieces));
        for (std::size_t i = 0; kinds.size() < men; ++i)
            kinds.push_back(pieces[i % pieces.size()]);
    }
    rng.shuffle(std::span<PieceType>(kinds));
    while (kinds.size() > men)
        kinds.pop_back();
    while (kinds.size() < men)
        kinds.push_back(chess::kKnight);
    return kinds;
}

std::optional<Square> free_square(const chess::Setup& setup, chess::Bitboard allowed, Rng& rng) {
    chess::Bitboard free = 0;
    for (const Square s : chess::Squares(allowed & setup.shape->mask))
        if (setup.board[s] == chess::kNoPiece)
            free |= chess::bit(s);
    if (free == 0)
        return std::nullopt;
    auto pick = rng.below(static_cast<std::uint32_t>(chess::popcount(free)));
    for (; pick > 0; --pick)
        free &= free - 1;
    return chess::lsb(free);
}

}  // namespace

BoardInventor::BoardInventor(const Story& story, std::size_t plies)
    : story_(story),
      said_(plies == 0 ? story.opening() : story.plies()[plies - 1].said),
      side_(plies % 2 == 0 ? story.first_to_move() : ~story.first_to_move()),
      enemy_moved_last_(plies > 0 && !story.plies()[plies - 1].own) {}

bool BoardInventor::agrees(const chess::Position& position, Strictness strictness) const {
    Said said = said_;
    if (strictness != Strictness::Everything) {
        said.pawn_count = said.pawn_any = -1;
        said.pawn_squares_told = false;
    }
    if (strictness >= Strictness::NothingSaid)
        return chess::has_legal_move(position);
    return agrees_standing(position, said) &&
           agrees_with_turn(position, story_.tries_this_turn(), story_.asked_this_turn());
}

std::optional<chess::Position> BoardInventor::attempt(const chess::Position* like,
                                                      Strictness strictness,
                                                      int most_men,
                                                      Rng& rng) const {
    const auto& view = story_.view();
    const auto& own = view.own();
    const Colour enemy = ~own.colour();
    chess::Setup setup;
    setup.shape = &own.shape();
    setup.side = side_;
    for (const Square s : chess::Squares(own.all()))
        setup.board[s] = chess::make_piece(own.colour(), own.on(s));
    auto kinds = kinds_of(view, like, rng);
    if (kinds.size() > static_cast<std::size_t>(most_men))
        kinds.resize(static_cast<std::size_t>(most_men));
    const auto put = [&](PieceType type, chess::Bitboard allowed) {
        const chess::Bitboard barred =
            type == chess::kPawn ? setup.shape->promotion[0] | setup.shape->promotion[1] : 0;
        const auto square = free_square(setup, allowed & ~barred, rng);
        if (square)
            setup.board[*square] = chess::make_piece(enemy, type);
        return square.has_value();
    };
    // Whoever has just taken one of ours stands there.
    const bool taken = enemy_moved_last_ && said_.capture != chess::kNoSquare;
    if (taken) {
        const auto taker = rng.below(static_cast<std::uint32_t>(kinds.size() + 1));
        if (taker == kinds.size()) {
            if (!put(chess::kKing, chess::bit(said_.capture)))
                return std::nullopt;
        } else {
            put(kinds[taker], chess::bit(said_.capture));
            kinds.erase(kinds.begin() + static_cast<std::ptrdiff_t>(taker));
        }
    }
    const bool king_stands = std::find(setup.board.begin(), setup.board.end(),
                                       chess::make_piece(enemy, chess::kKing)) != setup.board.end();
    if (!king_stands && !put(chess::kKing, ~chess::Bitboard{0}))
        return std::nullopt;
    for (const auto type : kinds)
        if (!put(type, ~chess::Bitboard{0}))
            return std::nullopt;
    const int own_rights = (own.can_castle_short() ? 1 : 0) | (own.can_castle_long() ? 2 : 0);
    setup.castling =
        static_cast<std::uint8_t>(own.colour() == chess::kWhite ? own_rights : own_rights << 2);
    if (!setup.validate())
        return std::nullopt;
    const chess::Position position(setup);
    if (!agrees(position, strictness))
        return std::nullopt;
    return position;
}

std::optional<chess::Position> BoardInventor::invent(const chess::Position* like, Rng& rng) const {
    const int men = std::max(0, story_.view().enemy_men());
    for (const auto strictness :
         {Strictness::Everything, Strictness::NoPawnCaptures, Strictness::NothingSaid})
        for (int i = 0; i < kAttempts; ++i)
            if (auto position = attempt(like, strictness, men, rng))
                return position;
    for (int i = 0; i < kAttempts; ++i)
        if (auto position =
                attempt(like, Strictness::FewerMen, men * (kAttempts - 1 - i) / kAttempts, rng))
            return position;
    return std::nullopt;
}

}  // namespace nebel::kriegspiel
