#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "darkchess/playout.hpp"

// How the two sides of a playout choose: the eight policies of Jouandeau and Cazenave (2014).
namespace nebel::darkchess {

/// A policy is a list of things to try, in order; the first that applies is done. What the paper
/// leaves open is settled as follows.
///
/// - Capture: every capture equally likely, whoever takes whom.
/// - Avoid: a man that the opponent could take now goes to a square where he could not; every such
///   move equally likely, captures counted. Does not apply when no man is attacked or no attacked
///   man has a safe square.
/// - Trap: an action after which the opponent has the fewest actions, every such action equally
///   likely. What a flip will show is not foreseen: it counts as one flip fewer. Always applies.
/// - Random: every legal action equally likely. Ends every list that does not end with Trap.
enum class Policy : std::uint8_t {
    Random,
    Capture,
    Avoid,
    Trap,
    CaptureAvoid,
    AvoidCapture,
    CaptureTrap,
    CaptureAvoidTrap,
};

/// In the order of the enumeration: "random", "capture", "avoid", "trap", "capture-avoid",
/// "avoid-capture", "capture-trap", "capture-avoid-trap".
inline constexpr std::array<std::string_view, 8> kPolicyNames{
    "random",        "capture",       "avoid",        "trap",
    "capture-avoid", "avoid-capture", "capture-trap", "capture-avoid-trap"};

constexpr std::string_view text(Policy policy) {
    return kPolicyNames[static_cast<std::size_t>(policy)];
}
std::optional<Policy> parse_policy(std::string_view name);

/// What the policy plays now; nothing when there is no action (the side to move has lost).
std::optional<Action> choose(const Board& board, Policy policy, Rng& rng);

/// As play_out of playout.hpp with both sides following the policy; `quiet` is where the counter of
/// quiet plies starts, whatever the board's own says. Allocates nothing.
PlayoutEnd play_out(Board& board, Policy policy, Rng& rng, const PlayoutLimits& limits, int quiet);

inline PlayoutEnd play_out(Board& board, Policy policy, Rng& rng, const PlayoutLimits& limits) {
    return play_out(board, policy, rng, limits, board.quiet());
}

}  // namespace nebel::darkchess
