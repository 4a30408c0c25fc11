#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/budget.hpp"
#include "kriegspiel/players/metaposition_evaluation.hpp"

namespace nebel::kriegspiel {

/// Weighted maximax over metapositions (Ciancarini and Favini 2007): one predicted message for each
/// own move, one for each hidden reply, so that a level of the tree is a whole move; a node's value
/// is a * its own worth + (1 - a) * its best child's. The enemy is no opponent here but a hostile
/// world, and deep predictions weigh little.
///
/// The predictions: every own move is legal; it takes only where a man surely stands (or one square
/// short of a try just refused), and then a pawn if that can be; the moved man's exposure to pawns
/// is announced to the enemy. The hidden reply takes nothing, checks nothing, and gives us no pawn
/// capture.
class MetaSearch {
 public:
    struct Options {
        int depth = 4;
        double alpha = 0.6;
        int width = 8;  ///< moves expanded at an inner node; the root expands twice as many
        MetaWeights weights;
    };
    struct Candidate {
        Action action;
        double bonus = 0;  ///< added to its worth by the player (repetitions)
        double worth = 0;
        double value = 0;
        std::vector<Action> line;
    };

    explicit MetaSearch(const Options& options);

    /// Orders the candidates, best first; as deep as the meter allows. `likely_men` are squares
    /// taken to be occupied. Calls `on_depth(depth)` after each finished depth.
    template <class OnDepth>
    void run(const MetaBoard& root,
             std::vector<Candidate>& candidates,
             chess::Bitboard likely_men,
             BudgetMeter& meter,
             OnDepth&& on_depth);

    [[nodiscard]] const Options& options() const { return options_; }
    void set_alpha(double alpha) { options_.alpha = alpha; }

 private:
    static constexpr int kMaxDepth = 16;
    struct Child {
        MetaBoard board;
        Action action;
        double worth;
    };

    void make(const MetaBoard& before, const Action& action, chess::Bitboard likely, Child& child);
    double best_reply(
        const MetaBoard& board, int ply, int depth, BudgetMeter& meter, std::vector<Action>* line);
    void generate(const MetaBoard& board, int ply, BudgetMeter& meter);
    void start(const MetaBoard& root,
               std::vector<Candidate>& candidates,
               chess::Bitboard likely_men,
               BudgetMeter& meter);
    bool deepen(int depth, std::vector<Candidate>& candidates, BudgetMeter& meter);

    Options options_;
    std::vector<Child> roots_;
    std::array<std::vector<Child>, kMaxDepth + 1> children_;
    std::array<Action, kMaxDepth + 1> killers_{};
};

template <class OnDepth>
void MetaSearch::run(const MetaBoard& root,
                     std::vector<Candidate>& candidates,
                     chess::Bitboard likely_men,
                     BudgetMeter& meter,
                     OnDepth&& on_depth) {
    start(root, candidates, likely_men, meter);
    on_depth(1);
    for (int depth = 2; depth <= options_.depth && !meter.exhausted(); ++depth)
        if (deepen(depth, candidates, meter))
            on_depth(depth);
}

}  // namespace nebel::kriegspiel
