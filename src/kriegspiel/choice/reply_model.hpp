#pragma once

#include <memory>
#include <optional>
#include <span>

#include "chess/position.hpp"
#include "core/rng.hpp"
#include "kriegspiel/belief/move_model.hpp"
#include "kriegspiel/choice/blind_worth.hpp"
#include "kriegspiel/rules.hpp"

namespace nebel::kriegspiel {

/// An opponent, as far as the model of its moves asks.
struct Opponent {
    std::uint8_t kind = 0;  ///< which of the MoveKinds
    chess::Move last = {};  ///< its latest move; none if nobody knows it
};

/// What a try of ours leads to on one complete board, when the opponent answers as one who does not
/// see our men: it takes back where it was told of a capture, makes the pawn captures it is told
/// of, takes the man that gives check, and hits anything else only by accident. A share of the
/// judgement belongs to an attentive opponent that takes what hangs, so that we do not live on
/// its blindness alone.
///
/// Values are bounded: +1 a mate, 0 level or drawn, -1 lost. No board can outvote many others.
class ReplyModel {
 public:
    struct Settings {
        double recapture = 0.95;
        double pawn_capture = 0.9;
        double take_checker = 0.9;
        double accident = 0.05;   ///< for each of our men that could be taken
        double attentive = 0.25;  ///< share of the opponent that sees
        double scale = 800;       ///< centipawns at which a value is 0.76
        /// Worth of what we could take next turn, as a share of its exchange value: men we attack
        /// are sometimes still there.
        double threat = 0.0;
        /// The same for what a pawn could take, of which we shall be told.
        double pawn_threat = 0.0;
        /// How the blind opponent chooses its moves: fitted to games. Without it the chances above.
        MoveKinds moves;
        /// What a board is worth beyond chess; may be null.
        std::shared_ptr<const BlindWorth> worth;
    };

    ReplyModel(const Rules& rules, const Settings& settings)
        : settings_(settings),
          stalemate_wins_(rules.says().stalemate_loses),
          probes_(probes_pawns(rules)) {}

    /// `before` with our legal move still to be made, from our point of view.
    [[nodiscard]] double value(const chess::Position& before,
                               chess::Move move,
                               const Opponent& opponent = {}) const;

    /// The same for all of these legal moves, where only the best few matter: captures, promotions,
    /// checks and the `closely` most promising of the others are judged in full, the rest by a
    /// guess and by what the blind opponent's replies changed for those on average.
    void values(const chess::Position& before,
                const chess::MoveList& moves,
                const Opponent& opponent,
                std::size_t closely,
                std::span<double> result) const;

    /// An answer drawn as such an opponent chooses: the attentive one mates, or takes what it wins
    /// most by, the blind one moves by the model. `after` has our move made, `said` is what was
    /// said of it, and the opponent can move.
    [[nodiscard]] chess::Move answer(const chess::Position& after,
                                     const Said& said,
                                     const Opponent& opponent,
                                     Rng& luck) const;

    /// A judgement in centipawns as a value.
    [[nodiscard]] double bounded(double centipawns) const;

 private:
    /// The board after a move of ours.
    struct Outcome {
        Outcome(const chess::Position& before, chess::Move move);

        chess::Square taken_on;  ///< where we took, as the opponent was told; or no square
        chess::Position after;
    };
    /// What a move comes to before anybody asks how a blind opponent moves, which costs most.
    struct Sight {
        std::optional<double> settled;  ///< the game is over
        double attentive = 0;           ///< the value against an opponent that sees
        double standing = 0;  ///< centipawns if a blind one changes nothing, with what we threaten
    };
    [[nodiscard]] Sight first_sight(const Outcome& outcome) const;
    [[nodiscard]] double in_full(const Outcome& outcome,
                                 const Sight& sight,
                                 const Opponent& opponent) const;
    [[nodiscard]] double blind(const Outcome& outcome,
                               const chess::MoveList& replies,
                               double standing) const;
    [[nodiscard]] double fitted(const Outcome& outcome,
                                const chess::MoveList& replies,
                                const Opponent& opponent,
                                double standing) const;
    [[nodiscard]] double mixed(double attentive, double blind) const {
        return settings_.attentive * attentive + (1 - settings_.attentive) * blind;
    }
    [[nodiscard]] double threats(const chess::Position& after) const;

    Settings settings_;
    bool stalemate_wins_;
    bool probes_;  ///< nobody is told what pawns can take
};

}  // namespace nebel::kriegspiel
