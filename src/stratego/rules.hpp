#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "stratego/bits.hpp"
#include "stratego/types.hpp"

namespace nebel::stratego {

// clang-format off
/// variant   board   set-up rows   lakes                      men of each side
/// classic   10x10   4, full       c5 d5 c6 d6, g5 h5 g6 h6   all 40
/// barrage   10x10   4             as classic                 8: marshal, general, miner, 2 scouts, spy, bomb, flag
/// duel      10x10   4             as classic                 10: barrage, a second miner, a second bomb
/// 8x8       8x8     3             c4 c5, f4 f5               10: as duel
/// 6x6       6x6     2             c3 d3 c4 d4                8: as barrage
/// 5x5       5x5     2             c3                         6: marshal, miner, scout, spy, bomb, flag
/// tiny      4x4     1, full       none                       4: major, captain, lieutenant, flag
/// micro     3x4     1, full       none                       3: captain, lieutenant, flag
///
// clang-format on
/// Where the men do not fill the set-up rows the rest of them stays empty, as its owner likes.
enum class Variant : std::uint8_t { Classic, Barrage, Duel, Eight, Six, Five, Tiny, Micro };

/// The board and the army of a variant; constant, one for each.
struct Arena {
    std::string_view name;
    int width;
    int height;
    int setup_rows;
    std::string_view lakes;                 ///< squares, run together
    std::array<std::uint8_t, kRanks> army;  ///< how many of each rank

    Bits open;  ///< the squares of the board without the lakes
    int men;    ///< of one side
    [[nodiscard]] constexpr int setup_size() const { return setup_rows * width; }
    [[nodiscard]] constexpr int cells() const { return width * height; }
    /// Reading order: row by row from red's back row.
    [[nodiscard]] constexpr Square cell(int i) const { return square(i % width, i / width); }
    /// The same square seen from the other side of the board.
    [[nodiscard]] constexpr Square rotated(Square at) const {
        return square(width - 1 - file_of(at), height - 1 - row_of(at));
    }
    /// Where letter i of a seat's set-up stands: front row first, from the owner's left to right.
    [[nodiscard]] constexpr Square setup_square(Seat seat, int i) const {
        const Square red = square(i % width, setup_rows - 1 - i / width);
        return seat == Seat::First ? red : rotated(red);
    }
};

/// Where the set-ups come from.
enum class SetupSource : std::uint8_t {
    Player,  ///< each seat's first action
    Random,  ///< dealt by the referee, every set-up that can move equally likely
    Human,   ///< dealt by the referee, in the manner of people
};

/// The options of a game, e.g. "barrage,two_squares=5,quiet=off,setup=human".
struct Rules {
    /// A chase is remembered from its beginning, and this bounds how long one can be.
    static constexpr int kMaxPlies = 4000;

    Variant variant = Variant::Classic;
    std::uint8_t two_squares = 3;  ///< how often to and fro; 3, 5 or 0: as often as one likes
    bool more_squares = true;
    std::uint16_t quiet = 200;      ///< plies without a strike that make a draw; 0: no such limit
    std::uint16_t cap = kMaxPlies;  ///< plies that make a draw
    SetupSource setup = SetupSource::Player;

    bool operator==(const Rules&) const = default;

    [[nodiscard]] const Arena& arena() const;

    /// Variant first (may be left out), then options in any order.
    static Parsed<Rules> parse(std::string_view text);
    /// The variant and the options that are not the default.
    [[nodiscard]] std::string text() const;
};

}  // namespace nebel::stratego
