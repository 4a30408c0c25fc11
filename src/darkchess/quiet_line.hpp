#pragma once

#include <vector>

#include "darkchess/board.hpp"
#include "darkchess/rules.hpp"

namespace nebel::darkchess {

/// The plies since the last capture or flip. No earlier position can come back, so this is all that
/// a repetition rule needs to remember.
class QuietLine {
 public:
    explicit QuietLine(const Board& board) : keys_{board.key()} {}

    /// After a capture or a flip: everything before is gone for good.
    void restart(const Board& after);
    /// After a quiet move.
    void extend(Action played, const Board& after);

    /// How often the present position has stood on the board.
    [[nodiscard]] int occurrences() const;
    /// The smallest even p >= 2 such that the last 3p plies are the same p plies three times over;
    /// 0 when there is none.
    [[nodiscard]] int cycle() const;

    /// Whether a rule calls this line a draw.
    [[nodiscard]] bool repeats(Repetition rule) const;

    [[nodiscard]] const std::vector<Action>& actions() const { return actions_; }
    /// One more than there are actions: the positions before, between and after them.
    [[nodiscard]] const std::vector<std::uint64_t>& keys() const { return keys_; }

    bool operator==(const QuietLine&) const = default;

 private:
    std::vector<Action> actions_;
    std::vector<std::uint64_t> keys_;
};

}  // namespace nebel::darkchess
