#include "chess/types.hpp"

#include "core/text.hpp"

namespace nebel::chess {

namespace {

constexpr std::string_view kLetters = ".PNBRQK..pnbrqk";

}  // namespace

std::string square_name(Square s) {
    if (s >= kNoSquare)
        return "-";
    return {static_cast<char>('a' + file_of(s)), static_cast<char>('1' + rank_of(s))};
}

std::optional<Square> parse_square(std::string_view text) {
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return std::nullopt;
    return make_square(text[0] - 'a', text[1] - '1');
}

char piece_letter(Piece p) {
    return kLetters[p];
}

Piece piece_from_letter(char letter) {
    const std::size_t at = kLetters.find(letter);
    return at == std::string_view::npos || letter == '.' ? kNoPiece : static_cast<Piece>(at);
}

char type_letter(PieceType t) {
    return kLetters[t];
}

std::string to_uci(const MoveText& m) {
    if (m.from == m.to)
        return "0000";
    std::string text = square_name(m.from) + square_name(m.to);
    if (m.promotion != kNoType)
        text += piece_letter(make_piece(kBlack, m.promotion));
    return text;
}

std::string to_uci(Move m) {
    return to_uci(MoveText{m.from(), m.to(), m.promotion()});
}

Parsed<MoveText> parse_uci(std::string_view text) {
    const auto fail = [&] {
        return parse_error("not a move: " + quote(text) + "; expected squares like e2e4 or e7e8q");
    };
    if (text.size() != 4 && text.size() != 5)
        return fail();
    const auto from = parse_square(text.substr(0, 2));
    const auto to = parse_square(text.substr(2, 2));
    if (!from || !to || *from == *to)
        return fail();
    MoveText move{*from, *to, kNoType};
    if (text.size() == 5) {
        const Piece p = piece_from_letter(text[4]);
        if (p < kBlackKnight || p > kBlackQueen)
            return fail();
        move.promotion = type_of(p);
    }
    return move;
}

}  // namespace nebel::chess
