#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/rng.hpp"
#include "darkchess/board.hpp"
#include "darkchess/movegen.hpp"

// Positions the tests share, and a slow, plain statement of the rules to compare the fast one with.
namespace nebel::darkchess::testing {

/// The middle game printed by Jouandeau and Cazenave (2014); black, the first seat, to move.
inline constexpr std::string_view kMiddleGame =
    "XXXX/XGCX/X-gX/XXM-/XkpX/X-GX/XX-N/XXXP black Ccrp black";

inline Board position(std::string_view text) {
    const auto board = Board::parse(text);
    EXPECT_TRUE(board) << text << ": " << board.error().message;
    return board.value_or(Board());
}

/// An empty board with a few men: "a4K b4p", red or black to move.
inline Board few_men(std::string_view men, std::string_view side) {
    std::string rows = "----/----/----/----/----/----/----/----";
    for (std::size_t i = 0; i + 2 < men.size(); i += 4) {
        const auto s = parse_square(men.substr(i, 2));
        EXPECT_TRUE(s) << men;
        rows[static_cast<std::size_t>((7 - row_of(*s)) * 5 + column_of(*s))] = men[i + 2];
    }
    return position(rows + " " + std::string(side));
}

/// Each of the 32 men is captured, face down or standing somewhere, as `fates` says.
enum class Fate { Captured, Dark, Standing };

inline Board scattered(const std::vector<Fate>& fates, Rng& rng) {
    std::array<Square, kSquares> places{};
    for (std::size_t i = 0; i < kSquares; ++i)
        places[i] = static_cast<Square>(i);
    rng.shuffle(std::span<Square>(places));
    std::array<Man, kSquares> men{};
    men.fill(Man::None);
    std::string captured;
    std::size_t i = 0;
    for (const Man m : kAllMen)
        for (int n = 0; n < men_at_start(m); ++n, ++i) {
            if (fates[i] == Fate::Captured)
                captured += letter(m);
            else
                men[places[i]] = fates[i] == Fate::Dark ? Man::Dark : m;
        }
    const bool all_dark = std::count(men.begin(), men.end(), Man::Dark) == kSquares;
    return position(placement_text(men) +
                    (all_dark       ? " - "
                     : rng.below(2) ? " red "
                                    : " black ") +
                    (captured.empty() ? "-" : captured));
}

/// Straight from the text of the rules, square by square.
inline bool naive_legal(const Board& board, Square from, Square to) {
    const Man mover = board.at(from);
    const Man target = board.at(to);
    if (from == to)
        return mover == Man::Dark;
    if (!is_man(mover) || colour_of(mover) != board.to_move() || target == Man::Dark)
        return false;
    if (is_man(target) && colour_of(target) == board.to_move())
        return false;
    const int dc = column_of(to) - column_of(from);
    const int dr = row_of(to) - row_of(from);
    const bool step = std::abs(dc) + std::abs(dr) == 1;
    if (target == Man::None)
        return step;
    if (kind_of(mover) != Kind::Cannon) {
        if (!step)
            return false;
        constexpr std::string_view kOrder = "PCNRMGK";
        const char a = "KGMRNCP"[static_cast<int>(kind_of(mover))];
        const char b = "KGMRNCP"[static_cast<int>(kind_of(target))];
        if (a == 'K' && b == 'P')
            return false;
        if (a == 'P' && b == 'K')
            return true;
        return kOrder.find(a) >= kOrder.find(b);
    }
    if (dc != 0 && dr != 0)
        return false;
    int screens = 0;
    const int steps = std::max(std::abs(dc), std::abs(dr));
    for (int i = 1; i < steps; ++i)
        screens += board.at(square(column_of(from) + dc / steps * i,
                                   row_of(from) + dr / steps * i)) != Man::None;
    return screens == 1;
}

inline std::vector<std::string> sorted_texts(const Actions& actions) {
    std::vector<std::string> texts;
    for (const Action action : actions)
        texts.push_back(action.text());
    std::sort(texts.begin(), texts.end());
    return texts;
}

inline std::vector<std::string> legal_texts(const Board& board) {
    Actions actions;
    generate(board, actions);
    return sorted_texts(actions);
}

}  // namespace nebel::darkchess::testing
