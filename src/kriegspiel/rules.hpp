#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "chess/position.hpp"
#include "core/error.hpp"

namespace nebel::kriegspiel {

enum class Ruleset : std::uint8_t {
    Wild16,
    Berkeley,
    BerkeleyAny,
    Cincinnati,
    Rand,
    English,
    Open,
};

/// What the umpire says about pawn captures before a turn.
enum class PawnInformation : std::uint8_t {
    None,
    Count,     ///< how many legal pawn captures there are
    YesNo,     ///< whether there is one
    Squares,   ///< which pawns have one
    OnAsking,  ///< whether there is one, when the mover asks "Any?"
};

/// What a "yes" to "Any?" binds the asker to.
enum class AnyObligation : std::uint8_t {
    None,
    CompleteCapture,  ///< the turn ends with a pawn capture
    OneTry,           ///< one pawn capture must be tried, then the asker is free again
};

/// A ruleset is nothing but what the umpire says to whom. One row of this table each; the umpire
/// and the view read it and never ask for a ruleset's name.
struct Announcements {
    std::string_view name;
    bool refusal_public;     ///< the opponent hears that a try was refused
    bool nonsense_distinct;  ///< a try the mover could know is impossible is told apart
    bool nonsense_public;    ///< the opponent hears of those too
    bool capture_tells_man;  ///< "pawn" or "piece"
    PawnInformation pawns;
    AnyObligation obligation;
    bool unannounced_pawn_capture_is_nonsense;
    bool promotion_told;
    bool en_passant_told;    ///< said to be en passant, with the landing square
    bool stalemate_loses;    ///< for the side that cannot move
    bool moves_told;         ///< everything is announced: plain chess
    std::string_view about;  ///< one sentence for people
};

const Announcements& announcements(Ruleset ruleset);
std::span<const Announcements> all_announcements();

/// The options of a game: the ruleset, the draw rules and the board. Text: the ruleset's name, then
/// what differs from the default: "berkeley,fifty=off,cap=2000,board=6x6".
struct Rules {
    Ruleset ruleset = Ruleset::Wild16;
    bool fifty = true;       ///< draw after fifty moves without capture or pawn move
    bool repetition = true;  ///< draw at the third occurrence of a position
    std::uint16_t cap =
        2000;  ///< draw after this many half-moves without capture or pawn move; 0: off
    std::uint8_t board = 0;  ///< index into chess::start_positions()

    [[nodiscard]] const Announcements& says() const { return announcements(ruleset); }
    [[nodiscard]] std::string_view board_name() const;
    [[nodiscard]] const chess::Position& start() const;

    static Parsed<Rules> parse(std::string_view text);
    [[nodiscard]] std::string text() const;
    bool operator==(const Rules&) const = default;
};

}  // namespace nebel::kriegspiel
