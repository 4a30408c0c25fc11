#pragma once

#include <optional>
#include <string_view>

#include "core/inline_vec.hpp"
#include "core/rng.hpp"
#include "game/outcome.hpp"
#include "stratego/repetition.hpp"
#include "stratego/rules.hpp"

namespace nebel::stratego {

/// No army has more moves: 25 men that step, 8 scouts along row and file.
inline constexpr std::size_t kMaxMoves = 25 * 4 + 8 * 18;
using MoveList = InlineVec<Move, kMaxMoves>;

/// What is wrong with a move.
enum class Fault : std::uint8_t {
    None,
    NotOnBoard,
    NotOwnMan,
    CannotWalk,
    OwnManThere,
    TooFar,
    TwoSquares,
    MoreSquares,
};
/// One line of static text; empty for None.
std::string_view text(Fault fault);

/// The board in play, as the referee knows it or, with the enemy's ranks Unknown, as a seat sees
/// it: legality for the side to move needs no more. Holds no pointer and allocates nothing, so that
/// searches can copy it.
class Position {
 public:
    /// An empty board, the first seat to move.
    explicit Position(const Rules& rules);

    /// Puts a man on an empty square; Unknown for one whose rank is not known.
    void place(Seat seat, Square at, Rank rank);
    /// Gives the man on that square its rank.
    void learn(Square at, Rank rank);

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] Seat to_move() const { return to_move_; }
    [[nodiscard]] int plies() const { return plies_; }
    /// Plies since the last strike.
    [[nodiscard]] int quiet_plies() const { return quiet_plies_; }
    [[nodiscard]] Bits men(Seat seat) const { return men_[seat]; }
    /// The rank on a square; Unknown if it is empty or not known.
    [[nodiscard]] Rank rank(Square at) const { return ranks_[at]; }
    [[nodiscard]] bool empty(Square at) const {
        return !men_[to_move_].has(at) && !enemies().has(at);
    }

    /// Of a move of the side to move; its own men's ranks must be known.
    [[nodiscard]] Fault fault(Move move) const;
    void legal_moves(MoveList& moves) const;
    [[nodiscard]] bool has_legal_move() const;
    /// Every legal move equally likely; nothing if there is none. Much cheaper than the list.
    [[nodiscard]] std::optional<Move> random_move(Rng& rng) const;
    /// Whether some man of the seat has a square to go to, whoever is to move and whatever the
    /// rules on repetition say.
    [[nodiscard]] bool has_free_man(Seat seat) const;

    /// Makes a legal move to an empty square.
    void step(Move move);
    /// Makes a legal move to an enemy's square, where this came of it.
    void strike(Move move, Strike result);
    /// Makes a legal move; both ranks must be known. The result, if it was a strike.
    std::optional<Strike> play(Move move);

    /// How the game ended if the move before this position was the last, ranks known. A side that
    /// has no legal move on its turn loses; if the other has no man to move either it is a draw.
    [[nodiscard]] std::optional<Outcome> outcome_without_move() const;
    /// The draw by a limit that has been reached, if one has.
    [[nodiscard]] std::optional<Outcome> outcome_by_limit() const;

    bool operator==(const Position&) const = default;

 private:
    [[nodiscard]] Bits enemies() const { return men_[other(to_move_)]; }
    [[nodiscard]] Fault repetition_fault(Move move) const;
    template <class Visit>
    void for_each_target_set(Visit&& visit) const;
    void remove(Square at);
    void put(Square at, Rank rank);
    void finish(Move move, bool was_strike);

    Rules rules_;
    Bits open_;
    PerSeat<Bits> men_;
    PerSeat<Bits> walkers_;
    PerSeat<Bits> scouts_;
    std::array<Rank, kSquares> ranks_{};
    Repetition repetition_;
    int plies_ = 0;
    int quiet_plies_ = 0;
    Seat to_move_ = Seat::First;
};

}  // namespace nebel::stratego
