#include "darkchess/policies.hpp"

#include <algorithm>

#include "darkchess/nth_bit.hpp"
#include "darkchess/playout_lanes.hpp"
#include "darkchess/playout_loop.hpp"
#include "darkchess/policies_moves.hpp"

namespace nebel::darkchess {

namespace {

enum class Try : std::uint8_t { Capture, Avoid, Trap };

/// A policy as the list of things it tries; uniformly random when none applies.
template <class NthBit, Try... tries>
struct Chooser {
    [[gnu::always_inline]] Action operator()(const Board& board,
                                             const NumberedActions& actions,
                                             Rng& rng) const {
        Action action;
        if ((attempt<tries>(board, actions, rng, action) || ...))
            return action;
        return actions.get(rng.below(actions.size), NthBit());
    }

 private:
    template <Try what>
    [[gnu::always_inline]] static bool attempt(const Board& board,
                                               const NumberedActions& actions,
                                               Rng& rng,
                                               Action& action) {
        if constexpr (what == Try::Trap) {
            Actions list;
            policies::traps(board, actions, list);
            action = list[rng.below(static_cast<std::uint32_t>(list.size()))];
            return true;
        } else {
            const policies::MoveSet moves = what == Try::Capture
                                                ? policies::captures(board, actions.destinations)
                                                : policies::escapes(board, actions.destinations);
            if (!moves.any())
                return false;
            action = moves.get(rng.below(moves.size()), actions.destinations, NthBit());
            return true;
        }
    }
};

/// Calls the body with the policy's chooser.
template <class NthBit, class Body>
auto with_chooser(Policy policy, Body&& body) {
    switch (policy) {
        case Policy::Capture:
            return body(Chooser<NthBit, Try::Capture>());
        case Policy::Avoid:
            return body(Chooser<NthBit, Try::Avoid>());
        case Policy::Trap:
            return body(Chooser<NthBit, Try::Trap>());
        case Policy::CaptureAvoid:
            return body(Chooser<NthBit, Try::Capture, Try::Avoid>());
        case Policy::AvoidCapture:
            return body(Chooser<NthBit, Try::Avoid, Try::Capture>());
        case Policy::CaptureTrap:
            return body(Chooser<NthBit, Try::Capture, Try::Trap>());
        case Policy::CaptureAvoidTrap:
            return body(Chooser<NthBit, Try::Capture, Try::Avoid, Try::Trap>());
        case Policy::Random:
            break;
    }
    return body(Chooser<NthBit>());
}

}  // namespace

std::optional<Policy> parse_policy(std::string_view name) {
    const auto found = std::find(kPolicyNames.begin(), kPolicyNames.end(), name);
    if (found == kPolicyNames.end())
        return std::nullopt;
    return static_cast<Policy>(found - kPolicyNames.begin());
}

std::optional<Action> choose(const Board& board, Policy policy, Rng& rng) {
    const NumberedActions actions(board);
    if (actions.size == 0 || no_men(board))
        return std::nullopt;
    return with_chooser<NthBitByTable>(policy,
                                       [&](auto chooser) { return chooser(board, actions, rng); });
}

namespace {

template <class NthBit>
PlayoutEnd play_out_with(
    Board& board, Policy policy, Rng& rng, const PlayoutLimits& limits, int quiet) {
    if (policy == Policy::Random)
        return lanes::play<false, NthBit>(board, rng, limits, quiet);
    if (policy == Policy::Capture)
        return lanes::play<true, NthBit>(board, rng, limits, quiet);
    return with_chooser<NthBit>(
        policy, [&](auto chooser) { return run_playout(board, rng, limits, quiet, chooser); });
}

}  // namespace

PlayoutEnd play_out(Board& board, Policy policy, Rng& rng, const PlayoutLimits& limits, int quiet) {
    static const bool deposit = NthBitByDeposit::available();
    return deposit ? play_out_with<NthBitByDeposit>(board, policy, rng, limits, quiet)
                   : play_out_with<NthBitByTable>(board, policy, rng, limits, quiet);
}

}  // namespace nebel::darkchess
