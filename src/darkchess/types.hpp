#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// The small nouns of Chinese Dark Chess: colours, kinds, men and the 32 squares.
namespace nebel::darkchess {

enum class Colour : std::uint8_t { Red = 0, Black = 1 };

constexpr Colour other(Colour colour) {
    return static_cast<Colour>(static_cast<std::uint8_t>(colour) ^ 1u);
}
constexpr std::size_t index(Colour colour) {
    return static_cast<std::size_t>(colour);
}
/// "red", "black".
constexpr std::string_view text(Colour colour) {
    return colour == Colour::Red ? "red" : "black";
}

/// From the strongest to the weakest.
enum class Kind : std::uint8_t { King, General, Minister, Rook, Knight, Cannon, Pawn };

inline constexpr int kKinds = 7;
inline constexpr std::array<std::uint8_t, kKinds> kMenOfKind{1, 2, 2, 2, 2, 2, 5};

/// What stands on a square: a man (eight times its colour, plus its kind), nothing, or a man face
/// down. The two odd values fill the gaps of the encoding, so one array of 16 holds everything.
enum class Man : std::uint8_t { None = 7, Dark = 15 };

inline constexpr std::size_t kManCodes = 16;

constexpr Man man(Colour colour, Kind kind) {
    return static_cast<Man>(static_cast<std::uint8_t>(colour) * 8u +
                            static_cast<std::uint8_t>(kind));
}
constexpr std::size_t index(Man m) {
    return static_cast<std::size_t>(m);
}
/// Whether this is a man whose face is known.
constexpr bool is_man(Man m) {
    return (index(m) & 7u) != 7u;
}
/// Of a known man only.
constexpr Colour colour_of(Man m) {
    return static_cast<Colour>(index(m) >> 3);
}
constexpr Kind kind_of(Man m) {
    return static_cast<Kind>(index(m) & 7u);
}
/// The 14 different men, red first.
inline constexpr std::array<Man, 14> kAllMen = [] {
    std::array<Man, 14> men{};
    for (std::size_t i = 0; i < 14; ++i)
        men[i] = static_cast<Man>(i < 7 ? i : i + 1);
    return men;
}();
/// How many of this man a game begins with.
constexpr int men_at_start(Man m) {
    return kMenOfKind[index(m) & 7u];
}

/// Whether a man of kind `a` may step onto an enemy of kind `b`. Cannons take only by jumping.
constexpr bool takes_by_step(Kind a, Kind b) {
    if (a == Kind::Cannon)
        return false;
    if (a == Kind::Pawn)
        return b == Kind::King || b == Kind::Pawn;
    if (a == Kind::King && b == Kind::Pawn)
        return false;
    return a <= b;
}

/// Red `KGMRNCP`, black `kgmrncp`, `-` nothing, `X` dark.
char letter(Man m);
/// Any of the sixteen letters.
std::optional<Man> man_from_letter(char c);

/// a1 = 0, b1 = 1 ... d8 = 31: columns a-d, rows 1-8 from the bottom.
using Square = std::uint8_t;
using Squares = std::uint32_t;  ///< a set of squares, bit n for square n

inline constexpr int kSquares = 32;
inline constexpr int kColumns = 4;
inline constexpr int kRows = 8;

constexpr Square square(int column, int row) {
    return static_cast<Square>(row * kColumns + column);
}
constexpr int column_of(Square s) {
    return s % kColumns;
}
constexpr int row_of(Square s) {
    return s / kColumns;
}
constexpr Squares bit(Square s) {
    return Squares{1} << s;
}
/// Removes the lowest square of a set that is not empty and returns it.
constexpr Square pop_lowest(Squares& set) {
    const auto lowest = static_cast<Square>(std::countr_zero(set));
    set &= set - 1;
    return lowest;
}

/// "a1" ... "d8".
std::string square_text(Square s);
std::optional<Square> parse_square(std::string_view text);

}  // namespace nebel::darkchess
