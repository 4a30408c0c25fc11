#pragma once

#include <optional>
#include <string>

#include "game/game.hpp"
#include "kriegspiel/event.hpp"
#include "kriegspiel/own_men.hpp"
#include "kriegspiel/rules.hpp"
#include "kriegspiel/turn.hpp"

namespace nebel::kriegspiel {

/// How many of the enemy's men are known to be gone, as the captures were announced.
struct Taken {
    std::uint8_t pawns = 0;
    std::uint8_t pieces = 0;  ///< a promoted pawn counts here
    std::uint8_t unsaid = 0;  ///< the ruleset does not tell pawn from piece
    [[nodiscard]] int all() const { return pawns + pieces + unsaid; }
    bool operator==(const Taken&) const = default;
};

/// All that one seat knows: its own men, what was announced, this turn's refusals. Only events make
/// it; there is no other way in.
class View {
 public:
    View(const Rules& rules, Seat seat);

    void hear(const Event& event);

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] Seat seat() const { return seat_; }
    [[nodiscard]] Seat to_move() const { return to_move_; }
    [[nodiscard]] bool my_turn() const { return !outcome_ && to_move_ == seat_; }
    [[nodiscard]] std::optional<Outcome> outcome() const { return outcome_; }

    [[nodiscard]] const OwnMen& own() const { return own_; }
    /// What was said to this seat in its running turn; empty while the opponent is to move.
    [[nodiscard]] const Turn& turn() const { return turn_; }
    [[nodiscard]] const Taken& taken() const { return taken_; }
    /// Enemy men left beside the king: always known, every capture is announced.
    [[nodiscard]] int enemy_men() const { return enemy_men_; }
    /// Enemy pawns and pieces left if none has promoted; exact where captures name the man.
    [[nodiscard]] int enemy_pawns_left() const { return enemy_pawns_ - taken_.pawns; }
    [[nodiscard]] int enemy_pieces_left() const { return enemy_pieces_ - taken_.pieces; }
    /// In `open` the whole board, otherwise nothing.
    [[nodiscard]] const std::optional<chess::Position>& board() const { return board_; }

    void actions(TryList& list) const;
    [[nodiscard]] Action random_action(Rng& rng) const;
    [[nodiscard]] std::string text() const;
    bool operator==(const View&) const = default;

 private:
    void hear_start(const Event& event);
    void hear_placed(const Event& event);
    void build_told_board();
    void hear_moved(const Event& event);
    void hear_capture(const Event& event);

    Rules rules_;
    Seat seat_;
    Seat to_move_ = Seat::First;
    OwnMen own_;
    Turn turn_;
    Taken taken_;
    std::uint8_t enemy_pawns_ = 0;   ///< at the start
    std::uint8_t enemy_pieces_ = 0;  ///< at the start, without the king
    std::int16_t enemy_men_ = 0;
    std::optional<Outcome> outcome_;
    std::optional<chess::Position> board_;
    std::uint8_t told_castling_ = chess::kNoCastling;
    chess::Square told_ep_ = chess::kNoSquare;
    std::optional<OwnMen> told_enemy_;  ///< in `open`, while another start is being told
};

}  // namespace nebel::kriegspiel
