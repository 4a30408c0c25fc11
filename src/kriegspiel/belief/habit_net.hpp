#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.hpp"
#include "core/error.hpp"
#include "core/inline_vec.hpp"
#include "kriegspiel/belief/move_features.hpp"

namespace nebel::kriegspiel {

/// What a player does when its men stand so: a small net from what the mover knows (its own men,
/// what it was told, its last move, the time) to a liking for each move. Players repeat themselves;
/// features of single moves cannot see the plan that a whole set-up is part of.
///
/// One hidden layer; a move's liking is the product of the hidden values with what belongs to its
/// man and target and to the square it leaves.
class HabitNet {
 public:
    static constexpr int kHidden = 32;
    static constexpr int kPlaces = 64;  ///< rank as the mover counts x file
    static constexpr int kTargets = 6 * kPlaces;
    enum : int {
        kOwn = 0,                 ///< type x place of an own man
        kMen = kOwn + kTargets,   ///< how many men the other side has, 1 to 16
        kLost = kMen + 16,        ///< place on which a man was just lost, or none
        kTold = kLost + 65,       ///< pawn captures were announced
        kCheck = kTold + 1,       ///< in check
        kLast = kCheck + 1,       ///< place the last move went to
        kTime = kLast + kPlaces,  ///< twelve stages of the game
        kCastle = kTime + 12,     ///< may castle short, long
        kInputs = kCastle + 2,
    };
    using Row = std::array<float, kHidden>;
    using Inputs = InlineVec<std::uint16_t, 32>;

    struct Weights {
        std::vector<Row> in = std::vector<Row>(kInputs);
        std::vector<Row> bias = std::vector<Row>(1);
        std::vector<Row> to = std::vector<Row>(kTargets);
        std::vector<Row> from = std::vector<Row>(kPlaces);
    };

    HabitNet() = default;
    explicit HabitNet(Weights weights) : weights_(std::move(weights)) {}

    static Inputs inputs(const chess::Position& position, const Mover& mover);
    /// Where a move goes with what, and where it comes from: rows of `to` and `from`.
    static int target(const chess::Position& position, chess::Move move);
    static int source(const chess::Position& position, chess::Move move);

    [[nodiscard]] Row hidden(const Inputs& inputs) const;
    /// A logarithm: the move's share of the others is e to it, beside all else.
    [[nodiscard]] float liking(const Row& hidden, int target, int source) const;
    [[nodiscard]] const Weights& weights() const { return weights_; }
    /// What one step of a byte is worth where these weights are written as bytes.
    static float scale_of(const std::vector<Row>& rows);

    /// Bytes in hexadecimal, a row a line; a scale for each part. What is written is rounded to
    /// 1/127 of a part's largest weight.
    [[nodiscard]] std::string text() const;
    static Parsed<HabitNet> parse(std::string_view text);

 private:
    Weights weights_;
};

}  // namespace nebel::kriegspiel
