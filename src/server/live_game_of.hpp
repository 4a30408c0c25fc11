#pragma once

#include <memory>
#include <utility>

#include "game/record_json.hpp"
#include "game/table.hpp"
#include "server/engine_of.hpp"
#include "server/face.hpp"
#include "server/live_game.hpp"

namespace nebel::server {

std::string words_for(const kriegspiel::Event& event, Seat listener);
std::string words_for(const darkchess::Event& event, Seat listener);
std::string words_for(const stratego::Event& event, Seat listener);

std::optional<std::string> pgn_of(const GameRecord<kriegspiel::Kriegspiel>& record);
template <Game G>
std::optional<std::string> pgn_of(const GameRecord<G>& /*record*/) {
    return std::nullopt;
}

template <Game G>
class LiveGameOf final : public LiveGame {
 public:
    using Rules = typename G::Rules;
    using Event = typename G::Event;
    using View = typename G::View;

    LiveGameOf(const Setting& setting, const Rules& rules)
        : table_(make_table(setting, rules)),
          views_{{View(rules, Seat::First), View(rules, Seat::Second)}},
          watcher_(rules) {
        table_.name_players(setting.names[Seat::First], setting.names[Seat::Second]);
        for (const Seat seat : kSeats)
            if (const auto& chosen = setting.engines[seat]) {
                engines_[seat] = std::make_shared<EngineOf<G>>(*chosen, rules, seat);
                if (setting.seat_engines)
                    engines_[seat]->sit_down();
            }
        tell(table_.opening(Seat::First), table_.opening(Seat::Second));
    }

    [[nodiscard]] Seat to_act() const override { return table_.to_act(); }
    [[nodiscard]] std::optional<Outcome> outcome() const override { return table_.outcome(); }
    [[nodiscard]] std::string_view seat_name(Seat seat) const override {
        return G::seat_name(seat);
    }

    Done act(std::string_view text) override {
        const auto action = G::Action::parse(text);
        if (!action)
            return {Verdict::Invalid, {}, action.error().message};
        const auto answer = table_.act(*action);
        if (answer.verdict == Verdict::Invalid)
            return {answer.verdict, action->text(), std::string(answer.why)};
        const auto& heard = table_.record().actions.back().heard;
        tell(heard[Seat::First], heard[Seat::Second]);
        return {answer.verdict, action->text(), {}};
    }

    void conclude(Outcome outcome) override {
        table_.conclude(outcome);
        const auto& heard = table_.record().conclusion;
        tell(heard[Seat::First], heard[Seat::Second]);
    }

    [[nodiscard]] std::size_t told(Role role) const override {
        const auto seat = seat_of(role);
        return seat ? heard_[*seat].size() : common_.size();
    }

    [[nodiscard]] Json saying(Role role, std::size_t n) const override {
        if (const auto seat = seat_of(role)) {
            const Event& event = heard_[*seat].at(n - 1);
            return {{"event", event.to_json()}, {"text", words_for(event, *seat)}};
        }
        const Saying& saying = common_.at(n - 1);
        return {{"event", saying.event}, {"text", saying.text}};
    }

    [[nodiscard]] Json view(Role role) const override {
        const auto seat = seat_of(role);
        if (!seat)
            return watcher_.view();
        Json json = view_json(views_[*seat], true);
        add_last_said(json, heard_[*seat], *seat);
        return json;
    }

    [[nodiscard]] std::size_t turns() const override { return turns_; }

    std::function<Thought(const Budget&)> thinking(Seat seat) override {
        return [engine = told_engine(seat)](const Budget& budget) { return engine->think(budget); };
    }

    std::function<void(const std::atomic<bool>&)> pondering(Seat seat) override {
        return
            [engine = told_engine(seat)](const std::atomic<bool>& stop) { engine->ponder(stop); };
    }

    [[nodiscard]] std::function<Json()> fog(Seat seat, std::size_t events) const override {
        const auto count = static_cast<std::ptrdiff_t>(std::min(events, heard_[seat].size()));
        return fog_of(table_.record().rules, seat,
                      {heard_[seat].begin(), heard_[seat].begin() + count});
    }

