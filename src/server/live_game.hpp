#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.hpp"
#include "core/error.hpp"
#include "game/answer.hpp"
#include "game/outcome.hpp"
#include "game/player.hpp"
#include "server/role.hpp"

namespace nebel::server {

/// How an engine's seat is filled: the player's text, how often it slips (a share of its answers is
/// drawn at random, which is how a level is made weaker) and its seed.
struct EngineSeat {
    std::string player;
    double slip = 0;
    std::uint64_t seed = 0;
};

/// What came of an engine's thinking.
struct Thought {
    enum class Kind : std::uint8_t { Acts, Resigns, Fails } kind = Kind::Fails;
    std::string action;
    Reason reason = Reason::Crash;  ///< of a failure
    std::string note;               ///< of a failure
    std::string info;               ///< what the search said of itself, as JSON; may be empty
};

/// One action of a finished or resumed game as it was kept.
struct KeptAction {
    std::string action;
    std::int64_t at = 0;  ///< milliseconds since 1970
    std::string info;
};

/// A running game behind text and JSON, whatever its rules: a table, and for each listener exactly
/// what it has been told. The views and sayings of a role are functions of that role's events; the
/// truth comes out of `review`, `record` and `pgn` alone, which refuse while the game runs.
///
/// Belongs to one thread, except that the functions returned by `thinking`, `pondering` and `fog`
/// may run elsewhere while the game goes on.
class LiveGame {
 public:
    struct Setting {
        std::string game;
        std::string rules;
        std::uint64_t deal_seed = 0;
        std::string start;  ///< a known start instead of a deal; empty: dealt from the seed
        PerSeat<std::optional<EngineSeat>> engines;
        PerSeat<std::string> names;
        /// Sit the engines down at once, so that one that cannot play these rules is refused. A
        /// game that is resumed makes them when it is their turn.
        bool seat_engines = true;
    };

    struct Done {
        Verdict verdict = Verdict::Invalid;
        std::string action;  ///< as the game writes it
        std::string why;     ///< of an invalid one
    };

    /// Throws UserError for a game, rules or players that do not exist.
    static std::unique_ptr<LiveGame> make(const Setting& setting);

    virtual ~LiveGame() = default;

    [[nodiscard]] virtual Seat to_act() const = 0;
    [[nodiscard]] virtual std::optional<Outcome> outcome() const = 0;
    [[nodiscard]] virtual std::string_view seat_name(Seat seat) const = 0;

    /// An action of the seat to act, from untrusted text.
    virtual Done act(std::string_view action) = 0;
    virtual void conclude(Outcome outcome) = 0;

    /// How many things the role has been told.
    [[nodiscard]] virtual std::size_t told(Role role) const = 0;
    /// The n-th of them, from 1: {"event": ..., "text": ...}.
    [[nodiscard]] virtual Json saying(Role role, std::size_t n) const = 0;
    [[nodiscard]] virtual Json view(Role role) const = 0;
    /// Batches of which both seats heard something: the turns as everybody may count them.
    [[nodiscard]] virtual std::size_t turns() const = 0;

    /// What an engine's seat will do now, to be run in a worker thread: the player hears what is
    /// new and is asked.
    virtual std::function<Thought(const Budget&)> thinking(Seat seat) = 0;
    /// An engine's use of the other seat's time, to be run in a worker thread: the player hears
    /// what is new and ponders until the flag is set.
    virtual std::function<void(const std::atomic<bool>&)> pondering(Seat seat) = 0;

    /// Where the enemy may be, computed from the first `events` things the seat was told; to be run
    /// in a worker thread. An empty function for a game without such a map.
    [[nodiscard]] virtual std::function<Json()> fog(Seat seat, std::size_t events) const = 0;

    /// Everything, step by step. Only once the game is over.
    [[nodiscard]] virtual Json review(const std::vector<KeptAction>& kept) const = 0;
    /// How many events a seat had heard after so many steps of the review.
    [[nodiscard]] virtual std::size_t heard_after(Seat seat, std::size_t step) const = 0;
    /// The record as one line of JSON. Only once the game is over.
    [[nodiscard]] virtual std::string record() const = 0;
    /// Nothing for a game without such a form. Only once the game is over.
    [[nodiscard]] virtual std::optional<std::string> pgn() const = 0;
};

/// The canonical text of the rules; throws UserError.
std::string checked_rules(std::string_view game, std::string_view rules);

}  // namespace nebel::server
