#pragma once

#include "core/inline_vec.hpp"
#include "stratego/bits.hpp"
#include "stratego/rules.hpp"
#include "stratego/setup.hpp"
#include "stratego/types.hpp"

namespace nebel::stratego {

/// What the two-squares and the more-squares rule have to remember. All of it is public: where men
/// stand and who moved which, never a rank. So a seat's view keeps the same memory as the referee,
/// and a position counts as repeated when every man stands where it stood, not when an equal one
/// does: the latter would let legality whisper about hidden ranks.
class Repetition {
 public:
    /// Whether the seat, about to move, has gone to and fro `times` times in a row with this man
    /// and would cross the same border once more. Strikes count.
    [[nodiscard]] bool two_squares(Seat seat, Move move, int times) const;

    /// Whether the seat would repeat a position of its continuous chase. `enemies` are the other
    /// seat's men; the target must be empty.
    [[nodiscard]] bool more_squares(Seat seat, Move move, Bits enemies) const;

    /// After the seat's move was made. `enemies` are the other seat's men as they now stand. (That
    /// a striker fell needs no telling: no other man comes to its square without a move of its
    /// own.)
    void remember(Seat seat, Move move, bool strike, Bits enemies);

    bool operator==(const Repetition&) const = default;

 private:
    static constexpr std::size_t kTrail = 6;  // five moves and where they began

    /// The cells of the man the seat moved last, newest last.
    PerSeat<InlineVec<Square, kTrail>> trail_;
    PerSeat<Move> last_;
    /// For how many plies the seat has been chasing.
    PerSeat<int> chase_;
    /// Both seats' moves while one of them chases; no strike among them.
    InlineVec<Move, Rules::kMaxPlies> moves_;
};

}  // namespace nebel::stratego