    [[nodiscard]] Json review(const std::vector<KeptAction>& kept) const override {
        NEBEL_CHECK(table_.outcome());
        const auto& record = table_.record();
        auto truth = G::Referee::from_start(record.rules, record.start);
        NEBEL_CHECK(truth.has_value());
        truth->open();
        PerSeat<View> views{{View(record.rules, Seat::First), View(record.rules, Seat::Second)}};
        Json steps = Json::array();
        steps.push_back(step(nullptr, record.opening, *truth, views));
        for (std::size_t i = 0; i < record.actions.size(); ++i) {
            const auto& entry = record.actions[i];
            truth->act(entry.action);
            Json made = step(&entry, entry.heard, *truth, views);
            made["n"] = i + 1;
            if (i < kept.size()) {
                made["at"] = kept[i].at;
                if (!kept[i].info.empty())
                    made["info"] = Json::parse(kept[i].info, nullptr, false);
            }
            steps.push_back(std::move(made));
        }
        if (!record.conclusion[Seat::First].empty() || !record.conclusion[Seat::Second].empty()) {
            Json made = step(nullptr, record.conclusion, *truth, views);
            made["n"] = record.actions.size() + 1;
            steps.push_back(std::move(made));
        }
        return steps;
    }

    [[nodiscard]] std::size_t heard_after(Seat seat, std::size_t step) const override {
        const auto& record = table_.record();
        std::size_t events = record.opening[seat].size();
        for (std::size_t i = 0; i < record.actions.size() && i < step; ++i)
            events += record.actions[i].heard[seat].size();
        return events;
    }

    [[nodiscard]] std::string record() const override {
        NEBEL_CHECK(table_.outcome());
        return record_to_line(table_.record());
    }

    [[nodiscard]] std::optional<std::string> pgn() const override {
        NEBEL_CHECK(table_.outcome());
        return pgn_of(table_.record());
    }

 private:
    static Table<G> make_table(const Setting& setting, const Rules& rules) {
        if (setting.start.empty())
            return Table<G>(rules, setting.deal_seed);
        return Table<G>(rules,
                        value_or_throw(G::Referee::from_start(rules, setting.start), "start"));
    }

    void tell(const std::vector<Event>& first, const std::vector<Event>& second) {
        hear(Seat::First, first);
        hear(Seat::Second, second);
        auto common = watcher_.hear(first, second);
        if (!common.empty())
            ++turns_;
        for (auto& saying : common)
            common_.push_back(std::move(saying));
    }

    // The engine of a seat, told everything that the seat has heard.
    std::shared_ptr<EngineOf<G>> told_engine(Seat seat) {
        NEBEL_CHECK(engines_[seat] != nullptr);
        engines_[seat]->tell(std::span(heard_[seat]).subspan(fed_[seat]));
        fed_[seat] = heard_[seat].size();
        return engines_[seat];
    }

    void hear(Seat seat, const std::vector<Event>& events) {
        for (const Event& event : events) {
            views_[seat].hear(event);
            heard_[seat].push_back(event);
        }
    }

    Json step(const RecordedAction<G>* entry,
              const PerSeat<std::vector<Event>>& heard,
              const typename G::Referee& truth,
              PerSeat<View>& views) const {
        Json made{{"n", 0}, {"seat", nullptr}, {"action", nullptr}, {"accepted", true}};
        if (entry != nullptr) {
            made["seat"] = std::string(seat_text(entry->seat));
            made["action"] = entry->action.text();
            made["accepted"] = entry->accepted;
        }
        made["truth"] = truth_json(truth);
        for (const Seat seat : kSeats) {
            const std::string name(seat_text(seat));
            made["events"][name] = Json::array();
            for (const Event& event : heard[seat]) {
                views[seat].hear(event);
                made["events"][name].push_back(
                    {{"event", event.to_json()}, {"text", words_for(event, seat)}});
            }
            made["views"][name] = view_json(views[seat], false);
        }
        return made;
    }

    Table<G> table_;
    PerSeat<View> views_;
    PerSeat<std::vector<Event>> heard_;
    PerSeat<std::size_t> fed_;
    PerSeat<std::shared_ptr<EngineOf<G>>> engines_;
    Watcher<G> watcher_;
    std::vector<Saying> common_;
    std::size_t turns_ = 0;
};

/// Defined once for each game, so that each is compiled in a file of its own.
std::unique_ptr<LiveGame> make_kriegspiel(const LiveGame::Setting& setting);
std::unique_ptr<LiveGame> make_darkchess(const LiveGame::Setting& setting);
std::unique_ptr<LiveGame> make_stratego(const LiveGame::Setting& setting);

template <Game G>
std::unique_ptr<LiveGame> make_live_game(const LiveGame::Setting& setting) {
    return std::make_unique<LiveGameOf<G>>(setting,
                                           value_or_throw(G::Rules::parse(setting.rules), "rules"));
}

}  // namespace nebel::server
