#include <fmt/format.h>

#include <array>
#include <vector>

#include "cli/play_games.hpp"
#include "stratego/setup_sources.hpp"

namespace nebel::cli {

namespace {

using stratego::Action;
using stratego::Rank;
using stratego::Square;
using stratego::View;

constexpr std::array<std::string_view, stratego::kRanks> kShort{
    "? ", "Sp", "Sc", "Mi", "Se", "Li", "Ca", "Mj", "Co", "Ge", "Ma", "Bo", "Fl"};

std::string_view short_name(Rank rank) {
    return kShort[stratego::index(rank)];
}

// The seat's own side at the bottom; `at` gives two characters, perhaps coloured.
template <class TextAt>
std::string board_text(const stratego::Arena& arena, Seat seat, const Style& style, TextAt&& at) {
    const bool flipped = seat == Seat::Second;
    const auto file_at = [&](int column) { return flipped ? arena.width - 1 - column : column; };
    std::string files = "    ";
    for (int column = 0; column < arena.width; ++column)
        files += fmt::format("{}  ", static_cast<char>('a' + file_at(column)));
    files = style.paint(Ink::Dim, files) + "\n";
    std::string text = files;
    for (int line = 0; line < arena.height; ++line) {
        const int row = flipped ? line : arena.height - 1 - line;
        text += style.paint(Ink::Dim, fmt::format("{:>2}  ", row + 1));
        for (int column = 0; column < arena.width; ++column) {
            const Square s = stratego::square(file_at(column), row);
            text += arena.open.has(s) ? at(s) : style.paint(Ink::Blue, "~~");
            text += ' ';
        }
        text += style.paint(Ink::Dim, fmt::format(" {}", row + 1)) + "\n";
    }
    return text + files;
}

std::string man_text(Rank rank, bool own, bool moved, const Style& style) {
    if (own)
        return style.paint(Ink::Green, short_name(rank));
    if (rank != Rank::Unknown)
        return style.paint(Ink::Red, lower(short_name(rank)));
    return style.paint(Ink::Red, moved ? "?'" : "? ");
}

std::string count_text(const View::Counts& counts) {
    std::vector<std::string> texts;
    for (const Rank rank : stratego::kAllRanks)
        if (const int n = counts[stratego::index(rank)]; n > 0)
            texts.push_back(fmt::format("{} {}", n, short_name(rank)));
    return texts.empty() ? "none" : join(texts, ", ");
}

std::string army_text(const stratego::Arena& arena) {
    std::vector<std::string> texts;
    for (const Rank rank : stratego::kAllRanks)
        if (const int n = arena.army[stratego::index(rank)]; n > 0)
            texts.push_back(
                fmt::format("{} {} {}", n, stratego::letter(rank), stratego::text(rank)));
    return join(texts, ", ");
}

}  // namespace

std::string draw(const View& view, const Style& style) {
    const auto& arena = view.rules().arena();
    if (!view.playing())
        return fmt::format("Your men ({} squares, front row first, A for an empty one):\n{}\n",
                           arena.setup_size(), army_text(arena));
    std::string text = board_text(arena, view.seat(), style, [&](Square s) {
        const auto* man = view.man_at(s);
        if (man == nullptr)
            return style.paint(Ink::Dim, ". ");
        return man_text(man->rank, view.position().men(view.seat()).has(s), man->moved, style);
    });
    return text +
           fmt::format("Yours in capitals; ?' has moved. You lost: {}. The enemy lost: {}.\n",
                       count_text(view.lost(view.seat())),
                       count_text(view.lost(other(view.seat()))));
}

std::string draw_truth(const stratego::Referee& truth, Seat seat, const Style& style) {
    const auto& position = truth.position();
    return board_text(position.rules().arena(), seat, style, [&](Square s) {
        const bool own = position.men(seat).has(s);
        if (!own && !position.men(other(seat)).has(s))
            return style.paint(Ink::Dim, ". ");
        return man_text(position.rank(s), own, true, style);
    });
}

Parsed<Action> read_action(const View& view, std::string_view text, Rng& rng) {
    if (view.setting_up()) {
        if (text == "random")
            return Action::of(stratego::random_setup(view.rules(), rng));
        if (text == "human")
            return Action::of(stratego::human_setup(view.rules(), rng));
    }
    std::string compact(text);
    std::erase_if(compact, [](char c) { return c == '-' || c == ' '; });
    return Action::parse(compact);
}

std::string action_help(const View& view) {
    if (view.setting_up())
        return "  human          set up in the manner of people\n"
               "  random         set up at random\n"
               "  LETTERS        your own set-up: front row first, from your left to your right\n";
    return fmt::format("  a4a5           move or strike\nRules: {}\n", view.rules().text());
}

std::string prompt_word(const View& view) {
    return fmt::format("{}{}", stratego::seat_name(view.seat()),
                       view.setting_up() ? " set-up" : "");
}

}  // namespace nebel::cli
