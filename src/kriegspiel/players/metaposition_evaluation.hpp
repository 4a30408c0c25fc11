#pragma once

#include <array>

#include "kriegspiel/belief/metaposition_board.hpp"

namespace nebel::kriegspiel {

/// What a metaposition is worth, in pawns and a half or so: the paper's three parts (material
/// safety, position, information) and progress toward mate. The paper gives the parts and few
/// numbers; these are the ones we measured with.
struct MetaWeights {
    std::array<double, 7> value{0, 1.6, 2.8, 3.0, 4.5, 9.0, 0};  ///< by chess::PieceType
    double enemy_piece = 3.6;                                    ///< an officer of unknown kind
    double control = 0.025;                                      ///< a square we may attack
    double passed_file = 0.5;   ///< an own pawn with no possible enemy pawn before it
    double age = 0.02;          ///< the most an unseen square costs
    double chance = 0.5;        ///< of what a try may take by luck
    double told_risk = 0.8;     ///< the enemy hears of its pawn captures and makes them
    double blind_risk = 0.12;   ///< it takes what it does not see
    double moved_risk = 0.2;    ///< the same for the man just moved
    double retake_risk = 0.95;  ///< it takes back where it just lost a man
    double check_risk = 0.5;    ///< it takes what just gave check
    double cover = 0.1;         ///< chance that a man is covered, for each man the enemy has
    double last_man = 6;        ///< more for the last man that can mate
};

/// Own move by which a metaposition came about: some of its worth lies in the move. The default is
/// no move.
struct MetaMove {
    Action action{};
    bool takes = false;
};

/// How many of each kind the enemy has and how thinly they are spread over the squares where they
/// may be: the estimate behind every chance. A metaposition itself knows no probabilities; every
/// possible square counts alike.
class MetaDensity {
 public:
    explicit MetaDensity(const MetaBoard& board);

    /// Chance that an enemy man stands on this square.
    [[nodiscard]] double man(chess::Square s) const;
    /// What it would be worth on average.
    [[nodiscard]] double worth(chess::Square s, const MetaWeights& weights) const;
    /// Chance that a given possible man of this type is real.
    [[nodiscard]] double each(chess::PieceType type) const { return each_[type]; }
    [[nodiscard]] double number(chess::PieceType type) const { return number_[type]; }

 private:
    const MetaBoard& board_;
    std::array<double, 7> number_{};
    std::array<double, 7> each_{};
};

/// The worth of the metaposition after an own move, before the hidden reply.
double evaluate(const MetaBoard& before,
                const MetaMove& move,
                const MetaBoard& after,
                const MetaWeights& weights);

/// Own material against what the enemy may have, from -1 to 1.
double material_balance(const MetaBoard& board, const MetaWeights& weights);

}  // namespace nebel::kriegspiel
