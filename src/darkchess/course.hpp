#pragma once

#include <optional>

#include "darkchess/movegen.hpp"
#include "darkchess/quiet_line.hpp"
#include "game/outcome.hpp"

namespace nebel::darkchess {

/// The public course of a game: the board, what the draw rules must remember, and the judgement of
/// each ply. A referee adds the deal to it, a view adds whose eyes it looks through.
class Course {
 public:
    explicit Course(const Rules& rules) : Course(rules, Board()) {}
    /// From a position in the middle of a game; its quiet plies so far count, its repetitions are
    /// forgotten.
    Course(const Rules& rules, const Board& board) : rules_(rules), board_(board), line_(board) {}

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] const Board& board() const { return board_; }
    [[nodiscard]] const QuietLine& line() const { return line_; }
    [[nodiscard]] int plies() const { return plies_; }

    /// Plays a legal flip or move and says how the game stands. Order: the quiet limit, repetition
    /// (both only after a quiet move), no man, no move, the cap.
    std::optional<Outcome> flip(Square s, Man shown);
    std::optional<Outcome> move(Action action);

    bool operator==(const Course&) const = default;

 private:
    [[nodiscard]] std::optional<Outcome> judge() const;

    Rules rules_;
    Board board_;
    QuietLine line_;
    int plies_ = 0;
};

}  // namespace nebel::darkchess
