#include "kriegspiel/belief/move_prior.hpp"

namespace nebel::kriegspiel {

void MovePrior::weigh(const chess::Position& position,
                      const chess::MoveList& moves,
                      const Said& heard,
                      std::span<double> probabilities) const {
    const bool lost_a_man = heard.capture != chess::kNoSquare;
    const bool pawn_tries = heard.pawn_count > 0 || heard.pawn_any == 1 || heard.pawn_squares != 0;
    const auto retakes = [&](chess::Move m) { return lost_a_man && m.to() == heard.capture; };
    const auto pawn_takes = [&](chess::Move m) {
        return pawn_tries && position.is_capture(m) &&
               chess::type_of(position.piece_on(m.from())) == chess::kPawn;
    };
    int retaking = 0;
    int pawn_taking = 0;
    for (const auto move : moves) {
        retaking += retakes(move);
        pawn_taking += pawn_takes(move);
    }
    const double retake_share = retaking > 0 ? recapture : 0;
    const double pawn_share = pawn_taking > 0 ? (1 - retake_share) * pawn_capture : 0;
    const double rest = (1 - retake_share - pawn_share) / static_cast<double>(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
        probabilities[i] = rest;
        if (retake_share > 0 && retakes(moves[i]))
            probabilities[i] += retake_share / retaking;
        if (pawn_share > 0 && pawn_takes(moves[i]))
            probabilities[i] += pawn_share / pawn_taking;
    }
}

}  // namespace nebel::kriegspiel
