#include "server/hall.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>

#include "core/text.hpp"
#include "server/catalog.hpp"
#include "server/limits.hpp"

namespace nebel::server {

namespace {

constexpr std::int64_t kNoteMs = 1000;
constexpr std::int64_t kSweepMs = 20 * 1000;

template <class Clock>
std::int64_t ms_of() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch())
        .count();
}

std::string record_name(const Sitter& sitter) {
    if (sitter.person)
        return sitter.name.empty() ? "person" : sitter.name;
    return fmt::format("{} ({})", sitter.player, sitter.level);
}

LiveGame::Setting live_setting(const GameEntry& entry, bool seat_engines) {
    LiveGame::Setting setting;
    setting.game = entry.game;
    setting.rules = entry.rules;
    setting.deal_seed = entry.seed;
    setting.start = entry.start;
    setting.seat_engines = seat_engines;
    for (const Seat seat : kSeats) {
        const Sitter& sitter = entry.sitters[seat];
        setting.names[seat] = record_name(sitter);
        if (!sitter.person)
            setting.engines[seat] = EngineSeat{sitter.spec, sitter.slip, sitter.seed};
    }
    return setting;
}

}  // namespace

Hall::Hall(Setting setting)
    : setting_(std::move(setting)),
      ledger_(setting_.store),
      ponderers_(setting_.pondering ? 1 : 0, limits::kGamesInMemory),
      thinkers_(setting_.workers, limits::kThinkingQueue) {
    for (const auto& id : ledger_.running()) {
        const auto entry = ledger_.find(id);
        const bool engine =
            !entry->sitters[Seat::First].person || !entry->sitters[Seat::Second].person;
        if (!engine && entry->base_ms == 0)
            continue;
        try {
            const auto session = load(*entry);
            // A game that waits for a person without a clock can be fetched when the person comes.
            if (session->entry().base_ms > 0 ||
                !session->entry().sitters[session->game().to_act()].person) {
                sessions_[id] = session;
                session->wake_engine();
            }
        } catch (const UserError& error) {
            fmt::print(stderr, "nebel serve: game {} cannot be resumed: {}\n", id, error.what());
        }
        if (sessions_.size() >= limits::kGamesInMemory)
            break;
    }
}

Hall::~Hall() {
    *alive_ = false;
    for (const auto& [id, session] : sessions_) {
        session->stop_engine();
        if (session->note_clocks())
            try {
                ledger_.update(session->entry());
            } catch (const UserError& error) {
                fmt::print(stderr, "nebel serve: {}\n", error.what());
            }
    }
    sessions_.clear();
}

std::int64_t Hall::wall_ms() {
    return setting_.wall_ms ? setting_.wall_ms() : ms_of<std::chrono::system_clock>();
}

std::int64_t Hall::steady_ms() {
    return setting_.steady_ms ? setting_.steady_ms() : ms_of<std::chrono::steady_clock>();
}

std::shared_ptr<Session> Hall::create(const Wish& wish) {
    if (sessions_.size() >= limits::kGamesInMemory)
        throw UserError("too many games are being played; come back later");
    GameEntry entry;
    entry.game = wish.game;
    entry.rules = checked_rules(wish.game, wish.rules);
    entry.start = wish.start;
    entry.sitters = wish.sitters;
    if (!entry.sitters[Seat::First].person && !entry.sitters[Seat::Second].person)
        throw UserError("one seat at least must be a person's");
    for (const Seat seat : kSeats) {
        Sitter& sitter = entry.sitters[seat];
        if (sitter.person)
            continue;
        const Level level = find_level(wish.game, sitter.player, sitter.level);
        sitter.spec = level.player;
        sitter.budget = level.budget;
        sitter.slip = level.slip;
    }
    if (wish.base_ms < 0 || wish.increment_ms < 0 || wish.base_ms > limits::kMaxClockMs ||
        wish.increment_ms > limits::kMaxClockMs || (wish.base_ms == 0 && wish.increment_ms > 0))
        throw UserError("a clock has between a millisecond and a day");
    entry.base_ms = wish.base_ms;
    entry.increment_ms = wish.increment_ms;
    if (wish.shuffled && (setting_.entropy() & 1) != 0)
        std::swap(entry.sitters[Seat::First], entry.sitters[Seat::Second]);
    return seat(std::move(entry));
}

