#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/budget.hpp"
#include "kriegspiel/action.hpp"
#include "kriegspiel/prove/heard.hpp"

namespace nebel::kriegspiel {

/// A try that mates by force wherever it is legal: accepted, the game is won; refused, nothing is
/// lost but a word.
struct MatePlan {
    Action action;
    int moves = 0;            ///< own moves until mate, at most
    std::size_t covered = 0;  ///< boards that this try and the sure tries after it win
    bool complete = false;    ///< all of them
};

/// How often a try ends the game in a draw by stalemate.
struct StalemateCount {
    Action action;
    int legal = 0;       ///< boards that allow it
    int stalemates = 0;  ///< and on how many of them it stalemates
};

/// Proves mates over a set of complete boards of which one is the truth and nobody says which: the
/// own men stand alike on all of them, we are to move, and a plan must work on every board.
///
/// A plan is a tree. A refused try costs nothing and leaves the boards on which it is illegal; an
/// accepted one and the opponent's reply are announced, and every announcement splits the boards
/// further. Whoever wins with a try on all boards that allow it may as well make it first: a plan
/// for all boards is one for the others too. So a turn needs no search over the order of tries.
///
/// Proven means: on these boards, against every reply. Repetition is not seen. That somebody may
/// ask "Any?" is left out: an answer only tells us more, and binds only the opponent.
class MateProver {
 public:
    static constexpr int kMostMoves = 4;

    /// Both must outlive it. Each move made on a board is a node of the meter; when that is
    /// exhausted, nothing more is proven.
    MateProver(const Rules& rules, BudgetMeter& meter) : rules_(rules), meter_(meter) {}

    /// The first try of the shortest plan that mates on all boards within so many own moves. Where
    /// there is none, the sure try that covers most at the fewest moves. `tries`: what may be tried
    /// at this turn (what was refused already, or is forbidden, is not among them).
    std::optional<MatePlan> find(std::span<const chess::Position> boards,
                                 std::span<const Action> tries,
                                 int moves);

 private:
    using Boards = std::vector<const chess::Position*>;
    using Some = std::span<const chess::Position* const>;
    struct Branch {
        std::uint64_t heard;
        chess::Position board;
    };

    bool proves(Some boards, int moves);
    bool mates_all(Some boards);
    /// Of boards on which the try is legal.
    bool wins(const Action& action, Some boards, int moves);
    bool wins_on(const Action& action, Some boards, int moves);
    bool expand(const Action& action,
                const chess::Position& board,
                int moves,
                std::vector<Branch>& branches);
    /// Makes sure tries until none is left; removes the boards they win. Returns the first.
    std::optional<Action> make_sure_tries(Boards& boards, std::span<const Action> tries, int moves);
    [[nodiscard]] bool won(Standing standing) const;

    const Rules& rules_;
    BudgetMeter& meter_;
};

/// Which of the tries stalemate on some of the boards; only those. Nothing where stalemate wins.
std::vector<StalemateCount> stalemating_tries(std::span<const chess::Position> boards,
                                              std::span<const Action> tries,
                                              const Rules& rules,
                                              BudgetMeter& meter);

}  // namespace nebel::kriegspiel
