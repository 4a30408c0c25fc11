#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/inline_vec.hpp"
#include "core/rng.hpp"
#include "stratego/action.hpp"
#include "stratego/event.hpp"
#include "stratego/position.hpp"

namespace nebel::stratego {

/// One man as a seat knows it, from set-up to fall. Its place in the seat's list never changes.
struct Man {
    Square at = kNowhere;  ///< where it stands; kNowhere once it has fallen
    Square start = kNowhere;
    Rank rank = Rank::Unknown;  ///< Unknown: an enemy that has not been seen
    bool moved = false;
    bool shown = false;  ///< its enemy has seen the rank, in a strike or by a scout's long step

    [[nodiscard]] bool alive() const { return at != kNowhere; }
    bool operator==(const Man&) const = default;
};

/// All that one seat knows.
class View {
 public:
    using Men = InlineVec<Man, Setup::kMaxSize>;
    /// How many men of each rank.
    using Counts = std::array<std::uint8_t, kRanks>;

    View(const Rules& rules, Seat seat);

    /// Throws UserError for an event that cannot follow from the game so far.
    void hear(const Event& event);

    [[nodiscard]] const Rules& rules() const { return position_.rules(); }
    [[nodiscard]] Seat seat() const { return seat_; }
    [[nodiscard]] bool my_turn() const;
    [[nodiscard]] std::optional<Outcome> outcome() const { return outcome_; }
    /// Whether the seat's next action is its set-up.
    [[nodiscard]] bool setting_up() const { return !playing_ && my_turn(); }
    /// Whether the men stand on the board.
    [[nodiscard]] bool playing() const { return playing_; }

    template <std::size_t N>
    void actions(InlineVec<Action, N>& list) const {
        list.clear();
        MoveList moves;
        legal_moves(moves);
        for (const Move move : moves)
            list.push_back(Action::of(move));
    }
    /// The same without the wrapping; empty unless it is the seat's turn to move.
    void legal_moves(MoveList& moves) const;
    /// A random set-up while setting up, then a random legal move.
    [[nodiscard]] Action random_action(Rng& rng) const;

    /// The board as the seat sees it: the enemy's ranks where they are known.
    [[nodiscard]] const Position& position() const { return position_; }
    /// The men of a seat, in reading order of their first squares.
    [[nodiscard]] const Men& men(Seat seat) const { return men_[seat]; }
    [[nodiscard]] const Man* man_at(Square at) const;
    /// The men of a seat that have fallen; every one of them was shown in its last strike.
    [[nodiscard]] const Counts& lost(Seat seat) const { return lost_[seat]; }
    /// The enemy's ranks that have not been shown: how many of each are among its unknown men. In a
    /// game that began on a given board some of them may have been gone from the start.
    [[nodiscard]] Counts hidden() const;

    [[nodiscard]] std::string text() const;
    bool operator==(const View&) const = default;

 private:
    void begin(const Sight& sight);
    [[nodiscard]] bool fits_arena(const Sight& sight) const;
    [[nodiscard]] bool could_follow(const Event& event) const;
    void relocate(const Event& event);
    Man& man(Seat seat, Square at);
    void fall(Man& man, Seat seat);

    Seat seat_;
    Position position_;
    PerSeat<Men> men_;
    PerSeat<Counts> lost_;
    PerSeat<bool> ready_;
    bool playing_ = false;
    std::optional<Outcome> outcome_;
};

}  // namespace nebel::stratego
