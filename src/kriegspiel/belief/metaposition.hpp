#pragma once

#include <vector>

#include "kriegspiel/belief/metaposition_board.hpp"

namespace nebel::kriegspiel {

/// What one seat can be sure of, kept up from its events: everything the umpire's words exclude is
/// gone, and the truth is always inside. Hearing is cheap; the work is done when asked.
class Metaposition {
 public:
    Metaposition(const Rules& rules, Seat seat);

    /// Every event of the own seat, in order.
    void hear(const Event& event);

    /// Brought up to everything heard.
    [[nodiscard]] const MetaBoard& board() const;
    [[nodiscard]] const Story& story() const { return story_; }

    [[nodiscard]] chess::Bitboard may_be(chess::PieceType type) const {
        return board().may_be(type);
    }
    [[nodiscard]] chess::Bitboard may_be_empty() const { return board().may_be_empty(); }
    [[nodiscard]] bool contains(const chess::Position& position) const {
        return board().contains(position);
    }

 private:
    void restart() const;
    void apply(MetaBoard& board, std::size_t ply) const;

    Rules rules_;
    Seat seat_;
    Story story_;
    std::vector<bool> enemy_refused_;  ///< for each ply: a try was refused publicly before it
    bool refused_now_ = false;
    int start_pawns_ = 0;
    int start_pieces_ = 0;
    bool begun_elsewhere_ = false;
    // The last ply may still be talked about: it is applied to a copy.
    mutable MetaBoard settled_;
    mutable MetaBoard now_;
    mutable std::size_t settled_plies_ = 0;
    mutable bool stale_ = true;
};

}  // namespace nebel::kriegspiel
