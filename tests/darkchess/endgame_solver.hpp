#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "darkchess/movegen.hpp"

// A retrograde solver for endgames without dark men, to count wins, draws and losses over all
// placements. Endless play is a draw.
namespace nebel::darkchess::testing {

struct EndgameCounts {
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    int longest = 0;  ///< plies of the longest forced win or loss
    bool operator==(const EndgameCounts&) const = default;
};

/// One set of men, e.g. "KGkp" (red first), with the value of every placement for both sides to
/// move. A value is 0 for a draw, else one more than the plies to the end: even plies are losses.
class Endgame {
 public:
    using Family = std::map<std::string, std::unique_ptr<Endgame>>;

    Endgame(const std::string& letters, Family& family) : letters_(letters) {
        for (const char c : letters)
            men_.push_back(*man_from_letter(c));
        solve(family);
    }

    static const Endgame& get(const std::string& letters, Family& family) {
        auto& slot = family[letters];
        if (!slot)
            slot = std::make_unique<Endgame>(letters, family);
        return *slot;
    }

    /// Of a position with exactly these men: 0 for a draw, else one more than the plies to the end,
    /// so that even values are wins for the side to move.
    [[nodiscard]] int value(const Board& position) const {
        Placement squares{};
        Squares left = 0;
        for (std::size_t i = 0; i < men_.size(); ++i) {
            if (i == 0 || men_[i] != men_[i - 1])
                left = position.squares_of(men_[i]);
            squares[i] = pop_lowest(left);
        }
        return values_[2 * code(squares) + index(position.to_move())];
    }

    /// Over all placements that differ; men of one sort are interchangeable.
    [[nodiscard]] EndgameCounts count(Colour side) const {
        std::uint64_t twins = 1;
        for (std::size_t i = 1; i < men_.size(); ++i)
            twins *= men_[i] == men_[i - 1] ? 2 : 1;
        EndgameCounts counts;
        for_each_placement([&](std::uint32_t place, const Placement&) {
            const int value = values_[2 * place + index(side)];
            if (value == 0)
                ++counts.draws;
            else
                ++(value % 2 == 0 ? counts.wins : counts.losses);
            counts.longest = std::max(counts.longest, value - 1);
        });
        counts.wins /= twins;
        counts.draws /= twins;
        counts.losses /= twins;
        return counts;
    }

 private:
    using Placement = std::array<Square, 4>;
    using Value = std::uint8_t;

    /// A ply of news: by this depth the position has a winning move, or one move fewer that might
    /// save it.
    struct News {
        std::uint32_t position;
        bool wins;
    };

    std::uint32_t code(const Placement& squares) const {
        std::uint32_t place = 0;
        for (std::size_t i = men_.size(); i-- > 0;)
            place = place * kSquares + squares[i];
        return place;
    }

    template <class Body>
    void for_each_placement(Body&& body) const {
        const std::uint32_t places = 1u << (5 * men_.size());
        for (std::uint32_t place = 0; place < places; ++place) {
            Placement squares{};
            Squares used = 0;
            for (std::size_t i = 0; i < men_.size(); ++i) {
                squares[i] = static_cast<Square>((place >> (5 * i)) & 31u);
                used |= bit(squares[i]);
            }
            if (std::popcount(used) == static_cast<int>(men_.size()))
                body(place, squares);
        }
    }

    [[nodiscard]] Board board(const Placement& squares, Colour side) const {
        std::array<Man, kSquares> men;
        men.fill(Man::None);
        for (std::size_t i = 0; i < men_.size(); ++i)
            men[squares[i]] = men_[i];
        return Board::standing(men, side);
    }

    /// The value of the position after a capture, looked up in the smaller endgame.
    int value_after_capture(const Placement& squares,
                            Action action,
                            Colour next,
                            Family& family) const {
        std::string letters;
        Placement rest{};
        for (std::size_t i = 0; i < men_.size(); ++i) {
            if (squares[i] == action.to)
                continue;
            rest[letters.size()] = squares[i] == action.from ? action.to : squares[i];
            letters += letters_[i];
        }
        for (const char c : letters)
            if (colour_of(*man_from_letter(c)) == next) {
                const Endgame& smaller = get(letters, family);
                return smaller.values_[2 * smaller.code(rest) + index(next)];
            }
        return 1;  // no man left: lost at once
    }

    void tell(int depth, News news) {
        if (news_.size() <= static_cast<std::size_t>(depth))
            news_.resize(static_cast<std::size_t>(depth) + 1);
        news_[static_cast<std::size_t>(depth)].push_back(news);
    }

    void solve(Family& family) {
        const std::size_t positions = std::size_t{2} << (5 * men_.size());
        values_.assign(positions, 0);
        std::vector<std::uint8_t> hopes(positions, 0);  // moves not yet known to lose
        for_each_placement([&](std::uint32_t place, const Placement& squares) {
            for (const Colour side : {Colour::Red, Colour::Black}) {
                const std::uint32_t position = 2 * place + static_cast<std::uint32_t>(side);
                const Board here = board(squares, side);
                Actions actions;
                generate(here, actions);
                hopes[position] = static_cast<std::uint8_t>(actions.size());
                if (actions.empty())
                    tell(0, {position, false});
                for (const Action action : actions)
                    if (is_man(here.at(action.to)))
                        if (const int value =
                                value_after_capture(squares, action, other(side), family);
                            value != 0)
                            tell(value, {position, value % 2 != 0});
            }
        });
        for (std::size_t depth = 0; depth < news_.size(); ++depth) {
            const auto news = std::move(news_[depth]);
            for (const auto& [position, wins] : news) {
                if (values_[position] != 0)
                    continue;
                if (!wins && hopes[position] > 0 && --hopes[position] > 0)
                    continue;
                values_[position] = static_cast<Value>(depth + 1);
                spread(position, static_cast<int>(depth) + 1);
            }
        }
        news_.clear();
    }

    /// Tells every position from which a quiet step of the other side leads here.
    void spread(std::uint32_t position, int value) {
        const std::uint32_t place = position / 2;
        const auto mover = static_cast<Colour>((position & 1u) ^ 1u);
        Squares used = 0;
        for (std::size_t i = 0; i < men_.size(); ++i)
            used |= bit(static_cast<Square>((place >> (5 * i)) & 31u));
        for (std::size_t i = 0; i < men_.size(); ++i) {
            if (colour_of(men_[i]) != mover)
                continue;
            const unsigned shift = static_cast<unsigned>(5 * i);
            const auto at = static_cast<Square>((place >> shift) & 31u);
            const Squares here = bit(at);
            Squares before =
                (here << 4 | here >> 4 | (here << 1 & 0xeeeeeeeeu) | (here >> 1 & 0x77777777u)) &
                ~used;
            while (before != 0) {
                const std::uint32_t from = pop_lowest(before);
                const std::uint32_t was = (place & ~(31u << shift)) | from << shift;
                tell(value, {2 * was + static_cast<std::uint32_t>(mover), value % 2 != 0});
            }
        }
    }

    std::string letters_;
    std::vector<Man> men_;
    std::vector<Value> values_;
    std::vector<std::vector<News>> news_;
};

}  // namespace nebel::darkchess::testing
