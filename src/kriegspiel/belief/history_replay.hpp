#pragma once

#include <vector>

#include "core/rng.hpp"
#include "kriegspiel/belief/histories.hpp"
#include "kriegspiel/belief/move_prior.hpp"
#include "kriegspiel/belief/story.hpp"

namespace nebel::kriegspiel {

/// One hidden history laid open: its moves, and a position that walks along them. What all ways of
/// altering a history share: go to a move, replay the story from there with every word of the
/// umpire checked, write the changed end back.
class HistoryReplay {
 public:
    HistoryReplay(const Story& story, const MovePrior& prior) : story_(story), prior_(prior) {}

    /// The end of a history under replay: the position and the last hidden move.
    struct State {
        chess::Position position;
        Histories::Node history = Histories::kNone;
    };

    /// Loads a board's history; `plies` is how much of the story it explains.
    void load(const Histories& histories,
              Histories::Node last,
              std::uint32_t root,
              std::size_t plies);

    [[nodiscard]] std::size_t hidden_moves() const { return steps_.size(); }

 protected:
    /// Goes to the position before hidden move `hidden`, which becomes `at_`; everything up to
    /// there is known to agree.
    void replay_until(std::size_t hidden);
    /// Makes a hidden move if it is legal and agrees with what was said; notes it in `fresh_`.
    bool make_hidden(chess::Move wanted, std::size_t ply);
    /// Makes the own move of a ply if the position agrees with all of it.
    bool make_own(std::size_t ply);
    /// Writes `fresh_` over the steps from `at_` on and gives the new end.
    void commit(Histories& histories, State& result);
    [[nodiscard]] const Said& heard_before(std::size_t ply) const {
        return ply == 0 ? story_.opening() : story_.plies()[ply - 1].said;
    }

    const Story& story_;
    const MovePrior& prior_;
    const Histories* histories_ = nullptr;
    std::uint32_t root_ = 0;
    std::size_t plies_ = 0;
    std::vector<Histories::Step> steps_;
    std::size_t at_ = 0;        ///< index of the first hidden move that is changed
    std::size_t ply_at_ = 0;    ///< its ply
    chess::Position position_;  ///< the replay's
    chess::MoveList moves_;
    std::vector<chess::Position> before_;  ///< before each hidden move, as far as walked
    std::vector<std::size_t> before_ply_;  ///< and its ply
    std::vector<Histories::Step> fresh_;
};

}  // namespace nebel::kriegspiel
