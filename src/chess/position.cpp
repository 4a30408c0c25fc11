#include "chess/position.hpp"

#include "chess/fen.hpp"
#include "chess/position_moves.hpp"

namespace nebel::chess {

Position::Position() {
    static const Position start =
        *parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    *this = start;
}

Position::Position(const Setup& setup)
    : type_{},
      colour_{},
      key_(0),
      checkers_(0),
      shape_(setup.shape),
      board_{},
      halfmove_clock_(setup.halfmove_clock),
      fullmove_number_(setup.fullmove_number),
      side_(setup.side),
      castling_(setup.castling),
      ep_(kNoSquare) {
    type_[kNoType] = shape_->wall;
    for (const Square s : Squares(shape_->mask))
        if (setup.board[s] != kNoPiece)
            put(setup.board[s], s);
    if (setup.ep != kNoSquare && (pawn_attacks(~side_, setup.ep) & pieces(side_, kPawn)))
        ep_ = setup.ep;
    checkers_ = attackers_to(king_square(side_)) & colour_[~side_];
    key_ = key_from_scratch();
}

Setup Position::setup() const {
    Setup setup;
    setup.shape = shape_;
    setup.board = board_;
    setup.side = side_;
    setup.castling = castling_;
    setup.ep = ep_;
    setup.halfmove_clock = halfmove_clock_;
    setup.fullmove_number = fullmove_number_;
    return setup;
}

Key Position::key_from_scratch() const {
    Key key = kZobrist.shape[shape_->width][shape_->height] ^ kZobrist.castling[castling_];
    for (const Square s : Squares(pieces()))
        key ^= kZobrist.piece[board_[s]][s];
    if (ep_ != kNoSquare)
        key ^= kZobrist.ep_file[file_of(ep_)];
    if (side_ == kBlack)
        key ^= kZobrist.black_to_move;
    return key;
}

void Position::do_move(Move m) {
    if (side_ == kWhite)
        do_move_as<kWhite>(m);
    else
        do_move_as<kBlack>(m);
}

void Position::do_move(Move m, Undo& undo) {
    undo.key = key_;
    undo.checkers = checkers_;
    undo.halfmove_clock = halfmove_clock_;
    undo.captured = board_[m.to()];
    undo.castling = castling_;
    undo.ep = ep_;
    do_move(m);
}

void Position::undo_move(Move m, const Undo& undo) {
    const Square from = m.from();
    const Square to = m.to();
    side_ = ~side_;
    if (side_ == kBlack)
        --fullmove_number_;
    if (m.kind() == MoveKind::kPromotion) {
        remove(board_[to], to);
        put(make_piece(side_, kPawn), from);
    } else {
        shift_piece(board_[to], to, from);
    }
    if (m.kind() == MoveKind::kEnPassant) {
        put(make_piece(~side_, kPawn), offset(to, -forward(side_)));
    } else if (m.kind() == MoveKind::kCastling) {
        const bool is_short = to > from;
        shift_piece(make_piece(side_, kRook), offset(to, is_short ? -1 : 1),
                    offset(to, is_short ? 1 : -2));
    } else if (undo.captured != kNoPiece) {
        put(undo.captured, to);
    }
    key_ = undo.key;
    checkers_ = undo.checkers;
    halfmove_clock_ = undo.halfmove_clock;
    castling_ = undo.castling;
    ep_ = undo.ep;
}

void Position::do_null(Undo& undo) {
    undo.key = key_;
    undo.checkers = checkers_;
    undo.halfmove_clock = halfmove_clock_;
    undo.captured = kNoPiece;
    undo.castling = castling_;
    undo.ep = ep_;
    if (ep_ != kNoSquare)
        key_ ^= kZobrist.ep_file[file_of(ep_)];
    ep_ = kNoSquare;
    key_ ^= kZobrist.black_to_move;
    ++halfmove_clock_;
    fullmove_number_ = static_cast<std::uint16_t>(fullmove_number_ + (side_ == kBlack ? 1 : 0));
    side_ = ~side_;
}

void Position::undo_null(const Undo& undo) {
    side_ = ~side_;
    if (side_ == kBlack)
        --fullmove_number_;
    key_ = undo.key;
    halfmove_clock_ = undo.halfmove_clock;
    ep_ = undo.ep;
}

}  // namespace nebel::chess
