#include "protocol/ucc.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/text.hpp"

namespace nebel::protocol::ucc {

using stratego::Rank;
using stratego::Setup;
using stratego::Strike;

namespace {

constexpr std::string_view kTokens = ".s987654321BF";  // by Rank, Unknown first

const stratego::Arena& arena() {
    static const stratego::Arena& classic = stratego::Rules().arena();
    return classic;
}

struct Direction {
    std::string_view word;
    int files;
    int rows;
};
constexpr std::array<Direction, 4> kDirections{
    Direction{"UP", 0, -1}, {"DOWN", 0, 1}, {"LEFT", -1, 0}, {"RIGHT", 1, 0}};

/// The row and column of letter i of a set-up among the seat's four rows.
std::pair<std::size_t, std::size_t> place_of(Seat seat, int i) {
    const auto at = arena().setup_square(seat, i);
    const int top = seat == Seat::First ? 0 : kSide - kSetupRows;
    return {static_cast<std::size_t>(stratego::row_of(at) - top),
            static_cast<std::size_t>(stratego::file_of(at))};
}

}  // namespace

char rank_token(Rank rank) {
    return kTokens[stratego::index(rank)];
}

std::optional<Rank> parse_rank_token(char token) {
    const auto at = kTokens.find(token);
    if (at == std::string_view::npos || at == 0)
        return std::nullopt;
    return static_cast<Rank>(at);
}

std::string_view colour_word(Seat seat) {
    return seat == Seat::First ? "RED" : "BLUE";
}

std::array<std::string, kSetupRows> setup_rows(Seat seat, const Setup& setup) {
    std::array<std::string, kSetupRows> rows;
    rows.fill(std::string(kSide, '.'));
    for (int i = 0; i < setup.size; ++i) {
        const auto [row, column] = place_of(seat, i);
        rows[row][column] = rank_token(setup.ranks[static_cast<std::size_t>(i)]);
    }
    return rows;
}

std::optional<Setup> parse_setup_rows(Seat seat, const std::array<std::string, kSetupRows>& rows) {
    Setup setup;
    setup.size = kSide * kSetupRows;
    for (int i = 0; i < setup.size; ++i) {
        const auto [row, column] = place_of(seat, i);
        if (rows[row].size() != kSide)
            return std::nullopt;
        const char token = rows[row][column];
        const auto rank = token == '.' ? std::optional(Rank::Unknown) : parse_rank_token(token);
        if (!rank)
            return std::nullopt;
        setup.ranks[static_cast<std::size_t>(i)] = *rank;
    }
    return setup;
}

std::array<std::string, kSide> board_rows(const stratego::View& view) {
    std::array<std::string, kSide> rows;
    const auto& position = view.position();
    for (int y = 0; y < kSide; ++y)
        for (int x = 0; x < kSide; ++x) {
            const auto at = stratego::square(x, y);
            rows[static_cast<std::size_t>(y)] += !arena().open.has(at) ? '+'
                                                 : position.men(view.seat()).has(at)
                                                     ? rank_token(position.rank(at))
                                                 : position.men(other(view.seat())).has(at) ? '#'
                                                                                            : '.';
        }
    return rows;
}

bool is_board_row(std::string_view line) {
    return line.size() == kSide && std::all_of(line.begin(), line.end(), [](char c) {
               return c == '+' || c == '#' || kTokens.find(c) != std::string_view::npos;
           });
}

std::string move_text(stratego::Move move) {
    const int x = stratego::file_of(move.from);
    const int y = stratego::row_of(move.from);
    const int files = stratego::file_of(move.to) - x;
    const int rows = stratego::row_of(move.to) - y;
    const int steps = std::abs(files + rows);
    NEBEL_CHECK(steps > 0 && (files == 0 || rows == 0));
    const auto direction = std::find_if(
        kDirections.begin(), kDirections.end(),
        [&](const Direction& d) { return d.files * steps == files && d.rows * steps == rows; });
    auto text = fmt::format("{} {} {}", x, y, direction->word);
    if (steps > 1)
        text += fmt::format(" {}", steps);
    return text;
}

std::optional<Report> parse_report(std::string_view line) {
    const auto words = split_words(line);
    if (words.size() < 3)
        return std::nullopt;
    const int x = parse_number<int>(words[0]).value_or(-1);
    const int y = parse_number<int>(words[1]).value_or(-1);
    const auto direction = std::find_if(kDirections.begin(), kDirections.end(),
                                        [&](const Direction& d) { return d.word == words[2]; });
    std::size_t next = 3;
    int steps = 1;
    if (words.size() > 3 && words[3].find_first_not_of("0123456789") == std::string_view::npos) {
        steps = parse_number<int>(words[3]).value_or(-1);
        ++next;
    }
    const auto on_board = [](int n) { return n >= 0 && n < kSide; };
    if (!on_board(x) || !on_board(y) || direction == kDirections.end() || steps < 1 ||
        steps >= kSide)
        return std::nullopt;
    const int to_x = x + direction->files * steps;
    const int to_y = y + direction->rows * steps;
    if (!on_board(to_x) || !on_board(to_y))
        return std::nullopt;
    Report report{{stratego::square(x, y), stratego::square(to_x, to_y)}, {}};
    for (; next < words.size(); ++next)
        report.outcome.emplace_back(words[next]);
    return report;
}

std::string event_line(const stratego::Event& event) {
    const auto move = move_text(event.move);
    if (event.kind == stratego::Event::Kind::Move)
        return move + " OK";
    const char attacker = rank_token(event.attacker);
    const char defender = rank_token(event.defender);
    switch (event.result) {
        case Strike::Wins:
            return fmt::format("{} KILLS {} {}", move, attacker, defender);
        case Strike::Loses:
            return fmt::format("{} DIES {} {}", move, attacker, defender);
        case Strike::Both:
            return fmt::format("{} BOTHDIE {} {}", move, attacker, defender);
        case Strike::Flag:
            break;
    }
    return move + " VICTORY_FLAG";
}

std::optional<stratego::Event> event_of(const Report& report, Seat mover) {
    const auto& words = report.outcome;
    if (words.size() == 1 && words[0] == "OK")
        return stratego::Event::quiet(mover, report.move);
    if (words.size() != 3 || words[1].size() != 1 || words[2].size() != 1)
        return std::nullopt;
    const auto attacker = parse_rank_token(words[1][0]);
    const auto defender = parse_rank_token(words[2][0]);
    if (!attacker || !defender || !stratego::walks(*attacker))
        return std::nullopt;
    const auto event = stratego::Event::strike(mover, report.move, *attacker, *defender);
    const std::string_view expected = event.result == Strike::Wins    ? "KILLS"
                                      : event.result == Strike::Loses ? "DIES"
                                      : event.result == Strike::Both  ? "BOTHDIE"
                                                                      : "";
    if (words[0] != expected)
        return std::nullopt;
    return event;
}

}  // namespace nebel::protocol::ucc
