#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "chess/evaluate.hpp"
#include "chess/position.hpp"
#include "core/budget.hpp"

namespace nebel::chess {

/// What a search found, after an iteration or at the end.
struct SearchResult {
    Move best;      ///< none only when there is no legal move
    int score = 0;  ///< centipawns for the side to move; see kMate
    int depth = 0;  ///< last full iteration
    std::uint64_t nodes = 0;
    std::vector<Move> pv;
    bool operator==(const SearchResult&) const = default;
};

/// When a search ends: whichever comes first. With neither budget nor depth it searches to
/// kDefaultDepth.
struct Limits {
    Budget budget;
    int depth = 0;  ///< 0: not limited
    /// Only these moves at the root; empty: all.
    std::vector<Move> root_moves;

    static constexpr int kDefaultDepth = 8;
};

/// A small alpha-beta searcher for boards of any size: a sound opponent and a judge of sampled
/// boards, not a contender. Never prints: it reports through the callback and the result.
///
/// A search is a pure function of its arguments when limited by nodes or depth: nothing is carried
/// over from earlier searches unless Options::keep_table is set. One object serves one thread.
class Engine {
 public:
    struct Options {
        std::size_t table_megabytes = 8;
        bool keep_table = false;
    };

    Engine() : Engine(Options{}) {}
    explicit Engine(const Options& options);
    ~Engine();
    Engine(Engine&&) noexcept;
    Engine& operator=(Engine&&) noexcept;

    /// `history`: keys of earlier positions since the last capture or pawn move, oldest first, as
    /// History::keys() gives them; whether the current position's own key is included does not
    /// matter.
    SearchResult search(const Position& pos, std::span<const Key> history, const Limits& limits);
    SearchResult search(const Position& pos, std::span<const Key> history, const Budget& budget) {
        return search(pos, history, Limits{budget, 0, {}});
    }

    /// Called after every finished iteration, on the searching thread.
    void on_info(std::function<void(const SearchResult&)> callback);
    /// Forgets everything.
    void clear();

 private:
    class Search;
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace nebel::chess
