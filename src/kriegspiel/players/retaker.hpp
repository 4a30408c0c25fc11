#pragma once

#include "game/view_player.hpp"
#include "kriegspiel/game.hpp"
#include "kriegspiel/players/last_words.hpp"

namespace nebel::kriegspiel {

/// Random, but takes back on the square where it just lost a man while any try leads there; with
/// `takes_pawn_tries` it also makes every pawn capture that may exist before anything else.
class Retaker final : public ViewPlayer<Kriegspiel> {
 public:
    explicit Retaker(bool takes_pawn_tries) : takes_pawn_tries_(takes_pawn_tries) {}

    void begin(const Rules& rules, Seat seat, std::uint64_t seed) override;
    void hear(const Event& event) override;
    Action act(const Budget& budget) override;

 private:
    bool takes_pawn_tries_;
    LastWords said_;
};

}  // namespace nebel::kriegspiel
