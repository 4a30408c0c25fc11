#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/budget.hpp"
#include "game/game.hpp"

namespace nebel {

/// What a search says of itself while it works. Fields that mean nothing to a player stay zero.
struct SearchInfo {
    int depth = 0;
    std::uint64_t nodes = 0;
    std::uint64_t simulations = 0;
    double seconds = 0;
    double value = 0;    ///< from the player's point of view, in its own unit
    std::string line;    ///< what it means to play, as action texts
    std::string detail;  ///< anything else worth a line
};

/// What a player has spent since the game began.
struct Work {
    std::uint64_t nodes = 0;
    std::uint64_t simulations = 0;
};

/// One interface for search, person, external process and web client. A player is given its rules,
/// its seat and the events of that seat, never anything else.
///
/// One object plays many games, one after the other; `begin` forgets the game before. Calls come
/// from one thread at a time and may block for as long as the budget allows. A player that cannot
/// go on (its process died) throws PlayerFailure from any call; the table scores the game.
template <Game G>
class Player {
 public:
    virtual ~Player() = default;

    /// A new game. Everything random a player does follows from the seed.
    virtual void begin(const typename G::Rules& rules, Seat seat, std::uint64_t seed) = 0;

    /// Every event of the own seat, in order; the last one of a game carries the outcome.
    virtual void hear(const typename G::Event& event) = 0;

    /// Asked on the own turn. The referee may refuse the answer: the player hears so and is asked
    /// again.
    virtual typename G::Action act(const Budget& budget) = 0;

    /// Whether the player would rather give up than act now. Asked before `act`.
    virtual bool wants_to_resign() { return false; }

    /// May use the opponent's time: called, if at all, when the other seat is to act and everything
    /// about the last action has been heard. Must return soon after the flag is set, and some time
    /// even if it never is. Nothing by default.
    virtual void ponder(const std::atomic<bool>& /*stop*/) {}

    [[nodiscard]] virtual Work work() const { return {}; }

    /// Where a search reports to; called from the thread that runs `act`. May be empty.
    std::function<void(const SearchInfo&)> on_info;
};

/// The player cannot answer: the table ends the game with this reason against it.
class PlayerFailure : public std::runtime_error {
 public:
    PlayerFailure(Reason failure, const std::string& what)
        : std::runtime_error(what), reason(failure) {}
    Reason reason;
};

}  // namespace nebel
