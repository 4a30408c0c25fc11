#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stratego/game.hpp"

// The lines of the engine protocol of the UCC programming competition of 2012 for Stratego.
//
// Its squares are "x y", from 0, y from the top, where RED sits: x is our file and y our row, so
// DOWN leads away from red's back row. Its ranks are 1 for the Marshal to 9 for the Scout, s, B, F.
namespace nebel::protocol::ucc {

inline constexpr int kSide = 10;
inline constexpr int kSetupRows = 4;

char rank_token(stratego::Rank rank);
std::optional<stratego::Rank> parse_rank_token(char token);

/// "RED" or "BLUE".
std::string_view colour_word(Seat seat);

/// The four rows of a seat's set-up, from the top of the board.
std::array<std::string, kSetupRows> setup_rows(Seat seat, const stratego::Setup& setup);
/// Nothing if a row is not ten tokens. '.' is a square left empty.
std::optional<stratego::Setup> parse_setup_rows(Seat seat,
                                                const std::array<std::string, kSetupRows>& rows);

/// The ten rows of the board as the view's seat sees it.
std::array<std::string, kSide> board_rows(const stratego::View& view);
/// Whether a line could be one of them.
bool is_board_row(std::string_view line);

/// "3 0 DOWN" or "3 0 DOWN 4". The move must run along a row or a file.
std::string move_text(stratego::Move move);

/// A move and what was said about it; the outcome is empty in an engine's answer.
struct Report {
    stratego::Move move;
    std::vector<std::string> outcome;  ///< "OK", "KILLS 9 s", ... word by word
};
/// Nothing unless the line begins with a move that stays on the board.
std::optional<Report> parse_report(std::string_view line);

/// "3 0 DOWN 4 KILLS 9 s": what both engines are told of a move.
std::string event_line(const stratego::Event& event);

/// The event behind a report; nothing if the outcome is none of OK, KILLS, DIES, BOTHDIE with its
/// two ranks.
std::optional<stratego::Event> event_of(const Report& report, Seat mover);

}  // namespace nebel::protocol::ucc
