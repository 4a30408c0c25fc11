#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "chess/bitboard.hpp"
#include "game/game.hpp"
#include "kriegspiel/action.hpp"

namespace nebel::kriegspiel {

/// The five ways in which a check is announced; a set of these bits.
enum CheckKind : std::uint8_t {
    kRankCheck = 1,
    kFileCheck = 2,
    kLongCheck = 4,
    kShortCheck = 8,
    kKnightCheck = 16,
};

enum class Man : std::uint8_t { Unsaid, Pawn, Piece };

/// One sentence of the umpire to one seat. `seat` is who it is about: the mover, the asker, the
/// side in check, the side to move whose pawns are counted. Fields that a type does not use keep
/// their defaults, so equality is exact.
struct Event {
    enum class Type : std::uint8_t {
        Moved,      ///< a try was accepted; `action` only for the mover (for both in `open`)
        Refused,    ///< a try was refused; `action` only for the mover
        Capture,    ///< `square`, `man`, `en_passant` where the ruleset says so
        Check,      ///< `kinds`
        PawnTries,  ///< `count`, `any` or `squares` as the ruleset has it
        Promotion,
        Answer,  ///< to "Any?": `any`
        Start,   ///< a game from another start than the rules': `seat` moves first; `pawns` and
                 ///< `pieces` the listener's enemy has beside the king; castling rights (own,
                 ///< in `open` all, and there the en passant `square`)
        Placed,  ///< after Start: the men of one kind that `seat` has, on `squares`; kings last
        End,
    };

    Type type = Type::Moved;
    Seat seat = Seat::First;
    Action action{};
    bool nonsense = false;  ///< for Refused: the mover could have known
    chess::Square square = chess::kNoSquare;
    Man man = Man::Unsaid;
    bool en_passant = false;
    std::uint8_t kinds = 0;
    std::int8_t count = -1;  ///< -1: not said
    std::int8_t any = -1;    ///< -1: not said, 0: no, 1: yes
    bool squares_told = false;
    std::int8_t pawns = 0;
    std::int8_t pieces = 0;
    std::uint8_t castling = chess::kNoCastling;
    chess::PieceType piece = chess::kNoType;
    Result result = Result::Draw;
    Reason reason = Reason::Agreement;
    chess::Bitboard squares = 0;

    static Event end(Outcome outcome) {
        Event event;
        event.type = Type::End;
        event.result = outcome.result;
        event.reason = outcome.reason;
        return event;
    }
    [[nodiscard]] std::optional<Outcome> outcome() const {
        if (type != Type::End)
            return std::nullopt;
        return Outcome{result, reason};
    }
    [[nodiscard]] bool has_action() const { return action.from != chess::kNoSquare; }

    static Parsed<Event> parse(std::string_view text);
    [[nodiscard]] std::string text() const;
    static Parsed<Event> from_json(const Json& json);
    [[nodiscard]] Json to_json() const;
    bool operator==(const Event&) const = default;
};

/// "white" for the first seat, "black" for the second.
std::string_view seat_name(Seat seat);
constexpr chess::Colour colour_of(Seat seat) {
    return seat == Seat::First ? chess::kWhite : chess::kBlack;
}
constexpr Seat seat_of(chess::Colour colour) {
    return colour == chess::kWhite ? Seat::First : Seat::Second;
}

/// "pawn", "knight" ... "king".
std::string_view piece_name(chess::PieceType type);

/// "rank", "file", "long", "short", "knight" in that order.
std::string_view kind_name(CheckKind kind);
inline constexpr CheckKind kCheckKinds[] = {kRankCheck, kFileCheck, kLongCheck, kShortCheck,
                                            kKnightCheck};

}  // namespace nebel::kriegspiel
