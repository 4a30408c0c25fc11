#pragma once

#include <array>
#include <cstdint>

#include "chess/bitboard.hpp"
#include "chess/types.hpp"
#include "kriegspiel/belief/densities_maps.hpp"

namespace nebel::kriegspiel {

/// The eight directions of a queen and what lies in them, for whole-board tables.
struct Directions {
    static constexpr std::array<int, 8> kStep{8, 1, 9, 7, -8, -1, -9, -7};
    static constexpr int kNone = 8;
    std::array<std::array<chess::Bitboard, 8>, 64> ray{};
    std::array<std::array<std::uint8_t, 64>, 64> towards{};   ///< index of the direction, or kNone
    std::array<std::array<std::uint8_t, 64>, 64> distance{};  ///< king steps
};
extern const Directions kDirections;

/// Density maps prepared for a tree that asks for chances many times: sums and products along every
/// line, so that one lookup a direction answers what an own man on a square has to fear or may hit,
/// whichever own men block. Built once for each search and depth; about fifty kilobytes.
class Outlook {
 public:
    Outlook() = default;
    /// `enemy`: whose men the maps tell of.
    Outlook(const DensityMaps& maps, chess::Colour enemy);

    [[nodiscard]] float king(chess::Square s) const { return king_[s]; }
    [[nodiscard]] float pawn(chess::Square s) const { return pawn_[s]; }
    [[nodiscard]] float piece(chess::Square s) const { return piece_[s]; }
    [[nodiscard]] float man(chess::Square s) const { return man_[s]; }

    /// Expected enemy pawns that could take on the square.
    [[nodiscard]] float pawn_threat(chess::Square s) const { return pawn_threat_[s]; }
    /// Expected enemy men other than pawns that could take on the square past own men.
    [[nodiscard]] float piece_control(chess::Square s, chess::Bitboard own) const {
        float sum = near_[s];
        for (int d = 0; d < 8; ++d)
            sum += lines_[s][d][free_run(s, d, own)];
        return sum;
    }
    /// Chance that nothing stands on the `steps` squares from s on in a direction.
    [[nodiscard]] float clear(chess::Square s, int direction, int steps) const {
        return clear_[s][static_cast<std::size_t>(direction)][static_cast<std::size_t>(steps)];
    }
    /// Chance that a man on `from` sees the enemy king: along straight lines, diagonals or both.
    [[nodiscard]] float sees_king(chess::Square from,
                                  bool straight,
                                  bool diagonal,
                                  chess::Bitboard own) const {
        float sum = 0;
        for (int d = 0; d < 8; ++d)
            if ((d & 2) ? diagonal : straight)
                sum += kings_[from][d][free_run(from, d, own)];
        return sum;
    }
    /// Expected line pieces beyond `from`, seen away from the own king: what may pin it.
    [[nodiscard]] float lurking(chess::Square from, int direction, chess::Bitboard own) const {
        return lines_[from][static_cast<std::size_t>(direction)]
                     [static_cast<std::size_t>(free_run(from, direction, own))];
    }

 private:
    using Lines = std::array<std::array<std::array<float, 8>, 8>, 64>;

    // Squares before the first own man in a direction, or before the edge of the frame.
    static int free_run(chess::Square s, int d, chess::Bitboard own) {
        const chess::Bitboard ray = kDirections.ray[s][static_cast<std::size_t>(d)];
        const chess::Bitboard stops = ray & own;
        if (!stops)
            return 7;  // sums stay what they were beyond the edge
        const auto first = d < 4 ? std::countr_zero(stops) : 63 - std::countl_zero(stops);
        return kDirections.distance[s][static_cast<std::size_t>(first)] - 1;
    }

    std::array<float, 64> king_{};
    std::array<float, 64> pawn_{};
    std::array<float, 64> piece_{};
    std::array<float, 64> man_{};
    std::array<float, 64> pawn_threat_{};
    std::array<float, 64> near_{};  ///< king and knights
    Lines lines_{};                 ///< [square][direction][steps]
    Lines clear_{};
    Lines kings_{};
};

}  // namespace nebel::kriegspiel
