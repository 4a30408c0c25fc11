#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/rng.hpp"
#include "game/game.hpp"
#include "game/player.hpp"

namespace nebel::lab {

/// FNV-1a, going on from `hash`: the same everywhere, unlike std::hash.
std::uint64_t hash_on(std::uint64_t hash, std::string_view text);

/// What a best response is looked for against.
template <Game G>
struct ResponseSpec {
    typename G::Rules rules;
    Seat responder = Seat::Second;
    /// Makes the player and, for games outside the solved tree, whoever answers then.
    std::function<std::unique_ptr<Player<G>>()> player;
    std::function<std::unique_ptr<Player<G>>()> fallback;
    /// Of each of the player's answers; in nodes or simulations, so that a seed decides everything.
    Budget budget;
    std::uint64_t seed = 1;
    std::size_t copies = 8;  ///< of the player, each with a seed (and a deal) of its own
    int plies = 6;           ///< turns of both sides; then `at_the_end` says who is ahead
    /// The responder's points, 0 to 1, in a game that was cut.
    std::function<double(const typename G::Referee&, Seat responder)> at_the_end;
};

/// The best response to a player, exactly, on a variant small enough to search all of it.
///
/// A player with a seed decides by what it hears alone. So with `copies` of it, one of which is
/// drawn in secret, the responder faces a finite game against chance: it chooses one action for
/// each of its information states (all it heard and tried), and what it hears separates the copies.
/// That game is searched to its end: no response can do better against this mixture. Against the
/// player itself, whose seeds are endless, the optimum is lower (the response knows these copies'
/// seeds), so the value bounds what can be gained from above as the copies grow; the response
/// found, played against fresh seeds, bounds it from below.
template <Game G>
class BestResponse {
 public:
    using Action = typename G::Action;
    using Event = typename G::Event;
    using Referee = typename G::Referee;
    using View = typename G::View;

    struct Played {
        double score = 0;  ///< the responder's mean points
        double known = 0;  ///< share of its turns that the solved tree knew
    };

    explicit BestResponse(ResponseSpec<G> spec) : spec_(std::move(spec)) {}

    /// Called after each first action with its value and the best so far.
    std::function<void(std::size_t done, std::size_t all, const Action&, double value)> on_progress;

    /// The value of the best response in points, 0 to 1; nothing when it was stopped.
    std::optional<double> solve(const std::atomic<bool>& stop);
    /// The response found, against copies that it has not seen.
    Played play_fresh(std::size_t games);
    /// The player in the responder's seat.
    double play_itself(std::size_t games);

    /// Information states of the responder that were searched, and answers the player was asked
    /// for.
    [[nodiscard]] std::uint64_t states() const { return states_; }
    [[nodiscard]] std::uint64_t questions() const { return questions_; }

 private:
    static constexpr std::uint32_t kRoot = ~std::uint32_t{0};

    /// What a copy has heard and when it was asked, as a branch of a tree.
    struct Item {
        std::uint32_t before;
        std::uint64_t key;           ///< of everything up to here
        std::optional<Event> event;  ///< nothing: it was asked to act
    };
    /// One copy's game.
    struct Copy {
        std::uint64_t index;
        Referee referee;
        std::uint32_t story = kRoot;
        int plies = 0;
    };
    /// A player object somewhere in its story.
    struct Live {
        std::unique_ptr<Player<G>> player;
        std::size_t length = 0;
        std::uint64_t key = 0;
    };
    /// Copies that sound alike to the responder.
    struct Group {
        std::vector<Copy> copies;
        std::vector<Event> heard;
    };

    static std::uint64_t act_key(std::uint64_t key) { return mix_seed(key, 0x616374); }

    Copy deal(std::uint64_t index, std::vector<Event>& heard);
    void remember(Copy& copy, std::optional<Event> event);
    Action answer_of(const Copy& copy);
    bool step(Copy& copy, const Action& action, std::vector<Event>& heard, double& forfeit);
    std::optional<double> run(Copy& copy, std::vector<Event>& heard);
    template <class Listener, class Choose>
    double play(std::size_t game, Listener& listener, Choose choose);
    std::optional<double> ended(const Copy& copy) const;
    double best(const std::vector<Copy>& copies,
                const View& view,
                std::uint64_t key,
                const std::atomic<bool>& stop,
                bool root);
    std::optional<double> value_of(const Action& action,
                                   const std::vector<Copy>& copies,
                                   const View& view,
                                   std::uint64_t key,
                                   double to_beat,
                                   const std::atomic<bool>& stop);
    static std::uint64_t key_after(std::uint64_t key, const std::vector<Event>& heard);

    ResponseSpec<G> spec_;
    std::vector<Item> items_;
    std::unordered_map<std::uint64_t, Action> answers_;   ///< of copies, by copy and story
    std::unordered_map<std::uint64_t, Action> response_;  ///< by information state
    std::map<std::uint64_t, Live> live_;
    std::uint64_t states_ = 0;
    std::uint64_t questions_ = 0;
};

}  // namespace nebel::lab

#include "lab/best_response_search.hpp"
