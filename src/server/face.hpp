#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "darkchess/game.hpp"
#include "game/player.hpp"
#include "kriegspiel/game.hpp"
#include "stratego/game.hpp"

// How each game looks to a page: views and truths as JSON, and the part that both seats have heard.
// Everything but `truth_json` is made from one listener's events.
namespace nebel::server {

/// Something a listener is told: the event and its words.
struct Saying {
    Json event;
    std::string text;
};

template <class View>
Json tries_json(const View& view, auto& list) {
    view.actions(list);
    Json tries = Json::array();
    for (const auto& action : list)
        tries.push_back(action.text());
    return tries;
}

Json outcome_json(const std::optional<Outcome>& outcome);

/// All that the seat knows, for drawing; without the tries where only a picture is wanted.
Json view_json(const kriegspiel::View& view, bool with_tries);
Json view_json(const darkchess::View& view, bool with_tries);
Json view_json(const stratego::View& view, bool with_tries);

/// Adds what a view does not keep but its page wants: in Kriegspiel `pawn_tries`, as last told of
/// the listener's running turn.
void add_last_said(Json& view, const std::vector<kriegspiel::Event>& heard, Seat seat);
inline void add_last_said(Json& /*view*/, const auto& /*heard*/, Seat /*seat*/) {}

/// The truth, for reviews.
Json truth_json(const kriegspiel::Referee& referee);
Json truth_json(const darkchess::Referee& referee);
Json truth_json(const stratego::Referee& referee);

/// The watcher's chair of a game: hears both seats' events of an answer and keeps what is common.
template <Game G>
class Watcher;

template <>
class Watcher<kriegspiel::Kriegspiel> {
 public:
    using Event = kriegspiel::Event;
    explicit Watcher(const kriegspiel::Rules& rules) : rules_(rules) {}
    /// What both seats have heard of one answer, in order. "White moved" is common to a seat that
    /// was told how and one that was not.
    std::vector<Saying> hear(const std::vector<Event>& first, const std::vector<Event>& second);
    [[nodiscard]] Json view() const;

 private:
    kriegspiel::Rules rules_;
    Seat to_move_ = Seat::First;
    PerSeat<int> lost_;
    std::optional<Outcome> outcome_;
};

template <>
class Watcher<darkchess::DarkChess> {
 public:
    using Event = darkchess::Event;
    explicit Watcher(const darkchess::Rules& rules) : view_(rules, Seat::First) {}
    std::vector<Saying> hear(const std::vector<Event>& first, const std::vector<Event>& second);
    [[nodiscard]] Json view() const;

 private:
    darkchess::View view_;  ///< everything but the faces of dark men is public
};

template <>
class Watcher<stratego::Stratego> {
 public:
    using Event = stratego::Event;
    explicit Watcher(const stratego::Rules& rules) : rules_(rules) {}
    std::vector<Saying> hear(const std::vector<Event>& first, const std::vector<Event>& second);
    [[nodiscard]] Json view() const;

 private:
    struct Man {
        stratego::Square at;
        Seat seat;
        stratego::Rank rank;
        bool moved;
    };
    void hear_board(const Event& first);
    void hear_move(const Event& event);
    [[nodiscard]] Json men_json() const;

    stratego::Rules rules_;
    std::vector<Man> men_;
    PerSeat<bool> ready_;
    PerSeat<stratego::View::Counts> lost_;
    Seat to_move_ = Seat::First;
    bool playing_ = false;
    std::optional<Outcome> outcome_;
};

/// Where the enemy's men may be, from a seat's events: empty for games without such a map.
std::function<Json()> fog_of(const kriegspiel::Rules& rules,
                             Seat seat,
                             std::vector<kriegspiel::Event> heard);
std::function<Json()> fog_of(const darkchess::Rules& rules,
                             Seat seat,
                             std::vector<darkchess::Event> heard);
std::function<Json()> fog_of(const stratego::Rules& rules,
                             Seat seat,
                             std::vector<stratego::Event> heard);

/// What a player itself believes at its turn, in the same form; null where it cannot say.
Json belief_of(Player<kriegspiel::Kriegspiel>& player);
template <Game G>
Json belief_of(Player<G>& /*player*/) {
    return nullptr;
}

}  // namespace nebel::server
