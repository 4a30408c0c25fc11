#pragma once

#include "kriegspiel/event.hpp"

namespace nebel::kriegspiel {

/// What the umpire said last that a simple player acts upon: where a man of ours was just taken,
/// and whether our pawns may capture.
struct LastWords {
    chess::Square lost_on = chess::kNoSquare;
    bool pawn_tries = false;

    void hear(const Event& event, Seat me) {
        if (event.type == Event::Type::Moved)
            *this = {};
        else if (event.type == Event::Type::Capture && event.seat != me)
            lost_on = event.square;
        else if (event.type == Event::Type::PawnTries && event.seat == me)
            pawn_tries = event.count > 0 || event.any == 1 || event.squares != 0;
        else if (event.type == Event::Type::Answer && event.seat == me)
            pawn_tries = event.any == 1;
    }
};

}  // namespace nebel::kriegspiel
