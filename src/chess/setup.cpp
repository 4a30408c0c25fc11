#include "chess/position.hpp"

namespace nebel::chess {

namespace {

constexpr int kMostMen = 16;

Parsed<void> check_men(const Setup& setup) {
    int men[2] = {0, 0};
    int kings[2] = {0, 0};
    for (int i = 0; i < 64; ++i) {
        const auto s = static_cast<Square>(i);
        const Piece p = setup.board[s];
        if (p == kNoPiece)
            continue;
        if (!setup.shape->on_board(s))
            return parse_error("a man stands outside the board on " + square_name(s));
        ++men[colour_of(p)];
        if (type_of(p) == kKing)
            ++kings[colour_of(p)];
        if (type_of(p) == kPawn &&
            contains(setup.shape->promotion[kWhite] | setup.shape->promotion[kBlack], s))
            return parse_error("a pawn stands on the first or last rank, on " + square_name(s));
    }
    for (const Colour c : {kWhite, kBlack}) {
        const std::string who = c == kWhite ? "White" : "Black";
        if (kings[c] != 1)
            return parse_error(who + " has " + std::to_string(kings[c]) +
                               " kings; exactly one is needed");
        if (men[c] > kMostMen)
            return parse_error(who + " has " + std::to_string(men[c]) +
                               " men; at most 16 are allowed");
    }
    return {};
}

Parsed<void> check_castling(const Setup& setup) {
    if (setup.castling == kNoCastling)
        return {};
    if (!setup.shape->castling)
        return parse_error("castling rights on a board that has no castling");
    const int last = setup.shape->height - 1;
    const auto at = [&](int file, int rank) { return setup.board[make_square(file, rank)]; };
    const auto check = [&](Castling right, Colour c, int rook_file) {
        const int rank = c == kWhite ? 0 : last;
        return !(setup.castling & right) ||
               (at(4, rank) == make_piece(c, kKing) && at(rook_file, rank) == make_piece(c, kRook));
    };
    if (!check(kWhiteShort, kWhite, 7) || !check(kWhiteLong, kWhite, 0) ||
        !check(kBlackShort, kBlack, 7) || !check(kBlackLong, kBlack, 0))
        return parse_error("castling rights without king and rook on their home squares");
    return {};
}

Parsed<void> check_en_passant(const Setup& setup) {
    if (setup.ep == kNoSquare)
        return {};
    const Colour mover = ~setup.side;
    const auto wrong = [&] {
        return parse_error("en passant square " + square_name(setup.ep) +
                           " that no double step can have left");
    };
    if (!contains(setup.shape->double_from[mover], setup.ep))
        return wrong();
    const Square from = offset(setup.ep, -forward(mover));
    const Square to = offset(setup.ep, forward(mover));
    if (setup.board[setup.ep] != kNoPiece || setup.board[from] != kNoPiece ||
        setup.board[to] != make_piece(mover, kPawn))
        return wrong();
    return {};
}

}  // namespace

Parsed<void> Setup::validate() const {
    for (const auto check : {check_men, check_castling, check_en_passant})
        if (auto result = check(*this); !result)
            return result;
    const Position pos(*this);
    if (pos.is_attacked(pos.king_square(~side), side))
        return parse_error("the side that is not to move is in check");
    return {};
}

}  // namespace nebel::chess
