#include "chess/fen.hpp"

#include "chess/movegen.hpp"
#include "core/text.hpp"

namespace nebel::chess {

namespace {

constexpr std::string_view kCastlingLetters = "KQkq";

/// Men of one rank from left to right, or the reason why not.
Parsed<InlineVec<Piece, 8>> parse_rank(std::string_view text) {
    InlineVec<Piece, 8> men;
    bool after_digit = false;
    for (const char c : text) {
        int count = 1;
        Piece man = kNoPiece;
        if (c >= '1' && c <= '8') {
            if (after_digit)
                return parse_error("two digits in a row in the rank " + quote(text));
            count = c - '0';
        } else if ((man = piece_from_letter(c)) == kNoPiece) {
            return parse_error("unknown letter in the rank " + quote(text) +
                               "; men are PNBRQK and pnbrqk");
        }
        after_digit = man == kNoPiece;
        if (men.size() + count > 8)
            return parse_error("the rank " + quote(text) + " is wider than 8");
        for (; count > 0; --count)
            men.push_back(man);
    }
    return men;
}

Parsed<void> parse_placement(std::string_view text, Setup& setup) {
    const auto ranks = split(text, '/');
    const int height = static_cast<int>(ranks.size());
    if (height < Shape::kMinSide || height > Shape::kMaxSide)
        return parse_error("a board of " + std::to_string(height) + " ranks; 4 to 8 are accepted");
    int width = 0;
    for (int i = 0; i < height; ++i) {
        const auto men = parse_rank(ranks[i]);
        if (!men)
            return tl::make_unexpected(men.error());
        if (i == 0)
            width = static_cast<int>(men->size());
        if (static_cast<int>(men->size()) != width || width < Shape::kMinSide)
            return parse_error("the rank " + quote(ranks[i]) + " is " +
                               std::to_string(men->size()) +
                               " wide; ranks must be equally wide, 4 to 8");
        for (int file = 0; file < width; ++file)
            setup.board[make_square(file, height - 1 - i)] = (*men)[file];
    }
    setup.shape = &Shape::of(width, height);
    return {};
}

Parsed<std::uint8_t> parse_castling(std::string_view text) {
    std::uint8_t rights = kNoCastling;
    if (text == "-")
        return rights;
    for (const char c : text) {
        const std::size_t at = kCastlingLetters.find(c);
        if (at == std::string_view::npos || (rights & (1u << at)))
            return parse_error("castling rights " + quote(text) +
                               "; expected - or some of KQkq, each once");
        rights = static_cast<std::uint8_t>(rights | (1u << at));
    }
    return rights;
}

bool has_legal_en_passant(const Position& pos) {
    if (pos.ep_square() == kNoSquare)
        return false;
    const Bitboard takers =
        pawn_attacks(~pos.side(), pos.ep_square()) & pos.pieces(pos.side(), kPawn);
    for (const Square from : Squares(takers))
        if (is_legal(pos, Move::en_passant(from, pos.ep_square())))
            return true;
    return false;
}

}  // namespace

Parsed<Setup> parse_fen_setup(std::string_view text) {
    const auto fields = split_words(text);
    if (fields.size() != 4 && fields.size() != 6)
        return parse_error("a FEN has 4 or 6 fields, this has " + std::to_string(fields.size()));
    Setup setup;
    if (auto placed = parse_placement(fields[0], setup); !placed)
        return tl::make_unexpected(placed.error());
    if (fields[1] != "w" && fields[1] != "b")
        return parse_error("side to move " + quote(fields[1]) + "; expected w or b");
    setup.side = fields[1] == "w" ? kWhite : kBlack;
    const auto castling = parse_castling(fields[2]);
    if (!castling)
        return tl::make_unexpected(castling.error());
    setup.castling = *castling;
    if (fields[3] != "-") {
        const auto ep = parse_square(fields[3]);
        if (!ep)
            return parse_error("en passant square " + quote(fields[3]) +
                               "; expected - or a square");
        setup.ep = *ep;
    }
    if (fields.size() == 6) {
        const auto halfmoves = parse_number<std::uint16_t>(fields[4]);
        const auto fullmoves = parse_number<std::uint16_t>(fields[5]);
        if (!halfmoves || !fullmoves || *fullmoves == 0 || *halfmoves > 10000 || *fullmoves > 20000)
            return parse_error("move counters " + quote(fields[4]) + " and " + quote(fields[5]) +
                               "; expected 0 to 10000 and 1 to 20000");
        setup.halfmove_clock = *halfmoves;
        setup.fullmove_number = *fullmoves;
    }
    return setup;
}

Parsed<Position> parse_fen(std::string_view text) {
    const auto setup = parse_fen_setup(text);
    if (!setup)
        return tl::make_unexpected(setup.error());
    if (auto valid = setup->validate(); !valid)
        return tl::make_unexpected(valid.error());
    return Position(*setup);
}

std::string placement(const Position& pos) {
    std::string text;
    const Shape& shape = pos.shape();
    for (int rank = shape.height - 1; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < shape.width; ++file) {
            const Piece p = pos.piece_on(make_square(file, rank));
            if (p == kNoPiece) {
                ++empty;
                continue;
            }
            if (empty > 0)
                text += static_cast<char>('0' + empty);
            empty = 0;
            text += piece_letter(p);
        }
        if (empty > 0)
            text += static_cast<char>('0' + empty);
        if (rank > 0)
            text += '/';
    }
    return text;
}

std::string to_fen(const Position& pos) {
    std::string text = placement(pos);
    text += pos.side() == kWhite ? " w " : " b ";
    if (pos.castling() == kNoCastling)
        text += '-';
    for (int i = 0; i < 4; ++i)
        if (pos.castling() & (1 << i))
            text += kCastlingLetters[static_cast<std::size_t>(i)];
    text += ' ';
    text += has_legal_en_passant(pos) ? square_name(pos.ep_square()) : "-";
    text +=
        ' ' + std::to_string(pos.halfmove_clock()) + ' ' + std::to_string(pos.fullmove_number());
    return text;
}

}  // namespace nebel::chess
