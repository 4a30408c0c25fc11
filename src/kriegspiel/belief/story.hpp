#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kriegspiel/view.hpp"

namespace nebel::kriegspiel {

/// What the umpire said when a move had been made: everything a board must agree with.
struct Said {
    chess::Square capture = chess::kNoSquare;  ///< as announced (the landing where that is told)
    Man man = Man::Unsaid;
    bool en_passant = false;
    bool promotion = false;  ///< told; means nothing where promotions are silent
    std::uint8_t kinds = 0;
    std::int8_t pawn_count = -1;
    std::int8_t pawn_any = -1;
    bool pawn_squares_told = false;
    chess::Bitboard pawn_squares = 0;
    bool operator==(const Said&) const = default;
};

/// One move of the game as a seat has heard it.
struct Ply {
    bool own = false;
    Action move{};                  ///< the own move; unknown for the opponent's
    std::int8_t asked = -1;         ///< the answer to "Any?" before the move, whoever asked
    std::uint32_t tries_begin = 0;  ///< own tries refused before the own move
    std::uint32_t tries_end = 0;
    Said said;
};

/// One seat's game so far as a list of moves with what was said after each: the evidence that
/// beliefs must explain. Built from the seat's events alone.
class Story {
 public:
    Story(const Rules& rules, Seat seat);

    void hear(const Event& event);

    /// What the seat knows for certain now.
    [[nodiscard]] const View& view() const { return view_; }
    [[nodiscard]] const std::vector<Ply>& plies() const { return plies_; }
    /// Own tries refused before an own move, or (for the running turn) since the last move.
    [[nodiscard]] std::span<const Action> tries(const Ply& ply) const {
        return std::span(tries_).subspan(ply.tries_begin, ply.tries_end - ply.tries_begin);
    }
    [[nodiscard]] std::span<const Action> tries_this_turn() const {
        return std::span(tries_).subspan(turn_begin_);
    }
    [[nodiscard]] std::int8_t asked_this_turn() const { return asked_; }
    /// What opened the running turn at the start of the game: only then is there no move before it.
    [[nodiscard]] const Said& opening() const { return opening_; }
    /// The start, where both sides' men are known: the rules' own. Nothing when the game began
    /// elsewhere: then the enemy's men were never seen, and `own_start` is all there is.
    [[nodiscard]] const std::optional<chess::Position>& known_start() const { return start_; }
    [[nodiscard]] const OwnMen& own_start() const { return own_start_; }
    [[nodiscard]] chess::Colour first_to_move() const { return first_to_move_; }

 private:
    void hear_moved(const Event& event);
    Said& latest() { return plies_.empty() ? opening_ : plies_.back().said; }

    View view_;
    std::optional<chess::Position> start_;
    OwnMen own_start_;
    chess::Colour first_to_move_;
    std::vector<Ply> plies_;
    std::vector<Action> tries_;
    std::uint32_t turn_begin_ = 0;
    std::int8_t asked_ = -1;
    Said opening_;
};

}  // namespace nebel::kriegspiel
