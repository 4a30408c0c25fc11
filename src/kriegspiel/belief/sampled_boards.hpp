#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "chess/position.hpp"
#include "core/rng.hpp"
#include "kriegspiel/belief/histories.hpp"
#include "kriegspiel/belief/marginals.hpp"
#include "kriegspiel/belief/move_prior.hpp"
#include "kriegspiel/belief/story.hpp"

namespace nebel::kriegspiel {

/// One complete board that could be the truth.
struct SampledBoard {
    chess::Position position;
    Histories::Node history = Histories::kNone;  ///< the opponent's moves that led here
    std::uint32_t root = 0;
    double weight = 1;
};

/// How good a pool is, and what it took to keep it alive.
struct SamplerHealth {
    double effective = 0;           ///< boards that carry the weight: (sum w)^2 / sum w^2
    double invented_share = 0;      ///< weight of boards whose history begins at an invented board
    std::uint64_t starvations = 0;  ///< times no board explained what was heard
    std::uint64_t repaired = 0;     ///< boards recovered by re-routing histories
    std::uint64_t invented = 0;     ///< boards made up to fit the last announcement only
    std::uint64_t proposals = 0;    ///< steps of the chain that were tried
    std::uint64_t accepted = 0;
};

/// A pool of complete boards, each with a whole history of hidden moves under which the umpire
/// would have said exactly what the seat has heard.
///
/// After each hidden move every board is expanded by all moves that explain what was said, equal
/// boards are merged, and the pool is drawn anew in proportion to the prior of the moves. Then
/// chain steps (Metropolis) alter the hidden histories themselves, so that the pool forgets its
/// accidents. When what was heard leaves too few boards, the histories of the last pool that lived
/// are re-routed until some explain it; at last boards are invented that fit the latest
/// announcement. So the pool is never empty while the game goes on.
class SampledBoards {
 public:
    struct Options {
        std::size_t boards = 2000;
        int chain_steps = 2;          ///< proposals for each board and turn
        double thin = 0.05;           ///< repair when fewer boards than this share are left
        int repair_proposals = 6000;  ///< at most, each time
        MovePrior prior;
    };

    SampledBoards(const Rules& rules, Seat seat, const Options& options, std::uint64_t seed);

    /// An event of the own seat. Cheap: the work is done by `boards`.
    void hear(const Event& event) { story_.hear(event); }

    /// The pool for the moment, brought up to everything heard. Never empty while the game goes on.
    std::span<const SampledBoard> boards();

    /// More chain steps over the current pool: for the opponent's time. Returns how many were
    /// taken.
    int rejuvenate(int steps);

    [[nodiscard]] const Story& story() const { return story_; }
    [[nodiscard]] SamplerHealth health() const;
    /// The pool square by square, brought up to everything heard like `boards`.
    [[nodiscard]] Marginals marginals();

    /// The opponent's moves behind a board, oldest first, from its root on.
    [[nodiscard]] std::vector<chess::Move> hidden_moves(const SampledBoard& board) const;
    [[nodiscard]] const Histories::Root& root_of(const SampledBoard& board) const {
        return histories_.root(board.root);
    }

 private:
    friend class HistoryChain;
    struct Child {
        std::uint32_t parent;
        chess::Move move;
        float log_probability;
        double weight;
    };

    void begin();
    void advance(const Ply& ply);
    void make_own(const Ply& ply);
    void expand_hidden(const Ply& ply);
    void keep(const std::vector<Child>& children, const std::vector<SampledBoard>& parents);
    void filter_turn();
    void repair();
    void invent();
    void tidy();
    [[nodiscard]] const Said& heard_before(std::size_t ply) const;
    bool children_of(const SampledBoard& board,
                     std::uint32_t index,
                     const Ply& ply,
                     const Said& heard,
                     std::vector<Child>& children) const;

    Story story_;
    Options options_;
    Rng rng_;
    Histories histories_;
    std::vector<SampledBoard> pool_;
    std::vector<SampledBoard> survivors_;  ///< the last pool that lived, before the latest move
    std::size_t survivors_ply_ = 0;
    std::size_t ply_ = 0;    ///< how much of the story the pool explains
    std::size_t tries_ = 0;  ///< refused tries of the running turn already applied
    std::int8_t asked_ = -1;
    bool begun_ = false;
    SamplerHealth health_;
};

}  // namespace nebel::kriegspiel
