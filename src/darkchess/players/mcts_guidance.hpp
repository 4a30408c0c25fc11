#pragma once

#include "darkchess/players/expectimax_position.hpp"
#include "darkchess/rules.hpp"

// What expectimax knows, for Monte Carlo trees: values and looks from 0 to 1.
namespace nebel::darkchess {

/// The evaluation after the captures that both sides would make, for the side to move.
int quiet_value(const SearchPosition& position);

/// How likely a position with this evaluation is won (a draw counts one half).
double win_chance(double value);

/// The chance of the first seat. Near the quiet limit a lead is worth less.
double first_seat_chance(const Board& board, const Rules& rules);

/// What an action takes less what the opponent can take next, as a chance; what a flip shows is not
/// foreseen. For the side to move.
double action_looks(const Board& board, Action action);

/// How good a won playout was: relative bonuses of Pepels, Tak, Lanctot and Winands (2014) for its
/// length and for the winner's lead at its end. Keeps their means and deviations, so it belongs to
/// one search.
class PlayoutQuality {
 public:
    /// From -1 (long, narrow) to 1 (short, clear), beside the playouts before; then counts it.
    double bonus(int plies, int lead);

 private:
    struct Running {
        double count = 0;
        double mean = 0;
        double squares = 0;
        /// The deviation of x from the mean so far in standard deviations, before x is counted.
        double add(double x);
    };
    Running plies_;
    Running lead_;
};

}  // namespace nebel::darkchess
