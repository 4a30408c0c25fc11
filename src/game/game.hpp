#pragma once

#include <concepts>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/error.hpp"
#include "core/inline_vec.hpp"
#include "core/rng.hpp"
#include "game/answer.hpp"
#include "game/outcome.hpp"
#include "game/seat.hpp"

namespace nebel {

using Json = nlohmann::json;

/// Text in both directions: parse(x.text()) == x.
template <class T>
concept Textual = requires(const T& value, std::string_view text) {
    { T::parse(text) } -> std::same_as<Parsed<T>>;
    { value.text() } -> std::convertible_to<std::string>;
};

/// The options of a variant, from text such as "wild16,fifty=off". Default-constructed: the
/// default.
template <class R>
concept GameRules =
    std::copyable<R> && std::default_initializable<R> && std::equality_comparable<R> && Textual<R>;

/// What a seat may ask of the referee: small, trivially copyable.
template <class A>
concept GameAction = std::is_trivially_copyable_v<A> && std::equality_comparable<A> && Textual<A>;

/// What the referee tells a seat: small, trivially copyable, with text (one line, no quotes needed)
/// and JSON (an object with a "type"). `end` announces the outcome; `outcome` reads it back.
template <class E>
concept GameEvent = std::is_trivially_copyable_v<E> && std::equality_comparable<E> && Textual<E> &&
    requires(const E& event, Outcome outcome) {
    // By address, so that Json may stay incomplete where only the concept is
    // needed.
    { &E::to_json } -> std::convertible_to<Json (E::*)() const>;
    { &E::from_json } -> std::convertible_to<Parsed<E> (*)(const Json&)>;
    { E::end(outcome) } -> std::same_as<E>;
    { event.outcome() } -> std::same_as<std::optional<Outcome>>;
};

/// All that one seat knows, built from its rules and its events alone.
template <class V, class Rules, class Action, class Event, class List>
concept GameView = std::copyable<V> && std::equality_comparable<V> &&
    std::constructible_from<V, const Rules&, Seat> &&
    requires(V& view, const V& known, const Event& event, List& list, Rng& rng) {
    view.hear(event);
    { known.seat() } -> std::same_as<Seat>;
    { known.my_turn() } -> std::same_as<bool>;
    { known.outcome() } -> std::same_as<std::optional<Outcome>>;
    /// Every action worth asking for now, without repetition; empty when it is not this seat's
    /// turn, and in a phase whose actions cannot be listed (setting up).
    known.actions(list);
    /// A uniform draw from the same actions (or of the phase's own kind). Only on the own turn.
    { known.random_action(rng) } -> std::same_as<Action>;
    /// The whole knowledge as text: equal views, equal text.
    { known.text() } -> std::convertible_to<std::string>;
};

/// The truth. Copyable, so that tests and labs can branch; players never see one.
template <class R, class Rules, class Action, class Event>
concept GameReferee = std::copyable<R> && std::constructible_from<R, const Rules&, Rng&> &&
    requires(R& referee,
             const R& truth,
             const Rules& rules,
             std::string_view text,
             Action action,
             Outcome outcome) {
    /// The same game from a known start (a FEN, a deal): with the actions it replays exactly.
    { R::from_start(rules, text) } -> std::same_as<Parsed<R>>;
    { truth.start_text() } -> std::convertible_to<std::string>;
    /// What each seat hears before the first action. Call once, first.
    { referee.open() } -> std::same_as<Answer<Event>>;
    /// Who is to act; meaningless once the game is over.
    { truth.to_act() } -> std::same_as<Seat>;
    /// Answers an action of the seat to act. After the end every action is invalid.
    { referee.act(action) } -> std::same_as<Answer<Event>>;
    /// Ends the game for a reason outside the rules (resignation, time); both seats hear it.
    { referee.conclude(outcome) } -> std::same_as<Answer<Event>>;
    { truth.outcome() } -> std::same_as<std::optional<Outcome>>;
    /// The truth as text (a FEN, a board). For reviews and `--reveal` only.
    { truth.state_text() } -> std::convertible_to<std::string>;
};

/// A game names its five types, itself and its seats.
template <class G>
concept Game = GameRules<typename G::Rules> && GameAction<typename G::Action> &&
    GameEvent<typename G::Event> && GameView<typename G::View,
                                             typename G::Rules,
                                             typename G::Action,
                                             typename G::Event,
                                             InlineVec<typename G::Action, G::kMaxActions>> &&
    GameReferee<typename G::Referee, typename G::Rules, typename G::Action, typename G::Event> &&
    requires(Seat seat) {
    { G::kName } -> std::convertible_to<std::string_view>;
    { G::kMaxActions } -> std::convertible_to<std::size_t>;
    /// "white", "red" ...: lower case, one word.
    { G::seat_name(seat) } -> std::convertible_to<std::string_view>;
};

template <class G>
using ActionList = InlineVec<typename G::Action, G::kMaxActions>;

/// The seat with that name, or nothing.
template <class G>
std::optional<Seat> parse_seat(std::string_view name) {
    for (const Seat seat : kSeats)
        if (G::seat_name(seat) == name)
            return seat;
    return std::nullopt;
}

}  // namespace nebel
