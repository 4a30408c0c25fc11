#include "kriegspiel/belief/move_prior.hpp"

#include "chess/movegen.hpp"

namespace nebel::kriegspiel {

namespace {

/// What a move has to do with what its maker had just been told.
struct Temptations {
    Temptations(const chess::Position& at, const Mover& mover)
        : position(at), lost_on(mover.heard->capture), pawn_tries(mover.pawns_can_take(at)) {}

    [[nodiscard]] bool none() const { return lost_on == chess::kNoSquare && !pawn_tries; }
    [[nodiscard]] bool retakes(chess::Move m) const {
        return lost_on != chess::kNoSquare && m.to() == lost_on;
    }
    [[nodiscard]] bool pawn_takes(chess::Move m) const {
        return pawn_tries && chess::type_of(position.piece_on(m.from())) == chess::kPawn &&
               position.is_capture(m);
    }

    const chess::Position& position;
    chess::Square lost_on;
    bool pawn_tries;
};

/// The shares of one position's moves; each move's probability follows.
struct Shares {
    Shares(const MovePrior& prior, const Temptations& tempts, const chess::MoveList& moves) {
        int retaking = 0;
        int pawn_taking = 0;
        for (const auto move : moves) {
            retaking += tempts.retakes(move);
            pawn_taking += tempts.pawn_takes(move);
        }
        const double retake_share = retaking > 0 ? prior.recapture : 0;
        const double pawn_share = pawn_taking > 0 ? (1 - retake_share) * prior.pawn_capture : 0;
        rest = (1 - retake_share - pawn_share) / static_cast<double>(moves.size());
        retake = retaking > 0 ? retake_share / retaking : 0;
        pawn_take = pawn_taking > 0 ? pawn_share / pawn_taking : 0;
    }
    [[nodiscard]] double of(const Temptations& tempts, chess::Move move) const {
        return rest + (tempts.retakes(move) ? retake : 0) +
               (tempts.pawn_takes(move) ? pawn_take : 0);
    }

    double rest;
    double retake;
    double pawn_take;
};

}  // namespace

std::uint8_t MovePrior::draw_kind(Rng& rng) const {
    double total = 0;
    for (const auto& kind : kinds)
        total += kind.share;
    EvenDraw draw(total, 1, rng);
    std::uint8_t drawn = 0;
    while (drawn + 1 < kind_count() && draw.times(share(drawn)) == 0)
        ++drawn;
    return drawn;
}

void MovePrior::weigh(const chess::Position& position,
                      const chess::MoveList& moves,
                      const Mover& mover,
                      std::span<double> probabilities) const {
    if (!kinds.empty())
        return kinds[mover.kind]->weigh(position, moves, mover, probabilities);
    const Temptations tempts(position, mover);
    const Shares shares(*this, tempts, moves);
    for (std::size_t i = 0; i < moves.size(); ++i)
        probabilities[i] = shares.of(tempts, moves[i]);
}

double MovePrior::probability(const chess::Position& position,
                              chess::Move move,
                              const Mover& mover) const {
    if (!kinds.empty())
        return kinds[mover.kind]->probability(position, move, mover);
    const Temptations tempts(position, mover);
    if (tempts.none())
        return 1.0 / chess::count_legal(position);
    chess::MoveList moves;
    chess::generate_legal(position, moves);
    return Shares(*this, tempts, moves).of(tempts, move);
}

}  // namespace nebel::kriegspiel
