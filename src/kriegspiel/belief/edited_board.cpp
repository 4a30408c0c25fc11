#include "kriegspiel/belief/edited_board.hpp"

namespace nebel::kriegspiel {

using chess::Bitboard;
using chess::PieceType;
using chess::Square;

namespace {

Square draw_square(Bitboard set, Rng& rng) {
    for (auto skip = rng.below(static_cast<std::uint32_t>(chess::popcount(set))); skip > 0; --skip)
        set &= set - 1;
    return chess::lsb(set);
}

// The men that can play the part: of that kind, or else pieces that could have been one.
Bitboard actors(const chess::Position& board, chess::Colour enemy, PieceType type, Rng& rng) {
    const Bitboard same = board.pieces(enemy, type);
    const bool fixed = type == chess::kPawn || type == chess::kKing;
    if (fixed || (same != 0 && rng.chance(0.8)))
        return same;
    return board.pieces(enemy) & ~board.pieces(chess::kPawn, chess::kKing);
}

}  // namespace

std::optional<chess::Position> edit_board(const chess::Position& board,
                                          chess::Colour enemy,
                                          const Wanted& wanted,
                                          Rng& rng) {
    PieceType type = chess::kNoType;
    Square from = wanted.man;
    if (from == chess::kNoSquare) {
        PieceType kinds[6];
        std::uint32_t count = 0;
        for (const auto kind : {chess::kPawn, chess::kKnight, chess::kBishop, chess::kRook,
                                chess::kQueen, chess::kKing})
            if (wanted.squares[kind] != 0 && actors(board, enemy, kind, rng) != 0)
                kinds[count++] = kind;
        if (count == 0)
            return std::nullopt;
        type = kinds[rng.below(count)];
        const Bitboard men = actors(board, enemy, type, rng);
        if (men == 0)
            return std::nullopt;
        from = draw_square(men, rng);
    } else {
        if (!chess::contains(board.pieces(enemy), from))
            return std::nullopt;
        type = chess::type_of(board.piece_on(from));
    }
    const Bitboard barred = type == chess::kPawn ? board.shape().promotion[chess::kWhite] |
                                                       board.shape().promotion[chess::kBlack]
                                                 : 0;
    const Bitboard goals = wanted.squares[type] & ~barred & ~(board.occupied() & ~chess::bit(from));
    if (goals == 0)
        return std::nullopt;
    const Square to = draw_square(goals, rng);
    auto setup = board.setup();
    setup.board[from] = chess::kNoPiece;
    setup.board[to] = chess::make_piece(enemy, type);
    const auto rights = enemy == chess::kWhite ? chess::kWhiteShort | chess::kWhiteLong
                                               : chess::kBlackShort | chess::kBlackLong;
    setup.castling &= static_cast<std::uint8_t>(~rights);
    if (from != to)
        setup.ep = chess::kNoSquare;
    if (!setup.validate())
        return std::nullopt;
    return chess::Position(setup);
}

}  // namespace nebel::kriegspiel
