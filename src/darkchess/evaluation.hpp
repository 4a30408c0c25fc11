#pragma once

#include <array>
#include <cstdint>

#include "darkchess/board.hpp"

// What a position is worth, in a unit in which a general is worth 538.
namespace nebel::darkchess {

/// What a man is worth by its kind alone.    K    G    M    R    N    C    P
inline constexpr std::array<int, kKinds> kWorthOfKind{785, 538, 357, 257, 155, 398, 231};

/// Who is still in play, face down or not, and what each man is worth against the enemies left: a
/// king less for each pawn that could take it, any man more once nobody can. Only captures change
/// it, so a search carries it along.
class Material {
 public:
    explicit Material(const Board& board);

    /// A man has been captured.
    void remove(Man captured);

    [[nodiscard]] int alive(Man m) const { return alive_[index(m)]; }
    [[nodiscard]] int worth(Man m) const { return worth_[index(m)]; }
    /// Of all men in play.
    [[nodiscard]] int total() const { return total_; }
    /// Red's worth less black's.
    [[nodiscard]] int balance() const { return balance_; }
    /// Three bits for each of the 14 men: equal exactly for equal men in play.
    [[nodiscard]] std::uint64_t signature() const { return signature_; }

 private:
    void weigh();

    std::array<std::uint8_t, kManCodes> alive_{};
    std::array<std::int16_t, kManCodes> worth_{};
    int total_ = 0;
    int balance_ = 0;
    std::uint64_t signature_ = 0;
};

/// Where a man of this sort counts in a material's signature.
constexpr std::uint64_t signature_unit(Man m) {
    return std::uint64_t{1} << (3 * (index(m) < 8 ? index(m) : index(m) - 1));
}

/// No evaluation is greater than this, or less than its opposite.
inline constexpr int kMaxEvaluation = 12000;

/// For the side to move. Sees material, how near hunters are to their prey, and room to move; not
/// whose turn it is to capture, which is for a search.
int evaluate(const Board& board, const Material& material);

}  // namespace nebel::darkchess
