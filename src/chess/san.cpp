#include "chess/san.hpp"

#include "chess/movegen.hpp"
#include "core/text.hpp"

namespace nebel::chess {

namespace {

/// Letters of the origin needed to tell this move from other men of its kind.
std::string disambiguation(const Position& pos, Move m) {
    MoveList moves;
    generate_legal(pos, moves);
    bool other = false;
    bool same_file = false;
    bool same_rank = false;
    for (const Move o : moves) {
        if (o.to() != m.to() || o.from() == m.from() ||
            pos.piece_on(o.from()) != pos.piece_on(m.from()))
            continue;
        other = true;
        same_file |= file_of(o.from()) == file_of(m.from());
        same_rank |= rank_of(o.from()) == rank_of(m.from());
    }
    const std::string origin = square_name(m.from());
    if (!other)
        return "";
    if (!same_file)
        return origin.substr(0, 1);
    return same_rank ? origin : origin.substr(1, 1);
}

/// What SAN says: everything but the target may be missing.
struct Pattern {
    PieceType type = kPawn;
    PieceType promotion = kNoType;
    int file = -1;
    int rank = -1;
    Square to = kNoSquare;
    int castling = 0;  ///< file step of the king: 2 or -2
};

bool is_file(char c) {
    return c >= 'a' && c <= 'h';
}
bool is_rank(char c) {
    return c >= '1' && c <= '8';
}

std::optional<Pattern> parse_pattern(std::string_view text) {
    Pattern p;
    while (!text.empty() && std::string_view("+#!?").find(text.back()) != std::string_view::npos)
        text.remove_suffix(1);
    if (text == "O-O" || text == "0-0" || text == "O-O-O" || text == "0-0-0") {
        p.type = kKing;
        p.castling = text.size() == 3 ? 2 : -2;
        return p;
    }
    if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') {
        const Piece man = piece_from_letter(text[0]);
        if (man == kNoPiece)
            return std::nullopt;
        p.type = type_of(man);
        text.remove_prefix(1);
    }
    if (!text.empty() && text.back() >= 'A' && text.back() <= 'Z') {
        const Piece man = piece_from_letter(text.back());
        if (man < kWhiteKnight || man > kWhiteQueen)
            return std::nullopt;
        p.promotion = type_of(man);
        text.remove_suffix(1);
        if (!text.empty() && text.back() == '=')
            text.remove_suffix(1);
    }
    if (text.size() < 2)
        return std::nullopt;
    const auto to = parse_square(text.substr(text.size() - 2));
    if (!to)
        return std::nullopt;
    p.to = *to;
    text.remove_suffix(2);
    if (!text.empty() && (text.back() == 'x' || text.back() == '-'))
        text.remove_suffix(1);
    if (!text.empty() && is_file(text[0])) {
        p.file = text[0] - 'a';
        text.remove_prefix(1);
    }
    if (!text.empty() && is_rank(text[0])) {
        p.rank = text[0] - '1';
        text.remove_prefix(1);
    }
    if (!text.empty())
        return std::nullopt;
    return p;
}

bool fits(const Position& pos, const Pattern& p, Move m) {
    if (p.castling != 0)
        return m.kind() == MoveKind::kCastling && (m.to() > m.from()) == (p.castling > 0);
    return m.kind() != MoveKind::kCastling && m.to() == p.to && m.promotion() == p.promotion &&
           type_of(pos.piece_on(m.from())) == p.type &&
           (p.file < 0 || file_of(m.from()) == p.file) &&
           (p.rank < 0 || rank_of(m.from()) == p.rank);
}

}  // namespace

std::string to_san(const Position& pos, Move m) {
    std::string text;
    const PieceType type = type_of(pos.piece_on(m.from()));
    if (m.kind() == MoveKind::kCastling) {
        text = m.to() > m.from() ? "O-O" : "O-O-O";
    } else {
        const bool capture = pos.is_capture(m);
        if (type == kPawn) {
            if (capture)
                text += static_cast<char>('a' + file_of(m.from()));
        } else {
            text += type_letter(type);
            text += disambiguation(pos, m);
        }
        if (capture)
            text += 'x';
        text += square_name(m.to());
        if (m.is_promotion()) {
            text += '=';
            text += type_letter(m.promotion());
        }
    }
    Position next = pos;
    next.do_move(m);
    if (next.in_check())
        text += has_legal_move(next) ? '+' : '#';
    return text;
}

Parsed<Move> parse_san(const Position& pos, std::string_view text) {
    if (const auto uci = parse_uci(text))
        if (const auto move = to_legal_move(pos, *uci))
            return *move;
    const auto pattern = parse_pattern(text);
    if (!pattern)
        return parse_error("not a move: " + quote(text) + "; expected one like Nf3, exd5 or e8=Q");
    MoveList moves;
    generate_legal(pos, moves);
    std::optional<Move> found;
    for (const Move m : moves) {
        if (!fits(pos, *pattern, m))
            continue;
        if (found)
            return parse_error("ambiguous move: " + quote(text));
        found = m;
    }
    if (!found)
        return parse_error("not a legal move here: " + quote(text));
    return *found;
}

}  // namespace nebel::chess
