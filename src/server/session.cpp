#include "server/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/text.hpp"
#include "match/limits.hpp"
#include "server/limits.hpp"
#include "server/token.hpp"

namespace nebel::server {

namespace {

std::string dumped(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json with_id(Json message, const Json& request) {
    if (const auto id = request.find("id"); id != request.end())
        message["id"] = *id;
    return message;
}

void send_error(Listener& to, std::string_view reason, const Json& request) {
    to.send(dumped(with_id({{"type", "error"}, {"reason", std::string(reason)}}, request)));
}

std::string_view verdict_text(Verdict verdict) {
    return verdict == Verdict::Accepted  ? "accepted"
           : verdict == Verdict::Refused ? "refused"
                                         : "invalid";
}

void send_answer(Listener& to, Verdict verdict, std::string_view reason, const Json& request) {
    Json message{{"type", "answer"}, {"verdict", std::string(verdict_text(verdict))}};
    if (!reason.empty())
        message["reason"] = std::string(reason);
    to.send(dumped(with_id(std::move(message), request)));
}

}  // namespace

Json sitters_json(const GameEntry& entry) {
    Json list = Json::array();
    for (const Seat seat : kSeats) {
        const Sitter& sitter = entry.sitters[seat];
        if (!sitter.person)
            list.push_back(
                {{"kind", "engine"}, {"player", sitter.player}, {"level", sitter.level}});
        else if (sitter.name.empty())
            list.push_back({{"kind", "person"}});
        else
            list.push_back({{"kind", "person"}, {"name", sitter.name}});
    }
    return list;
}

Session::Session(House& house,
                 GameEntry entry,
                 std::unique_ptr<LiveGame> game,
                 std::vector<KeptAction> kept,
                 bool resumed)
    : house_(house),
      entry_(std::move(entry)),
      game_(std::move(game)),
      kept_(std::move(kept)),
      clocks_(entry_.base_ms > 0, entry_.increment_ms, entry_.remaining_ms),
      resumed_(resumed),
      opened_(house.steady_ms()),
      last_activity_(opened_) {
    for (const Role role : kRoles)
        sent_[index(role)] = game_->told(role);
    for (const Seat seat : kSeats)
        came_[seat] = !entry_.sitters[seat].person;
    release_clocks();
}

Session::~Session() {
    stop_engine();
}

std::optional<Role> Session::role_of_token(std::string_view token) const {
    for (const Seat seat : kSeats)
        if (!entry_.tokens[seat].empty() && same_token(entry_.tokens[seat], token))
            return role_of(seat);
    if (same_token(entry_.watch, token))
        return Role::Watch;
    return std::nullopt;
}

Json Session::clock_json() const {
    const auto now = house_.steady_ms();
    const auto running = clocks_.running();
    return {{"first_ms", clocks_.left(Seat::First, now)},
            {"second_ms", clocks_.left(Seat::Second, now)},
            {"running", running ? Json(std::string(seat_text(*running))) : Json(nullptr)}};
}

std::string Session::hello_message(Role role) const {
    Json message{{"type", "hello"},
                 {"id", entry_.id},
                 {"game", entry_.game},
                 {"rules", entry_.rules},
                 {"seat", std::string(text(role))},
                 {"seat_name", nullptr},
                 {"seats", sitters_json(entry_)},
                 {"clock", nullptr},
                 {"last", game_->told(role)}};
    if (const auto seat = seat_of(role))
        message["seat_name"] = std::string(game_->seat_name(*seat));
    if (clocks_.used())
        message["clock"] = {{"base_s", entry_.base_ms / 1000.0},
                            {"increment_s", entry_.increment_ms / 1000.0}};
    return dumped(message);
}

std::string Session::event_message(Role role, std::size_t n) const {
    Json message = game_->saying(role, n);
    message["type"] = "event";
    message["n"] = n;
    return dumped(message);
}

std::string Session::view_message(Role role) const {
    Json message{{"type", "view"}, {"n", game_->told(role)}, {"view", game_->view(role)}};
    if (clocks_.used())
        message["clock"] = clock_json();
    return dumped(message);
}

bool Session::attach(Role role, std::shared_ptr<Listener> listener, std::size_t after) {
    if (const auto seat = seat_of(role)) {
        for (const auto& seated : listeners_)
            if (seated.role == role) {
                seated.listener->send(
                    dumped({{"type", "bye"}, {"reason", "this seat was opened elsewhere"}}));
                seated.listener->close(kCloseReplaced, "opened elsewhere");
            }
        std::erase_if(listeners_, [&](const Seated& seated) { return seated.role == role; });
        came_[*seat] = true;
        release_clocks();
    } else if (std::count_if(listeners_.begin(), listeners_.end(), [](const Seated& seated) {
                   return seated.role == Role::Watch;
               }) >= limits::kWatchersPerGame) {
        return false;
    }
    last_activity_ = house_.steady_ms();
    listener->send(hello_message(role));
    for (std::size_t n = after + 1; n <= game_->told(role); ++n)
        listener->send(event_message(role, n));
    listener->send(view_message(role));
    listeners_.push_back({role, std::move(listener)});
    tell_presence();
    wake_engine();
    return true;
}

// Who is at the table is no secret of the game, and a friend is waited for.
void Session::tell_presence() {
    if (!entry_.sitters[Seat::First].person || !entry_.sitters[Seat::Second].person)
        return;
    const auto here = [&](Role role) {
        return std::any_of(listeners_.begin(), listeners_.end(),
                           [&](const Seated& seated) { return seated.role == role; });
    };
    const auto message = dumped(
        {{"type", "presence"}, {"first", here(Role::First)}, {"second", here(Role::Second)}});
    for (const auto& seated : listeners_)
        if (seated.role != Role::Watch)
            seated.listener->send(message);
}

void Session::detach(const Listener* listener) {
    last_activity_ = house_.steady_ms();
    std::erase_if(listeners_,
                  [&](const Seated& seated) { return seated.listener.get() == listener; });
    tell_presence();
}

void Session::receive(Role role, Listener& from, std::string_view text) {
    last_activity_ = house_.steady_ms();
    const Json message = Json::parse(text, nullptr, false);
    if (!message.is_object())
        return send_error(from, "a message is one JSON object", Json::object());
    if (const auto id = message.find("id");
        id != message.end() &&
        !(id->is_number() || (id->is_string() && id->size() <= 1 &&
                              id->get_ref<const std::string&>().size() <= limits::kRequestIdSize)))
        return send_error(from, "'id' must be a number or a short text", Json::object());
    try {
        obey(role, from, message);
    } catch (const UserError& error) {
        // The ledger could not keep it: what is in memory may be ahead of it, so it goes.
        give_up(error.what());
    }
}

void Session::obey(Role role, Listener& from, const Json& message) {
    const auto type = message.find("type");
    if (type == message.end() || !type->is_string())
        return send_error(from, "'type' is missing or not a text", message);
    const auto& word = type->get_ref<const std::string&>();
    if (word == "ping")
        return from.send(dumped(with_id({{"type", "pong"}}, message)));
    const auto seat = seat_of(role);
    if (word != "act" && word != "resign" && word != "fog" && word != "rematch")
        return send_error(from, "'type' must be act, resign, fog, rematch or ping", message);
    if (!seat)
        return send_error(from, "a watcher may only watch", message);
    if (word == "act")
        return act(*seat, from, message);
    if (word == "fog")
        return send_fog(*seat, from, message);
    if (word == "rematch")
        return ask_rematch(*seat, from);
    if (over())
        return send_error(from, "the game is over", message);
    resign(*seat);
}

void Session::act(Seat seat, Listener& from, const Json& message) {
    const auto action = message.find("action");
    if (action == message.end() || !action->is_string())
        return send_error(from, "'action' is missing or not a text", message);
    if (over())
        return send_answer(from, Verdict::Invalid, "the game is over", message);
    if (const auto n = message.find("n"); n != message.end()) {
        if (!n->is_number_unsigned())
            return send_error(from, "'n' must be the number of the last event seen", message);
        if (n->get<std::size_t>() < game_->told(role_of(seat)))
            return send_answer(from, Verdict::Invalid, "stale", message);
    }
    if (game_->to_act() != seat)
        return send_answer(from, Verdict::Invalid, "it is not your turn", message);
    if (flag_fell())
        return send_answer(from, Verdict::Invalid, "your time is up", message);
    if (refusals_ >= match::Limits{}.refusals_per_turn)
        return send_answer(from, Verdict::Invalid,
                           "too many refused tries in one turn; resign or try what is offered",
                           message);
    const auto done = settle(action->get<std::string>(), {});
    send_answer(from, done.verdict, done.why, message);
    if (done.verdict == Verdict::Invalid)
        return;
    tell();
    wake_engine();
}

LiveGame::Done Session::settle(const std::string& action, std::string info) {
    const Seat seat = game_->to_act();
    auto done = game_->act(action);
    if (done.verdict == Verdict::Invalid)
        return done;
    refusals_ = done.verdict == Verdict::Refused ? refusals_ + 1 : 0;
    const auto now = house_.steady_ms();
    if (over())
        clocks_.stop(now);
    else if (game_->to_act() != seat)
        clocks_.hand_over(now);
    else
        clocks_.settle(now);
    if (!over() && kept_.size() + 1 >= static_cast<std::size_t>(match::Limits{}.actions_per_game))
        game_->conclude(draw(Reason::Adjudication));
    kept_.push_back({done.action, house_.wall_ms(), std::move(info)});
    keep_state();
    house_.ledger().keep(entry_, kept_.size() - 1, kept_.back());
    return done;
}

void Session::keep_state() {
    const auto turns = static_cast<std::int64_t>(game_->turns());
    if (turns != entry_.turns)
        entry_.updated = house_.wall_ms();
    entry_.turns = turns;
    entry_.outcome = game_->outcome();
    note_clocks();
}

bool Session::note_clocks() {
    const auto now = house_.steady_ms();
    for (const Seat seat : kSeats)
        entry_.remaining_ms[seat] = clocks_.left(seat, now);
    return clocks_.running().has_value();
}

void Session::conclude(Outcome outcome) {
    game_->conclude(outcome);
    clocks_.stop(house_.steady_ms());
    keep_state();
    house_.ledger().update(entry_);
    stop_engine();
    tell();
}

void Session::resign(Seat seat) {
    conclude(win_for(other(seat), Reason::Resignation));
}

void Session::tell() {
    for (const Role role : kRoles) {
        const std::size_t told = game_->told(role);
        const std::size_t before = std::exchange(sent_[index(role)], told);
        if (before == told ||
            std::none_of(listeners_.begin(), listeners_.end(),
                         [&](const Seated& seated) { return seated.role == role; }))
            continue;
        std::vector<std::string> messages;
        for (std::size_t n = before + 1; n <= told; ++n)
            messages.push_back(event_message(role, n));
        messages.push_back(view_message(role));
        for (const auto& seated : listeners_)
            if (seated.role == role)
                for (const auto& message : messages)
                    seated.listener->send(message);
    }
}

void Session::wake_engine() {
    if (over())
        return stop_engine();  // a person's own action may have ended the game
    if (thinking_)
        return;
    const Seat seat = game_->to_act();
    const Sitter& sitter = entry_.sitters[seat];
    if (sitter.person)
        return let_ponder(other(seat));
    if (stop_pondering_)
        *stop_pondering_ = true;
    auto budget = Budget::parse(sitter.budget);
    NEBEL_CHECK(budget.has_value());
    if (clocks_.used())
        budget->clock = GameClock{std::chrono::milliseconds(std::max<std::int64_t>(
                                      clocks_.left(seat, house_.steady_ms()), 1)),
                                  std::chrono::milliseconds(clocks_.increment())};
    thinking_ = true;
    stop_thinking_ = std::make_shared<std::atomic<bool>>(false);
    budget->stop = stop_thinking_.get();
    auto result = std::make_shared<Thought>();
    house_.compute([think = game_->thinking(seat), limit = *budget, stop = stop_thinking_,
                    result] { *result = think(limit); },
                   [self = weak_from_this(), seat, result] {
                       if (const auto session = self.lock())
                           session->hear_thought(seat, *result);
                   });
}

// An engine must not learn from its own use of time how often a person was refused: it begins once
// for what its seat was told, and goes on until its seat is told more.
void Session::let_ponder(Seat engine) {
    const auto told = game_->told(role_of(engine));
    if (entry_.sitters[engine].person || listeners_.empty() || pondered_ == told)
        return;
    if (stop_pondering_)
        *stop_pondering_ = true;
    pondered_ = told;
    stop_pondering_ = std::make_shared<std::atomic<bool>>(false);
    house_.ponder([ponder = game_->pondering(engine), stop = stop_pondering_] { ponder(*stop); });
}

void Session::stop_engine() {
    for (const auto& stop : {stop_thinking_, stop_pondering_})
        if (stop)
            *stop = true;
}

void Session::hear_thought(Seat seat, const Thought& thought) {
    thinking_ = false;
    last_activity_ = house_.steady_ms();
    if (over())
        return;
    try {
        if (flag_fell())
            return;
        if (thought.kind == Thought::Kind::Resigns)
            return resign(seat);
        if (thought.kind == Thought::Kind::Fails)
            return conclude(win_for(other(seat), thought.reason));
        const auto done = settle(thought.action, thought.info);
        if (done.verdict == Verdict::Invalid || refusals_ >= match::Limits{}.refusals_per_turn)
            return conclude(win_for(other(seat), Reason::Nonsense));
        tell();
        wake_engine();
    } catch (const UserError& error) {
        give_up(error.what());
    }
}

void Session::release_clocks() {
    if (!clocks_.used() || clocks_.running() || over())
        return;
    const bool waited_enough = resumed_ && house_.steady_ms() - opened_ >= limits::kResumeGraceMs;
    if (waited_enough || (came_[Seat::First] && came_[Seat::Second]))
        clocks_.run(game_->to_act(), house_.steady_ms());
}

bool Session::flag_fell() {
    const auto running = clocks_.running();
    if (!running || clocks_.left(*running, house_.steady_ms()) > 0)
        return false;
    conclude(win_for(other(*running), Reason::TimeOut));
    return true;
}

void Session::tick() {
    if (!clocks_.used() || over())
        return;
    release_clocks();
    try {
        flag_fell();
    } catch (const UserError& error) {
        give_up(error.what());
    }
}

void Session::send_fog(Seat seat, Listener& from, const Json& message) {
    const auto seated = std::find_if(listeners_.begin(), listeners_.end(), [&](const Seated& one) {
        return one.listener.get() == &from;
    });
    if (seated == listeners_.end() || seated->awaits_fog)
        return send_error(from, "the fog is being computed already", message);
    const std::size_t events = game_->told(role_of(seat));
    auto draw_fog = game_->fog(seat, events);
    if (!draw_fog)
        return send_error(from, "this game has no fog", message);
    seated->awaits_fog = true;
    auto answer = std::make_shared<std::string>();
    Json head = with_id({{"type", "fog"}, {"n", events}}, message);
    house_.compute(
        [draw_fog = std::move(draw_fog), head = std::move(head), answer] {
            try {
                Json full = draw_fog();
                full.update(head);
                *answer = dumped(full);
            } catch (const std::exception&) {
                *answer = dumped({{"type", "error"}, {"reason", "the fog could not be computed"}});
            }
        },
        [self = weak_from_this(), listener = std::weak_ptr(seated->listener), answer] {
            const auto session = self.lock();
            const auto to = listener.lock();
            if (!session || !to)
                return;
            for (auto& one : session->listeners_)
                if (one.listener == to) {
                    one.awaits_fog = false;
                    to->send(*answer);
                }
        });
}

void Session::ask_rematch(Seat seat, Listener& from) {
    if (!over())
        return send_error(from, "the game is not over", Json::object());
    if (rematched_)
        return send_error(from, "there is a new game already", Json::object());
    wants_rematch_[seat] = true;
    const bool agreed = (wants_rematch_[other(seat)] || !entry_.sitters[other(seat)].person);
    if (agreed) {
        const auto next = house_.rematch(entry_);
        rematched_ = true;
        for (const auto& seated : listeners_) {
            const auto old_seat = seat_of(seated.role);
            if (!old_seat)
                continue;
            const Seat new_seat = other(*old_seat);
            seated.listener->send(dumped({{"type", "rematch"},
                                          {"id", next->entry().id},
                                          {"seat", std::string(seat_text(new_seat))},
                                          {"token", next->entry().tokens[new_seat]}}));
        }
        return;
    }
    const auto offer = dumped({{"type", "rematch"}, {"offer", std::string(seat_text(seat))}});
    for (const auto& seated : listeners_)
        if (seated.role != Role::Watch)
            seated.listener->send(offer);
}

bool Session::idle() const {
    if (!listeners_.empty() || thinking_ || clocks_.running())
        return false;
    return house_.steady_ms() - last_activity_ >= limits::kIdleGameMs;
}

void Session::give_up(std::string_view why) {
    fmt::print(stderr, "nebel serve: game {}: {}\n", entry_.id, why);
    stop_engine();
    for (const auto& seated : std::exchange(listeners_, {}))
        seated.listener->close(kCloseBroken, "the game could not be kept");
    last_activity_ = house_.steady_ms() - limits::kIdleGameMs;
}

}  // namespace nebel::server
