#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "darkchess/action.hpp"
#include "darkchess/types.hpp"
#include "game/seat.hpp"

namespace nebel::darkchess {

/// A position in terms of its sets, for those who keep books of their own (playout_lanes.hpp).
struct BoardSets {
    std::array<Squares, kManCodes - 1> men{};  ///< where each revealed man stands, by its code
    Squares dark = 0;
    std::array<std::uint8_t, kManCodes> dark_left{};
    int quiet = 0;
    Colour to_move = Colour::Red;
    Colour first = Colour::Red;  ///< the first seat's
};

/// All that both sides can see: which men stand where, which squares are dark, how many of each man
/// are still face down somewhere, whose turn it is. The deal under the dark squares is no part of
/// it, so the same value serves the referee, a view and a search.
///
/// A plain value of 124 bytes without allocation. The sets of squares of the 14 different men and
/// the code of each square are kept in step, so moves can be found by shifting sets and played by a
/// few exclusive-ors. `flip` and `move` trust their caller: see movegen.hpp for what is legal.
class Board {
 public:
    /// All men face down; nobody has a colour yet.
    Board();

    /// A position without dark men: who does not stand on the board has been captured. The side to
    /// move is the first seat.
    static Board standing(const std::array<Man, kSquares>& men, Colour to_move);

    /// Trusts the sets.
    explicit Board(const BoardSets& sets);

    [[nodiscard]] Man at(Square s) const { return at_[s]; }
    /// Where the revealed men of this sort stand.
    [[nodiscard]] Squares squares_of(Man m) const { return squares_[index(m)]; }
    [[nodiscard]] Squares dark() const { return dark_; }
    [[nodiscard]] Squares empty() const { return empty_; }
    [[nodiscard]] Squares occupied() const { return ~empty(); }
    /// All revealed men of a colour.
    [[nodiscard]] Squares men_of(Colour colour) const {
        const Squares* s = row(colour);
        return s[0] | s[1] | s[2] | s[3] | s[4] | s[5] | s[6];
    }
    /// The seven sets of a colour, by kind.
    [[nodiscard]] const Squares* row(Colour colour) const {
        return squares_.data() + 8 * index(colour);
    }

    /// How many of this man are still face down.
    [[nodiscard]] int dark_left(Man m) const { return dark_left_[index(m)]; }
    /// Men of the colour not captured, dark ones counted.
    [[nodiscard]] int alive(Colour colour) const { return alive_[index(colour)]; }
    /// How many of this man have been captured.
    [[nodiscard]] int captured(Man m) const {
        return men_at_start(m) - dark_left(m) - std::popcount(squares_of(m));
    }

    /// Plies since the last capture or flip.
    [[nodiscard]] int quiet() const { return quiet_; }

    /// False until the first flip.
    [[nodiscard]] bool coloured() const { return first_ != kNobody; }
    /// Whose turn it is; red by convention while nobody has a colour.
    [[nodiscard]] Colour to_move() const { return side_; }
    /// The colour a seat plays. Only once there are colours.
    [[nodiscard]] Colour colour_of_seat(Seat seat) const {
        const auto first = static_cast<Colour>(first_);
        return seat == Seat::First ? first : other(first);
    }
    /// The seat that plays a colour; before the first flip the side to move is the first seat.
    [[nodiscard]] Seat seat_of(Colour colour) const {
        const Colour first = coloured() ? static_cast<Colour>(first_) : side_;
        return colour == first ? Seat::First : Seat::Second;
    }
    [[nodiscard]] Seat seat_to_move() const { return seat_of(side_); }

    /// Turns the dark man on `s` over: it is `shown`, of which one must be left.
    void flip(Square s, Man shown) {
        dark_ ^= bit(s);
        squares_[index(shown)] ^= bit(s);
        at_[s] = shown;
        --dark_left_[index(shown)];
        quiet_ = 0;
        if (!coloured()) {
            first_ = static_cast<std::uint8_t>(colour_of(shown));
            side_ = colour_of(shown);
        }
        side_ = other(side_);
    }

    /// Takes the man on `from` to `to`, capturing what stands there. Returns what stood there.
    Man move(Square from, Square to) {
        const Man mover = at_[from];
        const Man captured = at_[to];
        squares_[index(mover)] ^= bit(from) | bit(to);
        at_[from] = Man::None;
        at_[to] = mover;
        side_ = other(side_);
        if (captured == Man::None) {
            empty_ ^= bit(from) | bit(to);
            ++quiet_;
        } else {
            empty_ ^= bit(from);
            squares_[index(captured)] ^= bit(to);
            --alive_[index(side_)];
            quiet_ = 0;
        }
        return captured;
    }

    /// Gives the turn away. No action of the game: in a search it stands for a flip somewhere that
    /// touches nothing. Only once there are colours.
    void pass() {
        side_ = other(side_);
        quiet_ = 0;
    }

    bool operator==(const Board&) const = default;

    /// A number that tells placements with their side to move apart (not the quiet counter).
    [[nodiscard]] std::uint64_t key() const;

    /// "XXXX/XGCX/X-gX/XXM-/XkpX/X-GX/XX-N/XXXP black Ccrp black": rows from 8 down to 1, the side
    /// to move (`-` before the first flip), the captured men (`-` for none), the first seat's
    /// colour. On reading, the colour may be left out (then it is the side to move's), and so may
    /// the captured men when no man is dark. The quiet counter starts at 0.
    static Parsed<Board> parse(std::string_view text);
    [[nodiscard]] std::string text() const;
    /// The placement alone: the first word of `text`.
    [[nodiscard]] std::string placement() const;

 private:
    static constexpr std::uint8_t kNobody = 2;

    /// Sets everything that follows from the codes alone.
    explicit Board(const std::array<Man, kSquares>& men);

    std::array<Squares, kManCodes - 1> squares_{};
    Squares dark_ = ~Squares{0};
    Squares empty_ = 0;
    std::array<Man, kSquares> at_;
    std::array<std::uint8_t, kManCodes> dark_left_{};
    std::array<std::uint8_t, 2> alive_{16, 16};
    std::uint16_t quiet_ = 0;
    Colour side_ = Colour::Red;
    std::uint8_t first_ = kNobody;
};

/// Eight rows of four letters joined by '/', row 8 first: a placement or a deal.
std::string placement_text(const std::array<Man, kSquares>& men);
Parsed<std::array<Man, kSquares>> parse_placement(std::string_view text);

}  // namespace nebel::darkchess
