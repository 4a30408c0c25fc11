#include "kriegspiel/players/mcts_guess.hpp"

#include <array>

#include "kriegspiel/belief/consistency.hpp"

namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::Square;

BoardGuesser::BoardGuesser(const DensityMaps& maps, const Story& story)
    : maps_(maps),
      story_(story),
      said_(story.plies().empty() ? story.opening() : story.plies().back().said) {}

std::optional<chess::Position> BoardGuesser::guess(Rng& rng) const {
    std::optional<chess::Position> any;
    for (int i = 0; i < kAttempts; ++i) {
        auto board = attempt(rng);
        if (!board)
            continue;
        if (agrees(*board))
            return board;
        any = board;
    }
    return any;
}

bool BoardGuesser::agrees(const chess::Position& board) const {
    return agrees_standing(board, said_) &&
           agrees_with_turn(board, story_.tries_this_turn(), story_.asked_this_turn());
}

Square BoardGuesser::draw(const std::array<float, 64>& map, Bitboard allowed, Rng& rng) const {
    if (!allowed)
        return chess::kNoSquare;
    float total = 0;
    for (const Square s : chess::Squares(allowed))
        total += map[s];
    if (total <= 0) {  // the maps exclude every square that is left: any of them will do
        auto skip = rng.below(static_cast<std::uint32_t>(chess::popcount(allowed)));
        while (skip-- > 0)
            allowed &= allowed - 1;
        return chess::lsb(allowed);
    }
    auto rest = static_cast<float>(rng.real()) * total;
    Square last = chess::lsb(allowed);
    for (const Square s : chess::Squares(allowed)) {
        if (map[s] <= 0)
            continue;
        last = s;
        rest -= map[s];
        if (rest < 0)
            break;
    }
    return last;
}

std::optional<chess::Position> BoardGuesser::attempt(Rng& rng) const {
    const View& view = story_.view();
    const OwnMen& own = view.own();
    const auto us = own.colour();
    chess::Setup setup;
    setup.shape = &own.shape();
    setup.side = us;
    if (own.can_castle_short())
        setup.castling |= us == chess::kWhite ? chess::kWhiteShort : chess::kBlackShort;
    if (own.can_castle_long())
        setup.castling |= us == chess::kWhite ? chess::kWhiteLong : chess::kBlackLong;
    for (const Square s : chess::Squares(own.all()))
        setup.board[s] = chess::make_piece(us, own.on(s));
    Bitboard free = own.shape().mask & ~own.all();
    const auto put = [&](const std::array<float, 64>& map, Bitboard allowed,
                         chess::PieceType type) {
        const Square s = draw(map, free & allowed, rng);
        if (s != chess::kNoSquare) {
            setup.board[s] = chess::make_piece(~us, type);
            free &= ~bit(s);
        }
    };
    put(maps_.king, ~chess::king_attacks(own.king()), chess::kKing);

    // How many are pawns is an expectation where captures do not name the man.
    float expected = 0;
    for (const float share : maps_.pawn)
        expected += share;
    const auto whole = static_cast<int>(expected);
    int pawns = whole + rng.chance(expected - static_cast<float>(whole));
    pawns = std::min(pawns, view.enemy_men());
    const Bitboard ranks = ~(own.shape().promotion[0] | own.shape().promotion[1]);
    for (int i = 0; i < pawns; ++i)
        put(maps_.pawn, ranks, chess::kPawn);

    std::array<chess::PieceType, 7> kinds{chess::kQueen,  chess::kRook,   chess::kRook,
                                          chess::kBishop, chess::kBishop, chess::kKnight,
                                          chess::kKnight};
    rng.shuffle(std::span<chess::PieceType>(kinds));
    for (int i = 0; i < view.enemy_men() - pawns; ++i)
        put(maps_.piece, ~Bitboard{0},
            i < static_cast<int>(kinds.size()) ? kinds[static_cast<std::size_t>(i)]
                                               : chess::kQueen);
    if (!setup.validate())
        return std::nullopt;
    return chess::Position(setup);
}

}  // namespace nebel::kriegspiel
