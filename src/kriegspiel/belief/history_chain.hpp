#pragma once

#include <optional>
#include <vector>

#include "core/rng.hpp"
#include "kriegspiel/belief/histories.hpp"
#include "kriegspiel/belief/move_prior.hpp"
#include "kriegspiel/belief/story.hpp"

namespace nebel::kriegspiel {

/// Alters one hidden history and replays the story: the step of a Markov chain over histories, and
/// the tool of repair. Three kinds of change: a man goes elsewhere (and its later move starts from
/// there), another man moves instead, two moves change places. Each is as likely as its reversal,
/// so the ratio of the priors alone decides.
class HistoryChain {
 public:
    HistoryChain(const Story& story, const MovePrior& prior) : story_(story), prior_(prior) {}

    /// A history under replay: the moves, and the position they lead to.
    struct State {
        chess::Position position;
        Histories::Node history = Histories::kNone;
    };

    /// Loads a board's history; `plies` is how much of the story it explains.
    void load(const Histories& histories,
              Histories::Node last,
              std::uint32_t root,
              std::size_t plies);

    /// Tries one random change. True when it explains the story and was accepted: then `result`
    /// gives the new end, written into the histories.
    bool step(Histories& histories, Rng& rng, State& result);

    [[nodiscard]] std::size_t hidden_moves() const { return steps_.size(); }

 private:
    struct Rebase {
        chess::Square from = chess::kNoSquare;
        chess::Square to = chess::kNoSquare;
    };

    void replay_until(std::size_t hidden);
    bool propose(Rng& rng);
    bool replay_rest();
    bool make_hidden(chess::Move wanted, const Ply& ply, std::size_t ply_index);
    [[nodiscard]] chess::Move rebased(chess::Move move);

    const Story& story_;
    const MovePrior& prior_;
    const Histories* histories_ = nullptr;
    std::uint32_t root_ = 0;
    std::size_t plies_ = 0;
    std::vector<Histories::Step> steps_;
    std::size_t at_ = 0;        ///< index of the hidden move that is changed
    std::size_t ply_at_ = 0;    ///< its ply
    chess::Position position_;  ///< the replay's
    chess::MoveList moves_;
    chess::Move first_;  ///< the new move at `at_`
    bool swaps_ = false;
    Rebase rebases_[2];
    std::vector<Histories::Step> fresh_;
};

}  // namespace nebel::kriegspiel
