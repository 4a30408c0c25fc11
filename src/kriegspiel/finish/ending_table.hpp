#pragma once

#include <cstdint>
#include <vector>

#include "kriegspiel/finish/hunters.hpp"

namespace nebel::kriegspiel {

/// How many moves a bare king survives against one or two pieces when both sides see everything:
/// every placement, by retrograde analysis on whole sets of king squares at once. What a defender
/// that sees everything plays by. No pawns.
class EndingTable {
 public:
    static constexpr int kNever = 255;

    /// Made when first asked for, then shared by the whole program. Threads may ask at once.
    static const EndingTable& shared(const chess::Shape& shape,
                                     std::vector<chess::PieceType> pieces);

    /// One or two of queen, rook, bishop, knight. Two pieces take about a second and 16 MB.
    EndingTable(const chess::Shape& shape, std::vector<chess::PieceType> pieces);

    /// Moves of the attacker until mate, the bare king on `king` being the one to move; 0: it is
    /// mate. kNever: it escapes. The men must be the table's kinds, none missing.
    [[nodiscard]] int distance(const Hunters& men, chess::Square king) const;

    /// The same with the attacker to move, for all squares of the bare king at once: [square].
    [[nodiscard]] const std::uint8_t* attacker_distances(const Hunters& men) const {
        return &attacker_distance_[index(men) * 64];
    }

    /// Whether these are the men the table is about.
    [[nodiscard]] bool covers(const Hunters& men) const;

 private:
    [[nodiscard]] std::size_t index(const Hunters& men) const;
    [[nodiscard]] bool place(std::size_t index, Hunters& men) const;
    void solve();

    const chess::Shape* shape_;
    std::vector<chess::PieceType> pieces_;
    std::vector<std::uint8_t> distance_;           ///< king to move: [index(men)][king]
    std::vector<std::uint8_t> attacker_distance_;  ///< attacker to move
};

}  // namespace nebel::kriegspiel
