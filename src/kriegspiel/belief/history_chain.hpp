#pragma once

#include "kriegspiel/belief/history_replay.hpp"

namespace nebel::kriegspiel {

/// Alters one hidden history and replays the story: the step of a Markov chain over histories.
/// Three kinds of change: a man goes elsewhere (and its later move starts from there), another man
/// moves instead, two moves change places. Each is as likely as its reversal, so the ratio of the
/// priors alone decides.
class HistoryChain : public HistoryReplay {
 public:
    using HistoryReplay::HistoryReplay;

    /// Tries one random change. True when it explains the story and was accepted: then `result`
    /// gives the new end, written into the histories.
    bool step(Histories& histories, Rng& rng, State& result);

 private:
    struct Rebase {
        chess::Square from = chess::kNoSquare;
        chess::Square to = chess::kNoSquare;
    };

    bool propose(Rng& rng);
    bool replay_rest();
    [[nodiscard]] chess::Move rebased(chess::Move move);

    chess::Move first_;  ///< the new move at `at_`
    bool swaps_ = false;
    Rebase rebases_[2];
};

}  // namespace nebel::kriegspiel
