#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "chess/position.hpp"
#include "core/error.hpp"

namespace nebel::kriegspiel {

/// What the chess evaluation of a complete board does not know because chess players see: which men
/// are worth more or less unseen, loose men, pawns that run, kings within reach. A weighted sum in
/// centipawns, added to the chess evaluation. The weights are found by play, not by theory
/// (docs/players/champion.md).
class BlindWorth {
 public:
    /// "Own" is the side that thinks, "enemy" the one it does not see.
    enum Feature : std::uint8_t {
        kPawns,  ///< more own pawns than enemy ones; so for the pieces
        kKnights,
        kBishops,
        kRooks,
        kQueens,
        kOwnSteps,  ///< ranks that own pawns have advanced
        kEnemySteps,
        kOwnPassed,  ///< passed pawns, each by the square of the way it has made, 0 to 1
        kEnemyPassed,
        kLoose,      ///< own pieces off the first rank that nothing protects, in pawns' worth
        kOwnRing,    ///< squares around the own king that enemy pieces attack
        kEnemyRing,  ///< squares around the enemy king that own pieces attack
        kOwnReach,   ///< squares that own pieces attack
        kEnemyReach,
        kTrade,         ///< lead in material in per cent of all material
        kKingOut,       ///< ranks that the own king has left home while the enemy has heavy pieces
        kFarPieces,     ///< own pieces in the enemy's half of the board
        kLoosePawns,    ///< own pawns that nothing protects
        kPawnGuarded,   ///< own pieces that a pawn protects
        kStormed,       ///< own pieces that an enemy pawn could attack by one step, in pawns' worth
        kStormedLater,  ///< the same by two steps and not by one
        kStorming,      ///< enemy pieces that an own pawn could attack by one step
        // When the enemy has few pieces left, each counted by how few they are, 0 to 1:
        kHunted,      ///< enemy pawns that own men attack
        kKingHunts,   ///< squares that the own king is nearer to an enemy man than it could be
        kLatePassed,  ///< own passed pawns
        // At all times again:
        kStopped,    ///< enemy passed pawns whose way is barred or watched, by the way like
                     ///< kOwnPassed
        kLooseHome,  ///< own pieces on the first rank that nothing protects
        kSheltered,  ///< pawns around an own king on a wing of its first rank, while the enemy has
                     ///< heavy pieces
        kOpenFiles,  ///< files of the own king and beside it without an own pawn, by the enemy's
                     ///< heavy pieces, 0 to 1
        kMayCastle,  ///< whether the own king may still castle, by the same
        kFeatures
    };
    using Values = std::array<double, kFeatures>;

    explicit BlindWorth(const Values& weights) : weights_(weights) {}

    /// Lines "name weight"; features that are not named weigh nothing. `#` begins a comment.
    static Parsed<BlindWorth> parse(std::string_view text);
    [[nodiscard]] std::string text() const;
    static std::string_view name(Feature feature);

    /// The features of a board for the side `us`.
    static Values features(const chess::Position& board, chess::Colour us);
    /// Centipawns to add to the chess evaluation for `us`.
    [[nodiscard]] double worth(const chess::Position& board, chess::Colour us) const;

 private:
    Values weights_;
};

/// `standard` (the shipped weights), `none` (null), or a file.
std::shared_ptr<const BlindWorth> load_blind_worth(const std::string& what);

}  // namespace nebel::kriegspiel
