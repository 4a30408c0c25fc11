#pragma once

#include "kriegspiel/finish/hunters.hpp"
#include "kriegspiel/players/metaposition_evaluation.hpp"
#include "kriegspiel/turn.hpp"

namespace nebel::kriegspiel {

/// How likely an enemy with a few men left is stalemated. What remains of a beaten army is
/// mostly what could not move away: pawns that our own men block, pawns behind their king, men
/// pinned to it. The finisher knows bare kings only; this is for the moves before.
///
/// Every square on which a man may stand counts alike, as in the whole metaposition. The risk is
/// rather too high than too low: each man is looked at alone, so that one may stand in the way of
/// another without being noticed; knights and sliders shut in by several of their own men are not
/// counted.
class StalemateRisk {
 public:
    /// The most enemy men beside the king; with more the risk is taken to be none.
    static constexpr int kMostMen = 5;

    /// Both must outlive it.
    StalemateRisk(const MetaBoard& board, const MetaDensity& density)
        : board_(board), density_(density) {}

    /// The enemy is to move, our men stand as the board has them.
    [[nodiscard]] double now() const;
    /// After this try of ours, if it is accepted.
    [[nodiscard]] double after(const Action& action) const;

 private:
    struct Standing;
    [[nodiscard]] double risk(const Standing& standing) const;
    [[nodiscard]] double king_risk(const Standing& standing, chess::Square king) const;
    [[nodiscard]] double pinned(const Standing& standing,
                                chess::Square king,
                                chess::Square slider,
                                chess::Bitboard flights) const;
    [[nodiscard]] double stuck(const Standing& standing,
                               chess::Square king,
                               chess::Bitboard squares,
                               chess::Bitboard flights) const;
    [[nodiscard]] double weight(const Standing& standing,
                                chess::PieceType type,
                                chess::Square s) const;

    const MetaBoard& board_;
    const MetaDensity& density_;
};

/// The last look at the tries of a turn, for every player that follows the game by a metaposition:
/// where we are far ahead and a stalemate draws, tries that may stalemate are left out as long as
/// there are others.
class StalemateGuard {
 public:
    /// A risk so small that avoiding it would cost more than it saves. After `kLongQuiet`
    /// half-moves without a capture it doubles with every `kPatience` more: the fifty moves are a
    /// draw as well.
    static constexpr double kAccepted = 0.00005;
    static constexpr int kLongQuiet = 40;
    static constexpr int kPatience = 10;

    /// The board must outlive it.
    explicit StalemateGuard(const MetaBoard& board);

    /// Whether it has anything to say at this turn.
    [[nodiscard]] bool watching() const { return watching_; }
    /// The tries whose risk is accepted, in their order; those of the least risk where every try
    /// that may be legal has more. "Any?" is always among them.
    [[nodiscard]] TryList safe(const TryList& tries) const;

 private:
    const MetaBoard& board_;
    MetaDensity density_;
    bool watching_;
};

}  // namespace nebel::kriegspiel
