#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chess/position.hpp"

namespace nebel::chess {

/// One move of a game record with what was said about it.
struct PgnMove {
    Move move;
    std::string comment;    ///< text of the {...} after the move, several joined by a space
    std::vector<int> nags;  ///< $1 and the like; ! and ? suffixes become 1 to 6
    bool operator==(const PgnMove&) const = default;
};

/// A game as PGN keeps it: ordered tags, a start position, the main line, a result.
struct PgnGame {
    std::vector<std::pair<std::string, std::string>> tags;
    Position start;
    std::string comment;  ///< said before the first move
    std::vector<PgnMove> moves;
    std::string result = "*";  ///< 1-0, 0-1, 1/2-1/2 or *

    /// Value of a tag, empty when absent.
    [[nodiscard]] std::string_view tag(std::string_view name) const;
    void set_tag(std::string_view name, std::string_view value);
    /// The position after all moves.
    [[nodiscard]] Position final_position() const;
    bool operator==(const PgnGame&) const = default;
};

/// Reads every game of a file. Variations are skipped, comments kept, the FEN tag obeyed (and with
/// it the board's size). Any bytes are safe; the first error ends the reading and names its line.
Parsed<std::vector<PgnGame>> parse_pgn(std::string_view text);

/// Writes one game: seven-tag roster first, lines of at most 80 characters, FEN and SetUp tags when
/// the start is not the standard one.
std::string to_pgn(const PgnGame& game);

}  // namespace nebel::chess
