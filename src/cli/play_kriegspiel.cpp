#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <vector>

#include "cli/play_games.hpp"

namespace nebel::cli {

namespace {

using chess::Colour;
using chess::PieceType;
using chess::Square;
using kriegspiel::Action;
using kriegspiel::TryList;
using kriegspiel::View;

constexpr std::array<std::array<std::string_view, 7>, 2> kFigures{
    {{"", "♙", "♘", "♗", "♖", "♕", "♔"}, {"", "♟", "♞", "♝", "♜", "♛", "♚"}}};

std::string man_text(chess::Piece piece, bool own, const Style& style) {
    const auto colour = chess::colour_of(piece);
    const std::string text = style.unicode ? std::string(kFigures[colour][chess::type_of(piece)])
                                           : std::string(1, chess::piece_letter(piece));
    return style.paint(own ? Ink::Green : Ink::Red, text);
}

// Calls piece_at for each square, the seat's own side at the bottom.
template <class PieceAt>
std::string board_text(const chess::Shape& shape, Seat seat, const Style& style, PieceAt&& at) {
    const bool flipped = seat == Seat::Second;
    std::string files = "   ";
    for (int column = 0; column < shape.width; ++column)
        files += fmt::format(
            " {}", static_cast<char>('a' + (flipped ? shape.width - 1 - column : column)));
    std::string text = style.paint(Ink::Dim, files) + "\n";
    for (int row = 0; row < shape.height; ++row) {
        const int rank = flipped ? row : shape.height - 1 - row;
        text += style.paint(Ink::Dim, fmt::format("{:>2} ", rank + 1));
        for (int column = 0; column < shape.width; ++column) {
            const int file = flipped ? shape.width - 1 - column : column;
            const chess::Piece piece = at(chess::make_square(file, rank));
            text += ' ';
            text += piece == chess::kNoPiece
                        ? style.paint(Ink::Dim, ".")
                        : man_text(piece, chess::colour_of(piece) == kriegspiel::colour_of(seat),
                                   style);
        }
        text += style.paint(Ink::Dim, fmt::format("  {}", rank + 1)) + "\n";
    }
    return text + style.paint(Ink::Dim, files) + "\n";
}

std::string enemy_text(const View& view) {
    const auto count = [](int n, std::string_view noun) {
        return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
    };
    if (!view.rules().says().capture_tells_man)
        return fmt::format(
            "The enemy has a king and {} left.",
            view.enemy_men() == 1 ? "1 other man" : fmt::format("{} other men", view.enemy_men()));
    return fmt::format("The enemy has a king, {} and {} left (a promoted pawn counts as a pawn).",
                       count(view.enemy_pawns_left(), "pawn"),
                       count(view.enemy_pieces_left(), "piece"));
}

std::string joined(const TryList& actions) {
    std::vector<std::string> texts;
    for (const auto& action : actions)
        texts.push_back(action.text());
    return join(texts, " ");
}

/// What "Nbxd2" or "e8=Q" says of a try.
struct Wish {
    PieceType type = chess::kPawn;
    int file = -1;
    int rank = -1;
    bool captures = false;
    Square to = chess::kNoSquare;
    PieceType promotion = chess::kNoType;
};

PieceType type_from(char letter) {
    constexpr std::string_view kLetters = ".PNBRQK";
    const auto at = kLetters.find(letter);
    return at == std::string_view::npos || at == 0 ? chess::kNoType : static_cast<PieceType>(at);
}

std::optional<Wish> read_wish(std::string_view text) {
    while (!text.empty() && std::string_view("+#!?").find(text.back()) != std::string_view::npos)
        text.remove_suffix(1);
    Wish wish;
    if (!text.empty() && type_from(text.front()) != chess::kNoType) {
        wish.type = type_from(text.front());
        text.remove_prefix(1);
    }
    if (text.size() >= 3 && type_from(text.back()) != chess::kNoType) {
        wish.promotion = type_from(text.back());
        text.remove_suffix(text[text.size() - 2] == '=' ? 2 : 1);
    }
    if (text.size() < 2)
        return std::nullopt;
    const auto to = chess::parse_square(text.substr(text.size() - 2));
    if (!to)
        return std::nullopt;
    wish.to = *to;
    text.remove_suffix(2);
    if (!text.empty() && (text.back() == 'x' || text.back() == '-' || text.back() == ':')) {
        wish.captures = text.back() != '-';
        text.remove_suffix(1);
    }
    for (const char c : text) {
        if (c >= 'a' && c <= 'h' && wish.file < 0)
            wish.file = c - 'a';
        else if (c >= '1' && c <= '8' && wish.rank < 0)
            wish.rank = c - '1';
        else
            return std::nullopt;
    }
    return wish;
}

bool fits(const Wish& wish, const View& view, const Action& action) {
    if (action.is_any() || action.to != wish.to || view.own().on(action.from) != wish.type)
        return false;
    if (wish.promotion != chess::kNoType && action.promotion != wish.promotion)
        return false;
    if (wish.rank >= 0 && chess::rank_of(action.from) != wish.rank)
        return false;
    // A pawn goes straight unless the text says otherwise: "d5" is a push, "exd5" is not.
    if (wish.type == chess::kPawn && wish.file < 0 && !wish.captures)
        return chess::file_of(action.from) == chess::file_of(action.to);
    return wish.file < 0 || chess::file_of(action.from) == wish.file;
}

bool is_castling(const View& view, const Action& action, bool kingside) {
    const int step = chess::file_of(action.to) - chess::file_of(action.from);
    return !action.is_any() && view.own().on(action.from) == chess::kKing &&
           step == (kingside ? 2 : -2);
}

Parsed<Action> one_of(const TryList& fitting, std::string_view text) {
    if (fitting.size() == 1)
        return fitting[0];
    if (fitting.empty())
        return parse_error(fmt::format(
            "{}: none of your men can try that now (tries lists what is left)", quote(text)));
    return parse_error(
        fmt::format("{} could be several tries; say which: {}", quote(text), joined(fitting)));
}

}  // namespace

std::string draw(const View& view, const Style& style) {
    const auto& own = view.own();
    std::string text = board_text(own.shape(), view.seat(), style, [&](Square s) {
        if (view.board())
            return view.board()->piece_on(s);
        return own.on(s) == chess::kNoType ? chess::kNoPiece
                                           : chess::make_piece(own.colour(), own.on(s));
    });
    if (!view.board())
        text += enemy_text(view) + "\n";
    if (!view.turn().refusals().empty())
        text +=
            "Refused this turn: " + style.paint(Ink::Yellow, joined(view.turn().refusals())) + "\n";
    return text;
}

std::string draw_truth(const kriegspiel::Referee& truth, Seat seat, const Style& style) {
    const auto& position = truth.position();
    return board_text(position.shape(), seat, style,
                      [&](Square s) { return position.piece_on(s); });
}

Parsed<Action> read_action(const View& view, std::string_view text, Rng& /*rng*/) {
    if (const auto action = Action::parse(text))
        return *action;
    TryList offered;
    view.actions(offered);
    TryList fitting;
    const bool kingside = text == "O-O" || text == "0-0" || text == "o-o";
    const bool queenside = text == "O-O-O" || text == "0-0-0" || text == "o-o-o";
    if (kingside || queenside) {
        for (const auto& action : offered)
            if (is_castling(view, action, kingside))
                fitting.push_back(action);
        return one_of(fitting, text);
    }
    const auto wish = read_wish(text);
    if (!wish)
        return parse_error(quote(text) +
                           " is neither a try (e2e4, Nf3, exd5, e8=Q, O-O) nor a word (try help)");
    for (const auto& action : offered)
        if (fits(*wish, view, action))
            fitting.push_back(action);
    return one_of(fitting, text);
}

std::string action_help(const View& view) {
    std::string text =
        "  e2e4 e7e8q     a try by its squares\n"
        "  Nf3 exd5 O-O   a try as in a newspaper\n";
    if (view.rules().says().pawns == kriegspiel::PawnInformation::OnAsking)
        text += "  any            ask whether one of your pawns can capture\n";
    return text + fmt::format("Rules {}: {}\n", view.rules().text(), view.rules().says().about);
}

std::string prompt_word(const View& view) {
    return std::string(kriegspiel::seat_name(view.seat()));
}

}  // namespace nebel::cli
