#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/rng.hpp"
#include "darkchess/course.hpp"
#include "darkchess/endgame_table.hpp"
#include "darkchess/players/expectimax_position.hpp"
#include "darkchess/players/expectimax_time.hpp"
#include "search/transposition.hpp"

namespace nebel::darkchess {

struct ExpectimaxSettings {
    int depth = 64;          ///< of the last iteration
    std::size_t hash = 16;   ///< megabytes of transposition table
    int flip_plies = 1;      ///< plies from the root at which flips are searched as chance nodes
    int quiet_flips = 3;     ///< flips that touch nothing, looked at in the root
    bool probes = true;      ///< Star2; otherwise Star1
    int star_width = 2500;   ///< how far an outcome may be from the present evaluation
    int contempt = 20;       ///< how little a draw is liked
    int pass_reduction = 2;  ///< plies less for a pass
    int flip_reduction = 1;  ///< plies less for the outcomes of a flip
    bool tables = true;      ///< exact endgames
    std::uint64_t default_nodes = 200000;  ///< when the budget says nothing
};

struct ExpectimaxResult {
    Action best;
    int value = 0;  ///< for the side to move; in units of the evaluation
    int depth = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::vector<Action> line;
};

/// Finds an action by expectimax with iterative deepening. Decision nodes are searched by
/// principal variation search with a transposition table, killers and history; flips are chance
/// nodes with Star1/Star2 pruning near the root and a pass deeper down; leaves by captures only;
/// few men without dark ones are looked up.
///
/// Given a fixed number of nodes the answer depends on the course, the generator and the searches
/// since `forget` alone. Not for several threads.
class ExpectimaxEngine {
 public:
    /// Values from here on are forced wins; one less for each ply they take.
    static constexpr int kWin = 30000;

    explicit ExpectimaxEngine(const ExpectimaxSettings& settings);

    /// Before another game.
    void forget();

    /// The side to move must have an action. Blocks for as long as the budget allows.
    ExpectimaxResult search(const Course& course, const Budget& budget, Rng& rng);

    /// Called after each iteration. May be empty.
    std::function<void(const ExpectimaxResult&)> on_iteration;

 private:
    static constexpr int kMaxPly = 128;
    struct RootAction {
        Action action;
        int value;
    };

    void prepare_root(const Course& course, Rng& rng);
    void fetch_tables(const SearchPosition& root);
    bool search_root(int depth, ExpectimaxResult& result);
    int negamax(
        const SearchPosition& position, int depth, int ply, int alpha, int beta, bool passed);
    int quiescence(const SearchPosition& position, int ply, int alpha, int beta);
    int chance(const SearchPosition& position, Square s, int depth, int ply, int alpha, int beta);
    int probe_answer(const SearchPosition& next, int depth, int ply, int alpha, int beta);
    int child(
        const SearchPosition& position, Action action, int depth, int ply, int alpha, int beta);

    [[nodiscard]] bool repeated(const SearchPosition& position, int ply) const;
    [[nodiscard]] bool table_value(const SearchPosition& position, int ply, int& value) const;
    [[nodiscard]] std::uint64_t table_key(const SearchPosition& position) const;
    [[nodiscard]] int draw_value(int ply) const { return ply % 2 == 0 ? -draw_ : draw_; }
    [[nodiscard]] int static_value(const SearchPosition& position) const;
    /// How often the quiet limit's last plies have been cut into: 0 far from it, up to 8.
    [[nodiscard]] int urgency(const Board& board) const;
    bool spend();
    void reward(const Board& board, Action action, int depth, int ply);
    std::vector<Action> line_from(SearchPosition position, Action first) const;

    ExpectimaxSettings settings_;
    search::TranspositionTable<Action> memory_;
    BudgetMeter* meter_ = nullptr;
    bool stopped_ = false;
    Rules rules_;
    int draw_ = 0;
    std::unique_ptr<SearchPosition> root_;
    std::vector<RootAction> root_actions_;
    std::vector<std::uint64_t> keys_;  ///< of the quiet plies before the root, then of the line
    std::size_t before_root_ = 0;
    std::array<std::array<Action, 2>, kMaxPly> killers_{};
    std::array<std::array<std::array<int, kSquares>, kSquares>, 2> history_{};
    std::vector<std::pair<std::uint64_t, std::shared_ptr<const EndgameTable>>> tables_;
    std::chrono::milliseconds hard_{0};
};

/// Dark squares where a flip can matter at once: beside a revealed man, in a revealed cannon's
/// reach, or in reach of a revealed man should a cannon show.
Squares touching_flips(const Board& board);

}  // namespace nebel::darkchess