std::shared_ptr<Session> Hall::seat(GameEntry entry) {
    entry.id = draw_game_id(setting_.entropy);
    entry.watch = draw_token(setting_.entropy);
    entry.seed = setting_.entropy();
    for (const Seat seat : kSeats) {
        if (entry.sitters[seat].person)
            entry.tokens[seat] = draw_token(setting_.entropy);
        else
            entry.sitters[seat].seed = setting_.entropy();
        entry.remaining_ms[seat] = entry.base_ms;
    }
    entry.created = entry.updated = wall_ms();
    auto game = LiveGame::make(live_setting(entry, true));
    entry.turns = static_cast<std::int64_t>(game->turns());
    ledger_.add(entry);
    const auto id = entry.id;
    const auto session = std::make_shared<Session>(*this, std::move(entry), std::move(game),
                                                   std::vector<KeptAction>{}, false);
    sessions_[id] = session;
    session->wake_engine();
    return session;
}

std::shared_ptr<Session> Hall::rematch(const GameEntry& entry) {
    GameEntry next;
    next.game = entry.game;
    next.rules = entry.rules;
    next.base_ms = entry.base_ms;
    next.increment_ms = entry.increment_ms;
    for (const Seat place : kSeats)
        next.sitters[place] = entry.sitters[other(place)];
    return seat(std::move(next));
}

std::shared_ptr<Session> Hall::load(const GameEntry& entry) {
    auto game = LiveGame::make(live_setting(entry, false));
    auto kept = ledger_.actions(entry.id);
    for (const auto& action : kept)
        if (const auto done = game->act(action.action); done.verdict == Verdict::Invalid)
            throw UserError(
                fmt::format("an action of the ledger is not one any more: {}", done.why));
    if (entry.outcome && !game->outcome())
        game->conclude(*entry.outcome);
    return std::make_shared<Session>(*this, entry, std::move(game), std::move(kept), true);
}

std::shared_ptr<Session> Hall::find(const std::string& id) {
    if (const auto found = sessions_.find(id); found != sessions_.end())
        return found->second;
    const auto entry = ledger_.find(id);
    if (!entry)
        return nullptr;
    if (sessions_.size() >= limits::kGamesInMemory)
        throw UserError("too many games are being played; come back later");
    const auto session = load(*entry);
    sessions_[id] = session;
    session->wake_engine();
    return session;
}

void Hall::tick() {
    const auto now = steady_ms();
    std::vector<const GameEntry*> running;
    const bool note = now - last_note_ >= kNoteMs;
    const bool sweep = now - last_sweep_ >= kSweepMs;
    if (note)
        last_note_ = now;
    if (sweep)
        last_sweep_ = now;
    for (auto it = sessions_.begin(); it != sessions_.end();) {
        const auto session = it->second;
        session->tick();
        if (note && session->note_clocks())
            running.push_back(&session->entry());
        it = sweep && session->idle() ? sessions_.erase(it) : std::next(it);
    }
    if (!running.empty()) {
        try {
            ledger_.update_clocks(running);
        } catch (const UserError& error) {
            fmt::print(stderr, "nebel serve: {}\n", error.what());
        }
    }
}

void Hall::compute(std::function<void()> job, std::function<void()> done) {
    waiting_.push_back([this, alive = alive_, job = std::move(job), done = std::move(done)] {
        job();
        setting_.post([this, alive, done] {
            if (!*alive)
                return;
            done();
            submit_waiting();
        });
    });
    submit_waiting();
}

void Hall::ponder(std::function<void()> job) {
    if (setting_.pondering)
        static_cast<void>(ponderers_.submit(std::move(job)));
}

void Hall::submit_waiting() {
    while (!waiting_.empty() && thinkers_.submit(waiting_.front()))
        waiting_.pop_front();
}

}  // namespace nebel::server
