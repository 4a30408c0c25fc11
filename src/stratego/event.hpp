#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "game/outcome.hpp"
#include "stratego/setup.hpp"
#include "stratego/types.hpp"

namespace nebel::stratego {

/// One square of the board as a seat sees it when play begins.
enum class Cell : std::uint8_t {
    Empty = 0,
    /* 1..12: the own man of that rank */ Enemy = 13,
    Lake
};

/// A whole board as one seat sees it, four bits a square.
class Sight {
 public:
    std::uint8_t width = 0;
    std::uint8_t height = 0;

    /// Squares in reading order: row by row from red's back row.
    [[nodiscard]] Cell cell(int i) const {
        return static_cast<Cell>((nibbles_[static_cast<std::size_t>(i) / 2] >> (i % 2 * 4)) & 15);
    }
    void set(int i, Cell cell) {
        auto& byte = nibbles_[static_cast<std::size_t>(i) / 2];
        const int shift = i % 2 * 4;
        byte =
            static_cast<std::uint8_t>((byte & ~(15 << shift)) | (static_cast<int>(cell) << shift));
    }
    [[nodiscard]] int cells() const { return width * height; }
    bool operator==(const Sight&) const = default;

    /// Own men as the seat's letters, '?' an enemy, 'A' empty, '_' a lake.
    [[nodiscard]] std::string letters(Seat seat) const;
    static Parsed<Sight> from_letters(Seat seat, int width, int height, std::string_view letters);

 private:
    std::array<std::uint8_t, kSquares / 2> nibbles_{};
};

/// What a seat hears. Ranks are told by strikes alone; a step of more than one square tells its own
/// tale. `Setup` and `Board` are for the seat they name.
struct Event {
    enum class Kind : std::uint8_t {
        Setup,   ///< the own men stand like this
        Ready,   ///< the named seat has set up
        Board,   ///< play begins on this board
        Move,    ///< the named seat moved to an empty square
        Strike,  ///< the named seat struck, and this came of it
        End,
    };

    Kind kind = Kind::Ready;
    Seat seat = Seat::First;
    stratego::Move move;
    Rank attacker = Rank::Unknown;
    Rank defender = Rank::Unknown;
    stratego::Strike result = stratego::Strike::Wins;
    Outcome ending{Result::Draw, Reason::PlyLimit};
    stratego::Setup setup;
    Sight sight;

    bool operator==(const Event&) const = default;

    static Event own_setup(Seat seat, const stratego::Setup& setup);
    static Event ready(Seat seat);
    static Event board(Seat seat, const Sight& sight);
    static Event quiet(Seat seat, stratego::Move move);
    static Event strike(Seat seat, stratego::Move move, Rank attacker, Rank defender);
    static Event end(Outcome outcome);

    [[nodiscard]] std::optional<Outcome> outcome() const {
        return kind == Kind::End ? std::optional(ending) : std::nullopt;
    }

    /// "setup red LETTERS", "ready blue", "board red 10x10 LETTERS", "move red a4 a5",
    /// "strike red a4 a5 scout miner loses", "end 1-0 flag_taken".
    static Parsed<Event> parse(std::string_view text);
    [[nodiscard]] std::string text() const;
    static Parsed<Event> from_json(const nlohmann::json& json);
    [[nodiscard]] nlohmann::json to_json() const;
};

/// "red", "blue".
constexpr std::string_view seat_name(Seat seat) {
    return seat == Seat::First ? "red" : "blue";
}

}  // namespace nebel::stratego
