#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "darkchess/game.hpp"

// The lines of MGTP, the Multiple Games Text Protocol of the dark chess programs of Taiwan and
// their platform: "<id> <command> <args>", answered by "=<id> <text>" or "?<id> <error>".
namespace nebel::protocol::mgtp {

/// The number of a command is fixed.
enum class Id : int {
    ProtocolVersion = 0,
    Name,
    Version,
    KnownCommand,
    ListCommands,
    Quit,
    BoardSize,
    ResetBoard,
    NumRepetition,
    NumMovesToDraw,
    Move,
    Flip,
    GenMove,
    GameOver,
    Ready,
    TimeSettings,
    TimeLeft,
    ShowBoard,
    InitBoard,
};

inline constexpr std::array<std::string_view, 19> kCommands{
    "protocol_version",  "name",          "version",
    "known_command",     "list_commands", "quit",
    "boardsize",         "reset_board",   "num_repetition",
    "num_moves_to_draw", "move",          "flip",
    "genmove",           "game_over",     "ready",
    "time_settings",     "time_left",     "showboard",
    "init_board"};

/// What an engine names to give up.
inline constexpr std::string_view kResign = "a0 a0";

/// "12 genmove red".
std::string command_line(Id id, std::string_view arguments = {});

/// An answer to the command with this id, if the line is one.
struct Reply {
    bool good = false;
    std::string text;
};
std::optional<Reply> parse_reply(std::string_view line, Id id);

/// "c5 c6"; a flip names its square twice.
std::string action_text(darkchess::Action action);
std::optional<darkchess::Action> parse_action(std::string_view text);

/// What the client says of an action: "10 move a1 a2" or "11 flip a3 G".
std::string event_line(const darkchess::Event& event);

/// The draw rules as MGTP has them: repetitions (0: none) and quiet plies. Without a quiet limit it
/// is the cap: no game is longer.
int num_repetition(const darkchess::Rules& rules);
int num_moves_to_draw(const darkchess::Rules& rules);

}  // namespace nebel::protocol::mgtp
