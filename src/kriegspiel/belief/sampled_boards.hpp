#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "chess/position.hpp"
#include "core/budget.hpp"
#include "core/rng.hpp"
#include "kriegspiel/belief/histories.hpp"
#include "kriegspiel/belief/marginals.hpp"
#include "kriegspiel/belief/move_prior.hpp"
#include "kriegspiel/belief/story.hpp"
#include "kriegspiel/belief/wanted.hpp"

namespace nebel::kriegspiel {

/// One complete board that could be the truth.
struct SampledBoard {
    chess::Position position;
    Histories::Node history = Histories::kNone;  ///< the opponent's moves that led here
    std::uint32_t root = 0;
    double weight = 1;
    std::uint8_t kind = 0;  ///< of opponent: which of the prior's
};

/// How good a pool is, and what it took to keep it alive.
struct SamplerHealth {
    double effective = 0;  ///< boards that carry the weight: (sum w)^2 / sum w^2
    double invented_share =
        0;               ///< weight of boards whose history begins at an edited or invented one
    bool exact = false;  ///< the pool is every board there can be
    std::uint64_t expanded = 0;     ///< boards expanded by all hidden moves
    std::uint64_t starvations = 0;  ///< times no board explained what was heard
    std::uint64_t repairs = 0;      ///< times histories had to be re-routed
    std::uint64_t repaired = 0;     ///< boards recovered by re-routing histories
    std::uint64_t edited = 0;       ///< boards with a man put elsewhere against its history
    std::uint64_t invented = 0;     ///< boards made up to fit the last announcement only
    std::uint64_t proposals = 0;    ///< altered histories that were tried
    std::uint64_t accepted = 0;

    /// The work a budget counts as nodes.
    [[nodiscard]] std::uint64_t nodes() const { return expanded + proposals + invented; }
};

/// A pool of complete boards, each with a whole history of hidden moves under which the umpire
/// would have said exactly what the seat has heard.
///
/// After each hidden move every board is expanded by all moves that explain what was said, equal
/// boards are merged, and the pool is drawn anew in proportion to the prior of the moves. Then
/// chain steps (Metropolis) alter the hidden histories themselves, so that the pool forgets its
/// accidents. When what was heard leaves too few boards, the histories of the last pool that lived
/// are re-routed until some explain it: a man that could explain it is led there, or the chain
/// stumbles on it. At last boards are invented that fit the latest announcement. So the pool is
/// never empty while the game goes on and the umpire is honest.
class SampledBoards {
 public:
    struct Options {
        std::size_t boards = 2000;
        /// Above `boards`: with a budget the pool grows towards this number while there is time to
        /// spare, and shrinks again when there is not.
        std::size_t most_boards = 0;
        int chain_steps = 4;          ///< proposals for each board and turn
        double thin = 0.1;            ///< repair when fewer boards than this share are left
        int repair_proposals = 5000;  ///< at most, each time, where no budget says it
        MovePrior prior;
    };

    SampledBoards(const Rules& rules, Seat seat, const Options& options, std::uint64_t seed);

    /// An event of the own seat. Cheap: the work is done by `boards`.
    void hear(const Event& event) { story_.hear(event); }

    /// The pool for the moment, brought up to everything heard. Not empty while an honest game goes
    /// on. A budget cuts the pool and the chain short; a board expanded and a history altered count
    /// as one node each. Without one the options decide.
    std::span<const SampledBoard> boards(const Budget& budget = {});

    /// More chain steps over the current pool: for the opponent's time. Returns how many were
    /// taken.
    int rejuvenate(int steps);

    /// Forgets its own boards and goes on with those of a pool that heard the same, by its own
    /// luck.
    void take_over(const SampledBoards& other);

    [[nodiscard]] const Story& story() const { return story_; }
    [[nodiscard]] SamplerHealth health() const;
    /// The pool square by square, brought up to everything heard like `boards`.
    [[nodiscard]] Marginals marginals(const Budget& budget = {});

    /// The opponent's moves behind a board, oldest first, from its root on.
    [[nodiscard]] std::vector<chess::Move> hidden_moves(const SampledBoard& board) const;
    /// The latest of them; none at a root.
    [[nodiscard]] chess::Move last_move(const SampledBoard& board) const {
        return histories_.move(board.history);
    }
    [[nodiscard]] const Histories::Root& root_of(const SampledBoard& board) const {
        return histories_.root(board.root);
    }

 private:
    struct Child {
        std::uint32_t parent;
        chess::Move move;
        float log_probability;
        double weight;
    };

    void begin();
    void breathe(const Budget& budget, const BudgetMeter& spent);
    void advance(const Ply& ply, const Budget& budget);
    void make_own(const Ply& ply);
    void expand_hidden(const Ply& ply, BudgetMeter& meter);
    void keep(const std::vector<Child>& children, const std::vector<SampledBoard>& parents);
    void filter_turn(const Budget& budget);
    void rejuvenate(std::size_t steps, BudgetMeter& meter);
    void tidy();
    [[nodiscard]] const Said& heard_before(std::size_t ply) const;
    bool children_of(const SampledBoard& board,
                     std::uint32_t index,
                     const Ply& ply,
                     const Said& heard,
                     std::vector<Child>& children) const;

    // sampled_boards_repair.cpp
    [[nodiscard]] bool is_thin() const;
    void repair(const Budget& budget);
    bool carry_over(SampledBoard& board);
    void admit(std::span<const SampledBoard> boards, double trust);
    void spread(std::size_t wanted, BudgetMeter& meter);
    std::optional<SampledBoard> edited(
        const std::function<Wanted(const chess::Position&)>& wanted_of);
    void invent(std::size_t wanted);

    Story story_;
    Options options_;
    Rng rng_;
    Histories histories_;
    std::vector<SampledBoard> pool_;
    std::vector<SampledBoard> survivors_;  ///< the last pool that lived, before the latest news
    std::size_t survivors_ply_ = 0;
    std::size_t ply_ = 0;    ///< how much of the story the pool explains
    std::size_t tries_ = 0;  ///< refused tries of the running turn already applied
    std::int8_t asked_ = -1;
    bool begun_ = false;
    bool exact_ = false;        ///< nothing was ever left out of the pool
    std::size_t expanded_ = 0;  ///< boards at the latest hidden move
    bool cut_short_ = false;    ///< the budget ended before all were
    std::vector<Child> children_;
    SamplerHealth health_;
};

/// A part of a budget, for one of several stages of work. Simulations are not divided: they are
/// the last stage's own.
Budget part_of(const Budget& budget, double share);

}  // namespace nebel::kriegspiel
