#include <fmt/format.h>

#include "cli/play_games.hpp"

namespace nebel::cli {

namespace {

using darkchess::Action;
using darkchess::Board;
using darkchess::Colour;
using darkchess::Man;
using darkchess::View;

std::string man_text(Man man, const Style& style) {
    const std::string letter(1, darkchess::letter(man));
    if (man == Man::Dark)
        return style.paint(Ink::Yellow, letter);
    if (man == Man::None)
        return style.paint(Ink::Dim, ".");
    return style.paint(darkchess::colour_of(man) == Colour::Red ? Ink::Red : Ink::Cyan, letter);
}

template <class TextAt>
std::string board_text(const Style& style, TextAt&& at) {
    const auto columns = style.paint(Ink::Dim, "    a  b  c  d") + "\n";
    std::string text = columns;
    for (int row = darkchess::kRows - 1; row >= 0; --row) {
        text += style.paint(Ink::Dim, fmt::format(" {} ", row + 1));
        for (int column = 0; column < darkchess::kColumns; ++column)
            text += at(darkchess::square(column, row));
        text += style.paint(Ink::Dim, fmt::format("  {}", row + 1)) + "\n";
    }
    return text + columns;
}

template <class Count>
std::string letters(Count&& count) {
    std::string text;
    for (const Man man : darkchess::kAllMen)
        text.append(static_cast<std::size_t>(count(man)), darkchess::letter(man));
    return text.empty() ? "none" : text;
}

}  // namespace

std::string draw(const View& view, const Style& style) {
    const Board& board = view.board();
    std::string text = board_text(
        style, [&](darkchess::Square s) { return " " + man_text(board.at(s), style) + " "; });
    if (const auto colour = view.my_colour())
        text += fmt::format("You play {} ({} case).", darkchess::text(*colour),
                            *colour == Colour::Red ? "upper" : "lower");
    else
        text += "Nobody has a colour yet: the first man turned over decides.";
    text += fmt::format(" X lies face down.\nFace down: {}. Captured: {}.\n",
                        letters([&](Man man) { return board.dark_left(man); }),
                        letters([&](Man man) { return board.captured(man); }));
    return text;
}

// Men still face down are shown in brackets.
std::string draw_truth(const darkchess::Referee& truth, Seat /*seat*/, const Style& style) {
    const Board& board = truth.course().board();
    const auto deal = darkchess::parse_placement(truth.start_text());
    NEBEL_CHECK(deal.has_value());
    return board_text(style, [&](darkchess::Square s) {
        return board.at(s) == Man::Dark ? "(" + man_text((*deal)[s], style) + ")"
                                        : " " + man_text(board.at(s), style) + " ";
    });
}

Parsed<Action> read_action(const View& /*view*/, std::string_view text, Rng& /*rng*/) {
    return Action::parse(text);
}

std::string action_help(const View& view) {
    return fmt::format(
        "  b3             turn over the man on b3\n"
        "  a4-a5          move or capture\n"
        "Men: K king, G general, M minister, R rook, N knight, C cannon, P pawn.\nRules: {}\n",
        view.rules().text());
}

std::string prompt_word(const View& view) {
    const auto colour = view.my_colour();
    return std::string(colour ? darkchess::text(*colour) : darkchess::seat_name(view.seat()));
}

}  // namespace nebel::cli
