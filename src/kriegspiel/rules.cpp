#include "kriegspiel/rules.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "chess/start_positions.hpp"
#include "core/text.hpp"

namespace nebel::kriegspiel {

namespace {

using enum PawnInformation;

constexpr std::array<Announcements, 7> kTable{{
    {.name = "wild16",
     .refusal_public = false,
     .nonsense_distinct = false,
     .nonsense_public = false,
     .capture_tells_man = true,
     .pawns = Count,
     .obligation = AnyObligation::None,
     .unannounced_pawn_capture_is_nonsense = false,
     .promotion_told = false,
     .en_passant_told = false,
     .stalemate_loses = false,
     .moves_told = false,
     .about = "The Internet Chess Club's rules: refusals are private, captures name pawn or piece, "
              "the number of pawn captures is told before each turn."},
    {.name = "berkeley",
     .refusal_public = true,
     .nonsense_distinct = true,
     .nonsense_public = false,
     .capture_tells_man = false,
     .pawns = None,
     .obligation = AnyObligation::None,
     .unannounced_pawn_capture_is_nonsense = false,
     .promotion_told = false,
     .en_passant_told = false,
     .stalemate_loses = false,
     .moves_told = false,
     .about =
         "Refusals are public, captures name only the square, nothing is said of pawn captures."},
    {.name = "berkeley_any",
     .refusal_public = true,
     .nonsense_distinct = true,
     .nonsense_public = false,
     .capture_tells_man = false,
     .pawns = OnAsking,
     .obligation = AnyObligation::CompleteCapture,
     .unannounced_pawn_capture_is_nonsense = false,
     .promotion_told = false,
     .en_passant_told = false,
     .stalemate_loses = false,
     .moves_told = false,
     .about = "Berkeley, and the mover may ask \"Any?\": after a yes the turn must end with a pawn "
              "capture, after a no pawn captures are off the table."},
    {.name = "cincinnati",
     .refusal_public = true,
     .nonsense_distinct = true,
     .nonsense_public = true,
     .capture_tells_man = true,
     .pawns = YesNo,
     .obligation = AnyObligation::None,
     .unannounced_pawn_capture_is_nonsense = true,
     .promotion_told = false,
     .en_passant_told = false,
     .stalemate_loses = false,
     .moves_told = false,
     .about = "Everything said is public; captures name pawn or piece; whether there is a pawn "
              "capture is told before each turn."},
    {.name = "rand",
     .refusal_public = true,
     .nonsense_distinct = true,
     .nonsense_public = true,
     .capture_tells_man = true,
     .pawns = Squares,
     .obligation = AnyObligation::None,
     .unannounced_pawn_capture_is_nonsense = true,
     .promotion_told = true,
     .en_passant_told = false,
     .stalemate_loses = true,
     .moves_told = false,
     .about = "The squares of pawns that can capture are told before each turn, promotions are "
              "announced, and a side that is stalemated loses."},
    {.name = "english",
     .refusal_public = true,
     .nonsense_distinct = false,
     .nonsense_public = true,
     .capture_tells_man = false,
     .pawns = OnAsking,
     .obligation = AnyObligation::OneTry,
     .unannounced_pawn_capture_is_nonsense = false,
     .promotion_told = false,
     .en_passant_told = true,
     .stalemate_loses = false,
     .moves_told = false,
     .about = "Refusals are public; captures name only the square; \"Any?\" once a turn, and a yes "
              "obliges one try with a pawn."},
    {.name = "open",
     .refusal_public = true,
     .nonsense_distinct = false,
     .nonsense_public = true,
     .capture_tells_man = true,
     .pawns = None,
     .obligation = AnyObligation::None,
     .unannounced_pawn_capture_is_nonsense = false,
     .promotion_told = true,
     .en_passant_told = true,
     .stalemate_loses = false,
     .moves_told = true,
     .about = "Everything is announced: plain chess."},
}};

Parsed<bool> parse_switch(std::string_view key, std::string_view value) {
    if (value == "on")
        return true;
    if (value == "off")
        return false;
    return parse_error(fmt::format("rule {}={}: accepted is on or off", key, quote(value)));
}

const Rules kDefault{};

}  // namespace

const Announcements& announcements(Ruleset ruleset) {
    return kTable[static_cast<std::size_t>(ruleset)];
}

std::span<const Announcements> all_announcements() {
    return kTable;
}

std::string_view Rules::board_name() const {
    return chess::start_positions()[board].name;
}

const chess::Position& Rules::start() const {
    static const std::vector<chess::Position> starts = [] {
        std::vector<chess::Position> all;
        for (const auto& entry : chess::start_positions())
            all.push_back(chess::start_position(entry.name).value());
        return all;
    }();
    return starts[board];
}

Parsed<Rules> Rules::parse(std::string_view text) {
    Rules rules;
    bool first = true;
    for (const auto piece : split(trim(text), ',')) {
        const auto word = trim(piece);
        const auto equals = word.find('=');
        const auto key = word.substr(0, equals);
        if (first && (equals == std::string_view::npos || word.empty())) {
            first = false;
            if (word.empty())
                continue;
            bool found = false;
            std::vector<std::string> names;
            for (std::size_t i = 0; i < kTable.size(); ++i) {
                names.emplace_back(kTable[i].name);
                if (kTable[i].name == word) {
                    rules.ruleset = static_cast<Ruleset>(i);
                    found = true;
                }
            }
            if (!found)
                return parse_error(
                    fmt::format("no ruleset {}; rulesets: {}", quote(word), join(names, ", ")));
            continue;
        }
        first = false;
        const auto value =
            equals == std::string_view::npos ? std::string_view{} : word.substr(equals + 1);
        if (key == "fifty" || key == "repetition") {
            const auto on = parse_switch(key, value);
            if (!on)
                return tl::make_unexpected(on.error());
            (key == "fifty" ? rules.fifty : rules.repetition) = *on;
        } else if (key == "cap") {
            const auto cap = value == "off" ? 0 : parse_number<int>(value).value_or(-1);
            if (cap < 0 || cap > 10000)
                return parse_error(
                    fmt::format("rule cap={}: accepted is off or 1..10000", quote(value)));
            rules.cap = static_cast<std::uint16_t>(cap);
        } else if (key == "board") {
            const auto boards = chess::start_positions();
            std::vector<std::string> names;
            bool found = false;
            for (std::size_t i = 0; i < boards.size(); ++i) {
                names.emplace_back(boards[i].name);
                if (!found && boards[i].name == value) {
                    rules.board = static_cast<std::uint8_t>(i);
                    found = true;
                }
            }
            if (!found)
                return parse_error(
                    fmt::format("no board {}; boards: {}", quote(value), join(names, ", ")));
        } else {
            return parse_error(fmt::format(
                "unknown rule {}; accepted: a ruleset, fifty=on|off, repetition=on|off, cap=N|off, "
                "board=NAME",
                quote(word)));
        }
    }
    return rules;
}

std::string Rules::text() const {
    std::string result(says().name);
    if (fifty != kDefault.fifty)
        result += fifty ? ",fifty=on" : ",fifty=off";
    if (repetition != kDefault.repetition)
        result += repetition ? ",repetition=on" : ",repetition=off";
    if (cap != kDefault.cap)
        result += cap == 0 ? ",cap=off" : fmt::format(",cap={}", cap);
    if (board != kDefault.board)
        result += fmt::format(",board={}", board_name());
    return result;
}

}  // namespace nebel::kriegspiel
