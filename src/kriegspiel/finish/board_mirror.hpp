#pragma once

#include "chess/shape.hpp"

namespace nebel::kriegspiel {

/// One of the ways in which a board looks like itself in a mirror: up to eight on a square one.
/// Without pawns and castling they change nothing, so tables keep one board of each eight.
struct Mirror {
    bool files = false;
    bool ranks = false;
    bool diagonal = false;  ///< comes last
    [[nodiscard]] bool plain() const { return !files && !ranks && !diagonal; }
    /// Seen back, the diagonal comes first: the files and ranks change places.
    [[nodiscard]] Mirror back() const { return diagonal ? Mirror{ranks, files, true} : *this; }
};

/// The mirror in which this king stands in the corner of the board that tables keep.
Mirror mirror_for(const chess::Shape& shape, chess::Square king);
chess::Square seen(const chess::Shape& shape, chess::Square s, Mirror mirror);
chess::Bitboard seen(const chess::Shape& shape, chess::Bitboard set, Mirror mirror);

}  // namespace nebel::kriegspiel
