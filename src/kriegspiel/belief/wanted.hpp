#pragma once

#include <array>
#include <optional>

#include "core/rng.hpp"
#include "kriegspiel/belief/story.hpp"

namespace nebel::kriegspiel {

/// What would have to be different on a board for the next thing heard to make sense: a hidden man
/// of some kind on one of these squares, or one certain man elsewhere.
struct Wanted {
    std::array<chess::Bitboard, 7> squares{};  ///< by kind of man
    chess::Square man = chess::kNoSquare;      ///< only this one, where it is given

    [[nodiscard]] bool any() const;
    void everyone(chess::Bitboard set) { squares.fill(set); }
};

/// For a board that explains `ply` moves of the story and not the next: the opponent's move there.
/// Where a capture or a check was announced, the squares from which some man could have given it in
/// one move; where our pawns may capture, the squares before them.
Wanted wanted_for_hidden(const chess::Position& board, const Ply& ply);

/// The same for a move of ours, with the tries refused before it (or, without a ply, for the
/// running turn's refusals alone): whoever stands in the way must go, whoever was taken or blocked
/// us must have been there. Draws where several things are wrong.
Wanted wanted_for_own(const chess::Position& board,
                      const Ply* ply,
                      std::span<const Action> refused,
                      Rng& rng);

}  // namespace nebel::kriegspiel
