#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "game/seat.hpp"

namespace nebel::stratego {

/// A man's rank. The numbers of the ten that walk order them in a strike.
enum class Rank : std::uint8_t {
    Unknown = 0,
    Spy = 1,
    Scout = 2,
    Miner = 3,
    Sergeant = 4,
    Lieutenant = 5,
    Captain = 6,
    Major = 7,
    Colonel = 8,
    General = 9,
    Marshal = 10,
    Bomb = 11,
    Flag = 12,
};

inline constexpr std::size_t kRanks = 13;  ///< with Unknown, so that a rank is an index
inline constexpr std::array<Rank, 12> kAllRanks{
    Rank::Spy,   Rank::Scout,   Rank::Miner,   Rank::Sergeant, Rank::Lieutenant, Rank::Captain,
    Rank::Major, Rank::Colonel, Rank::General, Rank::Marshal,  Rank::Bomb,       Rank::Flag};

constexpr std::size_t index(Rank rank) {
    return static_cast<std::size_t>(rank);
}
constexpr bool walks(Rank rank) {
    return rank >= Rank::Spy && rank <= Rank::Marshal;
}

/// "spy" ... "marshal", "bomb", "flag", "unknown".
std::string_view text(Rank rank);
std::optional<Rank> parse_rank(std::string_view text);

/// The letter of a man: B..M for red, N..Y for blue; 'A' for Unknown, which stands for an empty
/// square in set-ups and boards.
constexpr char letter(Rank rank, Seat seat = Seat::First) {
    constexpr std::string_view kLetters = "ACDEFGHIJKLBM";
    const char red = kLetters[index(rank)];
    return rank == Rank::Unknown || seat == Seat::First ? red : static_cast<char>(red + 12);
}
/// The rank of a red letter, Unknown for 'A', nothing for anything else.
std::optional<Rank> rank_of_letter(char letter);

/// What a strike does to its two men.
enum class Strike : std::uint8_t {
    Wins,   ///< the striker stays, on the struck square
    Loses,  ///< the struck man stays where it was
    Both,   ///< both leave the board
    Flag,   ///< the flag falls and the game is over
};

/// "wins", "loses", "both", "flag".
std::string_view text(Strike strike);
std::optional<Strike> parse_strike(std::string_view text);

/// The whole law of striking. The attacker must be a rank that walks, the defender any known rank.
constexpr Strike strike(Rank attacker, Rank defender) {
    if (defender == Rank::Flag)
        return Strike::Flag;
    if (defender == Rank::Bomb)
        return attacker == Rank::Miner ? Strike::Wins : Strike::Loses;
    if (attacker == Rank::Spy && defender == Rank::Marshal)
        return Strike::Wins;
    if (attacker == defender)
        return Strike::Both;
    return attacker > defender ? Strike::Wins : Strike::Loses;
}

/// Ten to a row on every board, whatever its width: a1 = 0, b1 = 1, a2 = 10. Row 1 is red's back
/// row.
using Square = std::uint8_t;
inline constexpr int kStride = 10;
inline constexpr std::size_t kSquares = 100;
inline constexpr Square kNowhere = 255;

constexpr Square square(int file, int row) {
    return static_cast<Square>(row * kStride + file);
}
constexpr int file_of(Square at) {
    return at % kStride;
}
constexpr int row_of(Square at) {
    return at / kStride;
}
constexpr int distance(Square a, Square b) {
    const int files = file_of(a) - file_of(b);
    const int rows = row_of(a) - row_of(b);
    return (files < 0 ? -files : files) + (rows < 0 ? -rows : rows);
}

/// "a1" .. "j10".
std::string square_text(Square at);
/// Reads a square off the front of the text and moves the front behind it.
std::optional<Square> take_square(std::string_view& text);
std::optional<Square> parse_square(std::string_view text);

struct Move {
    Square from = kNowhere;
    Square to = kNowhere;
    bool operator==(const Move&) const = default;

    [[nodiscard]] constexpr Move reversed() const { return {to, from}; }
};

}  // namespace nebel::stratego
