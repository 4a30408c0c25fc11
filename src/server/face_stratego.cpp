#include <algorithm>

#include "server/face.hpp"
#include "stratego/words.hpp"

namespace nebel::server {

namespace {

using stratego::Event;
using stratego::Rank;
using stratego::View;
using Kind = Event::Kind;

Json rank_json(Rank rank) {
    if (rank == Rank::Unknown)
        return nullptr;
    return std::string(stratego::text(rank));
}

template <class Counts>
Json counts_json(const Counts& counts) {
    Json json = Json::object();
    for (const Rank rank : stratego::kAllRanks)
        if (const int n = counts[stratego::index(rank)]; n > 0)
            json[std::string(stratego::text(rank))] = n;
    return json;
}

/// What does not change during a game.
Json arena_json(const stratego::Rules& rules) {
    const auto& arena = rules.arena();
    Json lakes = Json::array();
    for (int i = 0; i < arena.cells(); ++i)
        if (!arena.open.has(arena.cell(i)))
            lakes.push_back(stratego::square_text(arena.cell(i)));
    return {{"files", arena.width},
            {"ranks", arena.height},
            {"setup_rows", arena.setup_rows},
            {"lakes", std::move(lakes)},
            {"army", counts_json(arena.army)}};
}

std::string_view phase_text(bool playing, bool over) {
    return over ? "over" : playing ? "play" : "setup";
}

std::string watcher_words(const Event& event) {
    std::string text = words(event, other(event.seat));
    constexpr std::string_view kYours = " struck your ";
    const auto at = text.find(kYours);
    if (event.kind == Kind::Strike && at != std::string::npos)
        text.replace(at, kYours.size(),
                     event.seat == Seat::First ? " struck Blue's " : " struck Red's ");
    return text;
}

}  // namespace

Json view_json(const View& view, bool with_tries) {
    Json json = arena_json(view.rules());
    json["seat"] = std::string(stratego::seat_name(view.seat()));
    json["phase"] = std::string(phase_text(view.playing(), view.outcome().has_value()));
    json["my_turn"] = view.my_turn();
    json["to_move"] =
        std::string(stratego::seat_name(view.my_turn() ? view.seat() : other(view.seat())));
    json["outcome"] = outcome_json(view.outcome());
    json["hidden"] = counts_json(view.hidden());
    Json men = Json::array();
    Json lost = Json::object();
    for (const Seat seat : kSeats) {
        lost[std::string(stratego::seat_name(seat))] = counts_json(view.lost(seat));
        for (const auto& man : view.men(seat)) {
            men.push_back(
                {{"at", man.alive() ? Json(stratego::square_text(man.at)) : Json(nullptr)},
                 {"start", stratego::square_text(man.start)},
                 {"seat", std::string(stratego::seat_name(seat))},
                 {"rank", rank_json(man.rank)},
                 {"moved", man.moved},
                 {"shown", man.shown}});
        }
    }
    json["men"] = std::move(men);
    json["lost"] = std::move(lost);
    if (with_tries) {
        ActionList<stratego::Stratego> list;
        json["tries"] = tries_json(view, list);
    }
    return json;
}

Json truth_json(const stratego::Referee& referee) {
    const auto& position = referee.position();
    const auto& arena = position.rules().arena();
    Json men = Json::array();
    for (int i = 0; i < arena.cells(); ++i) {
        const auto at = arena.cell(i);
        for (const Seat seat : kSeats)
            if (position.men(seat).has(at))
                men.push_back({{"at", stratego::square_text(at)},
                               {"seat", std::string(stratego::seat_name(seat))},
                               {"rank", rank_json(position.rank(at))}});
    }
    return {{"men", std::move(men)},
            {"to_move", std::string(stratego::seat_name(referee.to_act()))}};
}

void Watcher<stratego::Stratego>::hear_board(const Event& first) {
    const auto& arena = rules_.arena();
    men_.clear();
    for (int i = 0; i < first.sight.cells(); ++i) {
        const auto cell = first.sight.cell(i);
        if (cell == stratego::Cell::Empty || cell == stratego::Cell::Lake)
            continue;
        men_.push_back({arena.cell(i),
                        cell == stratego::Cell::Enemy ? other(first.seat) : first.seat,
                        Rank::Unknown, false});
    }
    playing_ = true;
    to_move_ = Seat::First;
}

void Watcher<stratego::Stratego>::hear_move(const Event& event) {
    const auto find = [&](stratego::Square at) {
        return std::find_if(men_.begin(), men_.end(), [&](const Man& man) { return man.at == at; });
    };
    to_move_ = other(event.seat);
    if (event.kind == Kind::Strike) {
        const auto struck = find(event.move.to);
        const bool striker_falls =
            event.result == stratego::Strike::Loses || event.result == stratego::Strike::Both;
        if (struck != men_.end()) {
            struck->rank = event.defender;
            if (event.result != stratego::Strike::Loses) {
                ++lost_[struck->seat][stratego::index(event.defender)];
                men_.erase(struck);
            }
        }
        const auto striker = find(event.move.from);
        if (striker == men_.end())
            return;
        striker->rank = event.attacker;
        if (striker_falls) {
            ++lost_[striker->seat][stratego::index(event.attacker)];
            men_.erase(striker);
            return;
        }
    }
    const auto mover = find(event.move.from);
    if (mover == men_.end())
        return;
    mover->at = event.move.to;
    mover->moved = true;
    if (event.kind == Kind::Move && stratego::distance(event.move.from, event.move.to) > 1)
        mover->rank = Rank::Scout;
}

std::vector<Saying> Watcher<stratego::Stratego>::hear(const std::vector<Event>& first,
                                                      const std::vector<Event>& second) {
    std::vector<Saying> common;
    auto rest = second;
    for (const Event& event : first) {
        const bool board = event.kind == Kind::Board;
        const auto twin = std::find_if(rest.begin(), rest.end(), [&](const Event& candidate) {
            return event == candidate || (board && candidate.kind == Kind::Board);
        });
        if (twin == rest.end())
            continue;
        rest.erase(twin);
        Json json = board ? Json{{"type", "board"}} : event.to_json();
        if (board) {
            hear_board(event);
            json["men"] = men_json();
        } else if (event.kind == Kind::Ready) {
            ready_[event.seat] = true;
            to_move_ = ready_[Seat::First] ? Seat::Second : Seat::First;
        } else if (event.kind == Kind::Move || event.kind == Kind::Strike) {
            hear_move(event);
        } else if (event.kind == Kind::End) {
            outcome_ = event.outcome();
        }
        common.push_back({std::move(json), watcher_words(event)});
    }
    return common;
}

Json Watcher<stratego::Stratego>::men_json() const {
    Json men = Json::array();
    for (const Man& man : men_)
        men.push_back({{"at", stratego::square_text(man.at)},
                       {"seat", std::string(stratego::seat_name(man.seat))},
                       {"rank", rank_json(man.rank)},
                       {"moved", man.moved},
                       {"shown", man.rank != Rank::Unknown}});
    return men;
}

Json Watcher<stratego::Stratego>::view() const {
    Json json = arena_json(rules_);
    json["phase"] = std::string(phase_text(playing_, outcome_.has_value()));
    json["to_move"] = std::string(stratego::seat_name(to_move_));
    json["men"] = men_json();
    json["outcome"] = outcome_json(outcome_);
    json["lost"] = Json::object();
    for (const Seat seat : kSeats)
        json["lost"][std::string(stratego::seat_name(seat))] = counts_json(lost_[seat]);
    return json;
}

std::function<Json()> fog_of(const stratego::Rules& /*rules*/,
                             Seat /*seat*/,
                             std::vector<Event> /*heard*/) {
    return {};
}

}  // namespace nebel::server
