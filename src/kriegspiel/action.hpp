#pragma once

#include <string>
#include <string_view>

#include "chess/types.hpp"
#include "core/error.hpp"

namespace nebel::kriegspiel {

/// What a seat asks of the umpire: a try ("e2e4", "e7e8q", castling "e1g1") or the question "any".
/// A try without a from-square is kept free for men dropped from a reserve.
struct Action {
    chess::Square from = chess::kNoSquare;
    chess::Square to = chess::kNoSquare;
    chess::PieceType promotion = chess::kNoType;

    static constexpr Action any() { return {}; }
    [[nodiscard]] constexpr bool is_any() const { return to == chess::kNoSquare; }

    static Parsed<Action> parse(std::string_view text);
    [[nodiscard]] std::string text() const;
    constexpr bool operator==(const Action&) const = default;
};

}  // namespace nebel::kriegspiel
