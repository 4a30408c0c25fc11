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

    /// Loads a board's history, of an opponent of this kind; `plies` is how much of the story it
    /// explains.
    void load(const Histories& histories,
              Histories::Node last,
              std::uint32_t root,
              std::size_t plies,
              std::uint8_t kind = 0);

    [[nodiscard]] std::size_t hidden_moves() const { return steps_.size(); }

 protected:
    /// Goes to the position before hidden move `hidden`, which becomes `at_`; everything up to
    /// there is known to agree.
    void replay_until(std::size_t hidden);
    /// Makes a hidden move if it is legal and agrees with what was said, and notes it.
    bool make_hidden(chess::Move wanted, std::size_t ply);
    /// Notes a hidden move that agrees: made at `before`, in this ply.
    void note_hidden(chess::Move move, const chess::Position& before, std::size_t ply) {
        fresh_.push_back({move, ply, before});
    }
    /// Makes the own move of a ply if the position agrees with all of it.
    bool make_own(std::size_t ply);
    /// Asks the prior about the noted moves. False as soon as they are certain to be less likely
    /// than the steps they replace by more than e to `least`. Moves are weighed last because most
    /// changes contradict what was heard before their end.
    bool weigh(double least);
    /// Writes the weighed moves over the steps from `at_` on and gives the new end.
    void commit(Histories& histories, State& result);
    [[nodiscard]] chess::Move last_noted() const { return fresh_.back().move; }
    [[nodiscard]] const Said& heard_before(std::size_t ply) const {
        return ply == 0 ? story_.opening() : story_.plies()[ply - 1].said;
    }

    const Story& story_;
    const MovePrior& prior_;
    const Histories* histories_ = nullptr;
    std::uint32_t root_ = 0;
    std::size_t plies_ = 0;
    std::uint8_t kind_ = 0;
    std::vector<Histories::Step> steps_;
    std::size_t at_ = 0;        ///< index of the first hidden move that is changed
    std::size_t ply_at_ = 0;    ///< its ply
    chess::Position position_;  ///< the replay's
    chess::MoveList moves_;
    std::vector<chess::Position> before_;  ///< before each hidden move, as far as walked
    std::vector<std::size_t> before_ply_;  ///< and its ply

 private:
    struct Fresh {
        chess::Move move;
        std::size_t ply;
        chess::Position before;
        float log_probability = 0;
    };
    std::vector<Fresh> fresh_;
};

}  // namespace nebel::kriegspiel
