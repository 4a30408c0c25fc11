#include "kriegspiel/belief/wanted.hpp"

#include "chess/movegen.hpp"

namespace nebel::kriegspiel {

using chess::Bitboard;
using chess::Colour;
using chess::PieceType;
using chess::Position;
using chess::Square;

namespace {

constexpr PieceType kAllTypes[] = {chess::kPawn, chess::kKnight, chess::kBishop,
                                   chess::kRook, chess::kQueen,  chess::kKing};

// From where a man of this kind and colour takes on a square.
Bitboard takers(const Position& board, PieceType type, Colour colour, Square on) {
    const Bitboard from = type == chess::kPawn ? chess::pawn_attacks(~colour, on)
                                               : chess::attacks_of(type, on, board.occupied());
    return from & board.shape().mask;
}

// From where such a man goes to a square without taking.
Bitboard comers(const Position& board, PieceType type, Colour colour, Square to) {
    if (type != chess::kPawn)
        return chess::attacks_of(type, to, board.occupied()) & board.shape().mask;
    const int back = -chess::forward(colour);
    Bitboard from = 0;
    const int rank = chess::rank_of(to) - (colour == chess::kWhite ? 1 : -1);
    if (rank < 0 || rank >= board.shape().height)
        return 0;
    const Square one = chess::offset(to, back);
    from |= chess::bit(one);
    if (chess::contains(board.shape().double_from[colour], one) && board.piece_on(one) == 0)
        from |= chess::bit(chess::offset(one, back));
    return from;
}

// Where a man of this kind would give one of the announced checks to the king.
Bitboard checkers_from(const Position& board, PieceType type, Square king, std::uint8_t kinds) {
    const Bitboard free = board.occupied();
    Bitboard lines = 0;
    if (kinds & kRankCheck)
        lines |= chess::rank_bits(chess::rank_of(king));
    if (kinds & kFileCheck)
        lines |= chess::file_bits(chess::file_of(king));
    const bool diagonal = kinds & (kLongCheck | kShortCheck);
    switch (type) {
        case chess::kKnight:
            return kinds & kKnightCheck ? chess::knight_attacks(king) : 0;
        case chess::kRook:
            return chess::rook_attacks(king, free) & lines;
        case chess::kBishop:
            return diagonal ? chess::bishop_attacks(king, free) : 0;
        case chess::kQueen:
            return (chess::rook_attacks(king, free) & lines) |
                   (diagonal ? chess::bishop_attacks(king, free) : 0);
        case chess::kPawn:
            return diagonal ? chess::pawn_attacks(~board.side(), king) : 0;
        default:
            return 0;
    }
}

// Squares before the pawns of a colour on which they would take.
Bitboard before_pawns(const Position& board, Colour colour, Bitboard pawns) {
    Bitboard squares = 0;
    for (const Square s : chess::Squares(pawns & board.pieces(colour, chess::kPawn)))
        squares |= chess::pawn_attacks(colour, s);
    return squares & board.shape().mask & ~board.pieces(colour);
}

// From where a pawn of the other colour would take one of these men.
Bitboard before_pawns_of(const Position& board, Colour men) {
    Bitboard squares = 0;
    for (const Square s : chess::Squares(board.pieces(men) & ~board.pieces(chess::kKing)))
        squares |= chess::pawn_attacks(men, s);
    return squares & board.shape().mask & ~board.pieces(men);
}

// A try was refused that would be legal here: somebody must have been in the way.
Wanted wanted_for_refusal(const Position& board, const Action& action) {
    Wanted wanted;
    const Colour own = board.side();
    const Square king = board.king_square(own);
    const auto type = chess::type_of(board.piece_on(action.from));
    if (type == chess::kKing) {
        for (const auto t : kAllTypes)
            wanted.squares[t] = takers(board, t, ~own, action.to);
        if (chess::file_of(action.from) == chess::file_of(action.to) ||
            chess::rank_of(action.from) != chess::rank_of(action.to))
            return wanted;
        for (auto& squares : wanted.squares)
            squares |= chess::between(action.from, action.to);
        return wanted;
    }
    const bool pawn = type == chess::kPawn;
    if (pawn && chess::file_of(action.from) != chess::file_of(action.to)) {
        // A pawn's capture was refused: nobody stood there.
        wanted.everyone(board.shape().mask & ~chess::bit(action.to));
        wanted.man = action.to;
        return wanted;
    }
    Bitboard way = chess::between(action.from, action.to);
    if (pawn)
        way |= chess::bit(action.to);
    wanted.everyone(way);
    // Or the man was pinned.
    const Bitboard line = chess::line(king, action.from) & ~chess::between(king, action.from);
    if (line && !(chess::between(king, action.from) & board.pieces())) {
        const bool straight = chess::rank_of(king) == chess::rank_of(action.from) ||
                              chess::file_of(king) == chess::file_of(action.from);
        const Bitboard beyond =
            line & (straight ? chess::rook_attacks(action.from, board.occupied())
                             : chess::bishop_attacks(action.from, board.occupied()));
        wanted.squares[straight ? chess::kRook : chess::kBishop] |= beyond;
        wanted.squares[chess::kQueen] |= beyond;
    }
    return wanted;
}

}  // namespace

bool Wanted::any() const {
    Bitboard all = 0;
    for (const auto set : squares)
        all |= set;
    return all != 0;
}

Wanted wanted_for_hidden(const Position& board, const Ply& ply) {
    const Colour enemy = board.side();
    const Square king = board.king_square(~enemy);
    const Said& said = ply.said;
    Wanted wanted;
    for (const auto type : kAllTypes) {
        if (said.capture != chess::kNoSquare) {
            wanted.squares[type] = takers(board, type, enemy, said.capture);
            if (said.kinds != 0)
                wanted.squares[type] &= ~chess::bit(said.capture);
            continue;
        }
        Bitboard goals = 0;
        if (said.kinds != 0)
            goals = checkers_from(board, type, king, said.kinds);
        else if (said.pawn_count > 0 || said.pawn_any == 1 || said.pawn_squares != 0)
            goals = before_pawns(board, ~enemy,
                                 said.pawn_squares_told ? said.pawn_squares : board.pieces());
        for (const Square s : chess::Squares(goals & ~board.occupied()))
            wanted.squares[type] |= comers(board, type, enemy, s);
        if (said.kinds == 0)
            wanted.squares[type] |= goals;
    }
    wanted.squares[chess::kNoType] = 0;
    return wanted;
}

Wanted wanted_for_own(const Position& board,
                      const Ply* ply,
                      std::span<const Action> refused,
                      Rng& rng) {
    const Colour own = board.side();
    std::vector<Wanted> wrong;
    for (const auto& action : refused)
        if (chess::to_legal_move(board, action.from, action.to, action.promotion))
            wrong.push_back(wanted_for_refusal(board, action));
    if (ply != nullptr && ply->own) {
        const Action& move = ply->move;
        const auto away = [&](Square from, Bitboard forbidden) {
            Wanted wanted;
            wanted.everyone(board.shape().mask & ~forbidden);
            wanted.man = from;
            wrong.push_back(wanted);
        };
        const Bitboard way = chess::between(move.from, move.to);
        for (const Square s : chess::Squares(way & board.pieces(~own)))
            away(s, way);
        const bool stands = chess::contains(board.pieces(~own), move.to);
        const Square taken = ply->said.capture;
        if (taken == chess::kNoSquare && stands)
            away(move.to, way | chess::bit(move.to));
        if (taken == move.to) {
            const bool fits =
                stands && (ply->said.man == Man::Unsaid ||
                           (ply->said.man == Man::Pawn) ==
                               (chess::type_of(board.piece_on(taken)) == chess::kPawn));
            if (!fits) {
                Wanted wanted;
                for (const auto type : kAllTypes)
                    if (type != chess::kKing &&
                        (ply->said.man == Man::Unsaid ||
                         (ply->said.man == Man::Pawn) == (type == chess::kPawn)))
                        wanted.squares[type] = chess::bit(taken);
                wrong.push_back(wanted);
            }
        }
        const auto type = chess::type_of(board.piece_on(move.from));
        if (ply->said.kinds != 0) {
            // The enemy's king stood where this gave check.
            Wanted wanted;
            const auto stays = move.promotion != chess::kNoType ? move.promotion : type;
            wanted.squares[chess::kKing] =
                (stays == chess::kPawn
                     ? chess::pawn_attacks(own, move.to)
                     : chess::attacks_of(stays, move.to,
                                         board.occupied() ^ chess::bit(move.from))) &
                board.shape().mask & ~board.pieces(own);
            wrong.push_back(wanted);
        }
        const auto legal = chess::to_legal_move(board, move.from, move.to, move.promotion);
        const bool counted = ply->said.pawn_count >= 0 || ply->said.pawn_any >= 0;
        if (legal && counted) {
            // The opponent was told of its pawn captures.
            Position after = board;
            after.do_move(*legal);
            const auto captures = chess::legal_pawn_captures(after);
            const int told = ply->said.pawn_count >= 0 ? ply->said.pawn_count : ply->said.pawn_any;
            if (captures.count > told) {
                for (const Square s : chess::Squares(captures.from))
                    away(s, 0);
            } else if (captures.count < told) {
                Wanted wanted;
                wanted.squares[chess::kPawn] = before_pawns_of(after, own);
                wrong.push_back(wanted);
            }
        }
        // Our king went where somebody would have taken it.
        if (type == chess::kKing)
            for (const Square s : chess::Squares(
                     board.attackers_to(move.to, board.occupied() ^ chess::bit(move.from)) &
                     board.pieces(~own)))
                away(s, 0);
    }
    if (wrong.empty())
        return {};
    return wrong[rng.below(static_cast<std::uint32_t>(wrong.size()))];
}

}  // namespace nebel::kriegspiel
