#pragma once

#include <string>
#include <string_view>

#include "cli/games.hpp"
#include "cli/terminal.hpp"

// What the terminal must know of each game to let a person play it: how to draw what a seat knows,
// how to draw the truth once the game is over, and how to read what a person types. The session
// (play_session.hpp) is the same for all.
//
// `draw` sees the view and nothing else, so it cannot show more than the seat was told.
namespace nebel::cli {

/// How men are drawn and coloured.
struct Style {
    Paint paint;
    bool unicode = false;
};

std::string draw(const kriegspiel::View& view, const Style& style);
std::string draw(const darkchess::View& view, const Style& style);
std::string draw(const stratego::View& view, const Style& style);

/// The whole truth from the seat's side of the board; for a game that is over.
std::string draw_truth(const kriegspiel::Referee& truth, Seat seat, const Style& style);
std::string draw_truth(const darkchess::Referee& truth, Seat seat, const Style& style);
std::string draw_truth(const stratego::Referee& truth, Seat seat, const Style& style);

/// What a person means by the text, as far as the view can tell; the error says what would be
/// understood. The generator is for those who leave the choice to chance.
Parsed<kriegspiel::Action> read_action(const kriegspiel::View& view,
                                       std::string_view text,
                                       Rng& rng);
Parsed<darkchess::Action> read_action(const darkchess::View& view, std::string_view text, Rng& rng);
Parsed<stratego::Action> read_action(const stratego::View& view, std::string_view text, Rng& rng);

/// How to write an action now, for `help`.
std::string action_help(const kriegspiel::View& view);
std::string action_help(const darkchess::View& view);
std::string action_help(const stratego::View& view);

/// The word before the prompt: who acts, in which phase.
std::string prompt_word(const kriegspiel::View& view);
std::string prompt_word(const darkchess::View& view);
std::string prompt_word(const stratego::View& view);

}  // namespace nebel::cli
