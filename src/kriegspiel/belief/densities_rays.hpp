#pragma once

#include <array>
#include <cstdint>

#include "chess/attacks.hpp"
#include "chess/shape.hpp"
#include "kriegspiel/event.hpp"

// The lines of the frame as lists of squares, for walks that stop where it is likely blocked.
namespace nebel::kriegspiel::rays {

struct Ray {
    std::uint8_t length = 0;
    std::array<std::uint8_t, 7> square{};

    [[nodiscard]] const std::uint8_t* begin() const { return square.data(); }
    [[nodiscard]] const std::uint8_t* end() const { return square.data() + length; }
};

inline constexpr int kDirections = 8;
inline constexpr int kStraight = 4;  ///< directions below this one are ranks and files
inline constexpr std::array<std::array<int, 2>, kDirections> kSteps{
    {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}};

constexpr std::array<std::array<Ray, kDirections>, 64> make_rays() {
    std::array<std::array<Ray, kDirections>, 64> table{};
    for (int s = 0; s < 64; ++s)
        for (int d = 0; d < kDirections; ++d) {
            int file = s % 8 + kSteps[d][0];
            int rank = s / 8 + kSteps[d][1];
            Ray& ray = table[s][d];
            for (; file >= 0 && file < 8 && rank >= 0 && rank < 8;
                 file += kSteps[d][0], rank += kSteps[d][1])
                ray.square[ray.length++] = static_cast<std::uint8_t>(rank * 8 + file);
        }
    return table;
}
inline constexpr auto kRays = make_rays();

/// How a check along the line from `other` to a king on `king` is announced: the longer diagonal
/// through the king's square is "long", and both are where they are equal.
inline std::uint8_t line_kind(const chess::Shape& shape, chess::Square king, chess::Square other) {
    if (chess::rank_of(king) == chess::rank_of(other))
        return kRankCheck;
    if (chess::file_of(king) == chess::file_of(other))
        return kFileCheck;
    const int length = chess::popcount(chess::line(king, other) & shape.mask);
    const int both =
        chess::popcount((chess::bishop_attacks(king, 0) | chess::bit(king)) & shape.mask) + 1;
    return length >= both - length ? kLongCheck : kShortCheck;
}

/// The directions a man slides in, as a range of the eight; empty for the others.
struct Slides {
    int first;
    int last;
};
constexpr Slides slides_of(chess::PieceType type) {
    switch (type) {
        case chess::kRook:
            return {0, kStraight};
        case chess::kBishop:
            return {kStraight, kDirections};
        case chess::kQueen:
            return {0, kDirections};
        default:
            return {0, 0};
    }
}

}  // namespace nebel::kriegspiel::rays
