#include "kriegspiel/own_men.hpp"

#include <cstdlib>

namespace nebel::kriegspiel {

using chess::bit;
using chess::Square;

OwnMen::OwnMen(const chess::Position& truth, chess::Colour colour)
    : OwnMen(truth.shape(), colour, truth.castling()) {
    for (const Square s : chess::Squares(truth.pieces(colour)))
        put(chess::type_of(truth.piece_on(s)), s);
}

OwnMen::OwnMen(const chess::Shape& shape, chess::Colour colour, std::uint8_t castling)
    : shape_(&shape), colour_(colour) {
    short_ = castling & (colour == chess::kWhite ? chess::kWhiteShort : chess::kBlackShort);
    long_ = castling & (colour == chess::kWhite ? chess::kWhiteLong : chess::kBlackLong);
}

void OwnMen::place(chess::PieceType type, chess::Bitboard squares) {
    if (type == chess::kKing && (type_[type] || !squares || chess::more_than_one(squares)))
        return;
    const chess::Bitboard barred = type == chess::kPawn ? shape_->promotion[colour_] : 0;
    for (const Square s : chess::Squares(squares & shape_->mask & ~all() & ~barred))
        put(type, s);
}

void OwnMen::put(chess::PieceType type, Square s) {
    board_[s] = type;
    type_[type] |= bit(s);
    type_[chess::kNoType] |= bit(s);
}

void OwnMen::remove(Square s) {
    type_[board_[s]] &= ~bit(s);
    type_[chess::kNoType] &= ~bit(s);
    board_[s] = chess::kNoType;
}

// A right is gone once the king or that rook has left its square, dead or alive.
void OwnMen::drop_rights_of(Square s) {
    const int home = colour_ == chess::kWhite ? 0 : shape_->height - 1;
    if (s == king()) {
        short_ = long_ = false;
    } else if (s == chess::make_square(shape_->width - 1, home)) {
        short_ = false;
    } else if (s == chess::make_square(0, home)) {
        long_ = false;
    }
}

void OwnMen::move(Square from, Square to, chess::PieceType promotion) {
    const chess::PieceType type = board_[from];
    const bool arrives = chess::contains(shape_->promotion[colour_], to);
    const bool promotes = promotion != chess::kNoType;
    if (type == chess::kNoType || board_[to] != chess::kNoType || !shape_->on_board(to) ||
        promotes != (type == chess::kPawn && arrives))
        return;  // an announcement that cannot be true: better to know less than nonsense
    const bool castles = type == chess::kKing && (short_ || long_) &&
                         std::abs(chess::file_of(to) - chess::file_of(from)) == 2;
    drop_rights_of(from);
    remove(from);
    put(promotion == chess::kNoType ? type : promotion, to);
    if (castles) {
        const int rank = chess::rank_of(to);
        const bool kingside = to > from;
        remove(chess::make_square(kingside ? shape_->width - 1 : 0, rank));
        put(chess::kRook, chess::make_square(chess::file_of(to) + (kingside ? -1 : 1), rank));
    }
}

void OwnMen::lose(Square s) {
    if (board_[s] == chess::kNoType || board_[s] == chess::kKing)
        return;
    drop_rights_of(s);
    remove(s);
}

}  // namespace nebel::kriegspiel
