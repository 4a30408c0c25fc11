#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/error.hpp"
#include "game/seat.hpp"

namespace nebel {

enum class Result : std::uint8_t { FirstWins, SecondWins, Draw };

/// Why a game ended. The first group is the referees', the second the table's (match or server).
enum class Reason : std::uint8_t {
    Checkmate,
    Stalemate,
    InsufficientMaterial,
    FiftyMoves,
    Repetition,
    PlyLimit,
    NoMen,
    NoMove,
    QuietLimit,
    FlagTaken,
    NobodyCanMove,
    // ended from outside
    Resignation,
    Agreement,
    TimeOut,
    Crash,
    Nonsense,
    Adjudication,
    Abandoned,
};

struct Outcome {
    Result result;
    Reason reason;
    bool operator==(const Outcome&) const = default;

    /// 1, 0.5 or 0 for the seat.
    [[nodiscard]] double score(Seat seat) const {
        if (result == Result::Draw)
            return 0.5;
        return (result == Result::FirstWins) == (seat == Seat::First) ? 1.0 : 0.0;
    }
};

constexpr Outcome win_for(Seat seat, Reason reason) {
    return {seat == Seat::First ? Result::FirstWins : Result::SecondWins, reason};
}
constexpr Outcome draw(Reason reason) {
    return {Result::Draw, reason};
}

/// "1-0", "0-1", "1/2-1/2"; the first number is the first seat's.
std::string_view text(Result result);
Parsed<Result> parse_result(std::string_view text);

/// "checkmate", "fifty_moves", "time_out" ...
std::string_view text(Reason reason);
Parsed<Reason> parse_reason(std::string_view text);

}  // namespace nebel
