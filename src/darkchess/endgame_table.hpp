#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "darkchess/board.hpp"
#include "darkchess/evaluation.hpp"

// Perfect play with few men and none of them dark.
namespace nebel::darkchess {

/// How a position ends for the side to move when both play perfectly, the winner for speed, and
/// endless play is a draw. The draw rules are not part of it: a win that needs more plies than the
/// quiet limit leaves may not be one in the game.
struct EndgameValue {
    enum class Result : std::int8_t { Loss = -1, Draw = 0, Win = 1 };
    Result result = Result::Draw;
    int plies = 0;  ///< to the end of the game; 0 for a draw
    bool operator==(const EndgameValue&) const = default;
};

/// The values of all placements of one set of men, found by retrograde analysis. The board's two
/// reflections are folded: the first man stands in one quarter of it. Immutable once built.
class EndgameTable {
 public:
    static constexpr int kMaxMen = 4;

    /// The exact men in play; both colours are present, no man is dark.
    [[nodiscard]] EndgameValue probe(const Board& board) const;

    [[nodiscard]] std::size_t bytes() const { return values_.size(); }

    /// The table for the men on this board, or nothing when a man is dark, there are more than
    /// kMaxMen, or one side has none. Built on the first request, with the smaller ones it needs,
    /// and kept for the whole process; may be called from several threads. Four men take about
    /// 40 ms and half a megabyte, fewer next to nothing.
    static std::shared_ptr<const EndgameTable> get(const Board& board);
    /// The same for a signature of `Material`.
    static std::shared_ptr<const EndgameTable> get(std::uint64_t signature);
    /// Whether `get` would have to build nothing.
    static bool ready(std::uint64_t signature);
    /// How long a table of so many men takes to build on this machine, busy as it is, judged by the
    /// latest one built.
    static std::chrono::microseconds expected_build(int men);

 private:
    friend class EndgameBuilder;
    EndgameTable() = default;

    std::vector<Man> men_;  ///< red first, from the strongest down
    /// 0 for a draw, else one more than the plies to the end: even plies are losses.
    std::vector<std::uint8_t> values_;
};

}  // namespace nebel::darkchess
