#include "darkchess/board.hpp"

#include <fmt/format.h>

#include "core/rng.hpp"
#include "core/text.hpp"

namespace nebel::darkchess {

namespace {

constexpr std::size_t kKeyOfBlack = kManCodes * kSquares;

/// One random number for each code on each square, and one for black to move.
constexpr auto kKeys = [] {
    std::array<std::uint64_t, kKeyOfBlack + 1> keys{};
    std::uint64_t state = 0x6461726b63686573ULL;
    for (auto& key : keys)
        key = splitmix64(state);
    return keys;
}();

std::optional<Colour> colour_named(std::string_view name) {
    for (const Colour colour : {Colour::Red, Colour::Black})
        if (text(colour) == name)
            return colour;
    return std::nullopt;
}

}  // namespace

Board::Board() {
    at_.fill(Man::Dark);
    for (const Man m : kAllMen)
        dark_left_[index(m)] = static_cast<std::uint8_t>(men_at_start(m));
}

Board::Board(const std::array<Man, kSquares>& men) : dark_(0), at_(men), alive_{0, 0} {
    for (Square s = 0; s < kSquares; ++s) {
        const Man m = at_[s];
        if (is_man(m)) {
            squares_[index(m)] |= bit(s);
            ++alive_[index(colour_of(m))];
        } else {
            (m == Man::Dark ? dark_ : empty_) |= bit(s);
        }
    }
}

Board::Board(const BoardSets& sets)
    : squares_(sets.men),
      dark_(sets.dark),
      empty_(~sets.dark),
      dark_left_(sets.dark_left),
      alive_{0, 0},
      quiet_(static_cast<std::uint16_t>(sets.quiet)),
      side_(sets.to_move),
      first_(static_cast<std::uint8_t>(sets.first)) {
    at_.fill(Man::None);
    for (const Man m : kAllMen) {
        Squares men = squares_of(m);
        empty_ &= ~men;
        alive_[index(colour_of(m))] += static_cast<std::uint8_t>(std::popcount(men) + dark_left(m));
        while (men != 0)
            at_[pop_lowest(men)] = m;
    }
    for (Squares dark = dark_; dark != 0;)
        at_[pop_lowest(dark)] = Man::Dark;
}

Board Board::standing(const std::array<Man, kSquares>& men, Colour to_move) {
    Board board(men);
    NEBEL_CHECK(board.dark_ == 0);
    board.side_ = to_move;
    board.first_ = static_cast<std::uint8_t>(to_move);
    return board;
}

std::uint64_t Board::key() const {
    std::uint64_t key = side_ == Colour::Black ? kKeys[kKeyOfBlack] : 0;
    for (std::size_t s = 0; s < kSquares; ++s)
        key ^= kKeys[index(at_[s]) * kSquares + s];
    return key;
}

std::string placement_text(const std::array<Man, kSquares>& men) {
    std::string result;
    for (int row = kRows - 1; row >= 0; --row) {
        for (int column = 0; column < kColumns; ++column)
            result += letter(men[square(column, row)]);
        if (row > 0)
            result += '/';
    }
    return result;
}

Parsed<std::array<Man, kSquares>> parse_placement(std::string_view text) {
    const auto rows = split(text, '/');
    if (rows.size() != kRows)
        return parse_error(quote(text) + " is not a board; accepted: 8 rows joined by '/'");
    std::array<Man, kSquares> men;
    for (int i = 0; i < kRows; ++i) {
        const auto row = rows[static_cast<std::size_t>(i)];
        if (row.size() != kColumns)
            return parse_error("row " + quote(row) + " must have 4 letters");
        for (int column = 0; column < kColumns; ++column) {
            const auto m = man_from_letter(row[static_cast<std::size_t>(column)]);
            if (!m)
                return parse_error("row " + quote(row) +
                                   " has a letter other than KGMRNCP, kgmrncp, X and -");
            men[square(column, kRows - 1 - i)] = *m;
        }
    }
    return men;
}

Parsed<Board> Board::parse(std::string_view text) {
    const auto words = split_words(text);
    if (words.size() < 2 || words.size() > 4)
        return parse_error(
            "a position is ROWS SIDE [CAPTURED [FIRST]], for example "
            "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXK black - red");
    const auto men = parse_placement(words[0]);
    if (!men)
        return tl::make_unexpected(men.error());

    Board board(*men);
    std::array<int, kManCodes> unseen{};
    for (const Man m : kAllMen)
        unseen[index(m)] = men_at_start(m) - std::popcount(board.squares_of(m));
    const int dark = std::popcount(board.dark());
    if (words.size() > 2 && words[2] != "-") {
        for (const char c : words[2]) {
            const auto m = man_from_letter(c);
            if (!m || !is_man(*m))
                return parse_error("captured men " + quote(words[2]) +
                                   " must be letters of KGMRNCP and kgmrncp, or -");
            --unseen[index(*m)];
        }
    } else if (words.size() == 2 && dark == 0) {
        for (auto& count : unseen)
            count = std::min(count, 0);
    }
    int unseen_total = 0;
    for (const Man m : kAllMen) {
        const int count = unseen[index(m)];
        if (count < 0)
            return parse_error(fmt::format("there are more than {} of {}", men_at_start(m),
                                           quote(std::string(1, letter(m)))));
        unseen_total += count;
        board.dark_left_[index(m)] = static_cast<std::uint8_t>(count);
        board.alive_[index(colour_of(m))] =
            static_cast<std::uint8_t>(board.alive(colour_of(m)) + count);
    }
    if (unseen_total != dark)
        return parse_error(fmt::format(
            "{} men are neither seen nor captured, but {} squares are dark", unseen_total, dark));
    if (words[1] == "-") {
        if (dark != kSquares)
            return parse_error("the side to move may be - only while every square is dark");
        return Board();
    }
    const auto side = colour_named(words[1]);
    const auto first = words.size() == 4 ? colour_named(words[3]) : side;
    if (!side || !first)
        return parse_error("a side is red or black, not " + quote(side ? words[3] : words[1]));
    if (dark == kSquares)
        return parse_error("while every square is dark the side to move is -");
    board.side_ = *side;
    board.first_ = static_cast<std::uint8_t>(*first);
    return board;
}

std::string Board::placement() const {
    return placement_text(at_);
}

std::string Board::text() const {
    std::string gone;
    for (const Man m : kAllMen)
        gone.append(static_cast<std::size_t>(captured(m)), letter(m));
    if (gone.empty())
        gone = "-";
    if (!coloured())
        return placement() + " - - -";
    return fmt::format("{} {} {} {}", placement(), darkchess::text(side_), gone,
                       darkchess::text(colour_of_seat(Seat::First)));
}

}  // namespace nebel::darkchess
