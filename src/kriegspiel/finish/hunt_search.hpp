#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/budget.hpp"
#include "kriegspiel/finish/hunt_evaluation.hpp"
#include "kriegspiel/finish/hunt_memory.hpp"
#include "kriegspiel/finish/hunters.hpp"
#include "kriegspiel/rules.hpp"

namespace nebel::kriegspiel {

/// Searches over sets of possible king squares: we choose a try, the umpire's worst answer and the
/// king's worst reply choose what we know next. A refused try costs nothing and leaves the smaller
/// set of kings that could have caused it. Iterative deepening in moves of ours, so that an answer
/// is always at hand.
class HuntSearch {
 public:
    HuntSearch(const Rules& rules, const chess::Shape& shape);

    struct Question {
        Hunters men;
        chess::Bitboard kings = 0;
        int clock = 0;  ///< half-moves since a capture or pawn move
        /// Tries that must not be made unless nothing else is left (they repeat, or they would
        /// stalemate a king outside `kings` that is still possible).
        std::function<bool(const Action&)> barred;
        /// How often our men have stood before as a try would have them stand: going round in
        /// circles is what a guess that cannot see the way out does.
        std::function<int(const Action&)> visits;
        /// What a try costs that `kings` does not show, in the unit of Cost; may be empty.
        std::function<Cost(const Action&)> regret;
        /// What this hunt has learned already; may be null.
        const HuntMemory* memory = nullptr;
    };
    struct Found {
        Action action;
        Cost cost = 0;
        /// What the hunt should remember of this set: the cost of the way from here, every move of
        /// it included.
        Cost lesson = 0;
        int depth = 0;
        std::uint64_t nodes = 0;
    };

    /// Makes the tables that hunts with these men need, or goes on with it until the meter (may be
    /// null: no limit) is exhausted.
    void prepare(const Hunters& men, BudgetMeter* meter) { evaluation_.prepare(men, meter); }
    /// Those of the kings that are worth a thought: the others draw in any case.
    [[nodiscard]] chess::Bitboard winnable(const Hunters& men, chess::Bitboard kings) const {
        return evaluation_.winnable(men, kings);
    }
    /// Nothing when no king of the set allows any try.
    std::optional<Found> find(const Question& question, const Budget& budget);

 private:
    struct Try {
        Action action;
        chess::Bitboard refused;
        Cost guess;
        Cost weariness = 0;
        bool barred = false;
    };
    using TryList = InlineVec<Try, 256>;
    struct Entry {
        std::uint64_t key = 0;
        Cost cost = 0;
        std::int8_t depth = -1;
        std::int8_t bound = 0;  ///< -1: at most, 0: exact, 1: at least
    };

    Cost search(const Hunters& men,
                chess::Bitboard kings,
                int depth,
                int ply,
                int clock,
                Cost alpha,
                Cost beta);
    /// The cost of a try that was accepted, up to `limit`: from there on "at least".
    Cost accepted(const Hunters& before,
                  const Action& action,
                  chess::Bitboard kings,
                  int depth,
                  int ply,
                  int clock,
                  Cost alpha,
                  Cost limit);
    void order(const Hunters& men, chess::Bitboard kings, int ply, int clock, TryList& tries);
    [[nodiscard]] bool drawn_by_clock(int clock) const;
    Entry& slot(std::uint64_t key) { return table_[key & (table_.size() - 1)]; }

    bool fifty_;
    int cap_;
    bool stalemate_wins_;
    CheckMap checks_;
    HuntEvaluation evaluation_;
    std::vector<Entry> table_;
    BudgetMeter* meter_ = nullptr;
    const HuntMemory* memory_ = nullptr;
};

}  // namespace nebel::kriegspiel
