#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "game/record_json.hpp"
#include "game/registry.hpp"
#include "game/table.hpp"

// The battery: what every game must pass, whatever its rules. A game's own tests call
// `run_battery<G>(...)` for each of its rulesets and `expect_secret_kept<G>(...)` with twins.
namespace nebel::battery {

/// A whole game of uniformly random actions, recorded. Stops after `limit` actions.
template <Game G>
Table<G> random_game(const typename G::Rules& rules, std::uint64_t seed, int limit = 20000) {
    Table<G> table(rules, seed);
    PerSeat<Rng> rngs{{Rng(seed, 1), Rng(seed, 2)}};
    PerSeat<typename G::View> views{
        {typename G::View(rules, Seat::First), typename G::View(rules, Seat::Second)}};
    for (const Seat seat : kSeats)
        for (const auto& event : table.opening(seat))
            views[seat].hear(event);
    for (int i = 0; i < limit && !table.outcome(); ++i) {
        const Seat seat = table.to_act();
        EXPECT_TRUE(views[seat].my_turn()) << views[seat].text();
        EXPECT_FALSE(views[other(seat)].my_turn()) << views[other(seat)].text();
        const auto action = views[seat].random_action(rngs[seat]);
        const auto answer = table.act(action);
        EXPECT_NE(answer.verdict, Verdict::Invalid)
            << "the view offered " << action.text() << ": " << answer.why;
        if (answer.verdict == Verdict::Invalid)
            break;
        for (const Seat listener : kSeats)
            for (const auto& event : answer.events[listener])
                views[listener].hear(event);
    }
    return table;
}

template <Game G>
typename G::View rebuilt_view(const GameRecord<G>& record, Seat seat) {
    typename G::View view(record.rules, seat);
    for (const auto& event : record.heard_by(seat))
        view.hear(event);
    return view;
}

template <class T>
void expect_text_round_trip(const T& value) {
    const auto again = T::parse(value.text());
    ASSERT_TRUE(again) << value.text() << ": " << again.error().message;
    EXPECT_EQ(*again, value) << value.text();
    EXPECT_EQ(value.text().find('\n'), std::string::npos);
}

template <Game G>
void expect_round_trips(const GameRecord<G>& record) {
    expect_text_round_trip(record.rules);
    for (const auto& entry : record.actions)
        expect_text_round_trip(entry.action);
    for (const Seat seat : kSeats)
        for (const auto& event : record.heard_by(seat)) {
            expect_text_round_trip(event);
            const auto json = event.to_json();
            EXPECT_TRUE(json.is_object() && json.contains("type")) << json.dump();
            const auto again = G::Event::from_json(json);
            ASSERT_TRUE(again) << json.dump() << ": " << again.error().message;
            EXPECT_EQ(*again, event) << json.dump();
        }
    const auto line = record_to_line(record);
    const auto again = record_from_line<G>(line);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(*again, record);
    EXPECT_EQ(record_to_line(*again), line);
}

/// The view that lived through the game equals the one rebuilt from its events, at every point, and
/// lists what it offers without repetition.
template <Game G>
void expect_views_follow_from_events(const GameRecord<G>& record) {
    for (const Seat seat : kSeats) {
        typename G::View live(record.rules, seat);
        for (const auto& event : record.opening[seat])
            live.hear(event);
        for (const auto& entry : record.actions) {
            if (entry.seat == seat) {
                EXPECT_TRUE(live.my_turn());
                ActionList<G> offered;
                live.actions(offered);
                for (std::size_t i = 0; i < offered.size(); ++i)
                    for (std::size_t j = i + 1; j < offered.size(); ++j)
                        EXPECT_FALSE(offered[i] == offered[j]) << offered[i].text();
            }
            for (const auto& event : entry.heard[seat])
                live.hear(event);
        }
        for (const auto& event : record.conclusion[seat])
            live.hear(event);
        const auto rebuilt = rebuilt_view(record, seat);
        EXPECT_EQ(live, rebuilt);
        EXPECT_EQ(live.text(), rebuilt.text());
        EXPECT_EQ(live.outcome(), record.outcome);
    }
}

template <Game G>
void expect_replays(const GameRecord<G>& record) {
    const auto end = replay(record);
    ASSERT_TRUE(end) << end.error().message;
    EXPECT_EQ(end->outcome(), record.outcome);
}

/// After the end every action is refused as invalid and the state stays as it was.
template <Game G>
void expect_end_is_final(Table<G> table) {
    if (!table.outcome() || table.record().actions.empty())
        return;
    const auto state = table.truth().state_text();
    const auto answer = table.act(table.record().actions.front().action);
    EXPECT_EQ(answer.verdict, Verdict::Invalid);
    EXPECT_EQ(table.truth().state_text(), state);
}

/// Every seat may give up at any moment; both hear it and the record still replays.
template <Game G>
void expect_resignation_works(const typename G::Rules& rules, std::uint64_t seed) {
    auto table = random_game<G>(rules, seed, 7);
    if (table.outcome())
        return;
    const Outcome outcome = win_for(other(table.to_act()), Reason::Resignation);
    table.conclude(outcome);
    for (const Seat seat : kSeats)
        EXPECT_EQ(rebuilt_view(table.record(), seat).outcome(), outcome);
    expect_replays(table.record());
    expect_round_trips(table.record());
}

/// The same seed gives the same game.
template <Game G>
void expect_reproducible(const typename G::Rules& rules, std::uint64_t seed) {
    EXPECT_EQ(random_game<G>(rules, seed, 60).record(), random_game<G>(rules, seed, 60).record());
}

template <Game G>
void run_battery(std::string_view rules_text, int games, std::uint64_t seed = 1) {
    SCOPED_TRACE(std::string(G::kName) + " " + std::string(rules_text));
    const auto rules = G::Rules::parse(rules_text);
    ASSERT_TRUE(rules) << rules.error().message;
    for (int i = 0; i < games; ++i) {
        SCOPED_TRACE("game " + std::to_string(i));
        const auto table = random_game<G>(*rules, mix_seed(seed, static_cast<std::uint64_t>(i)));
        EXPECT_TRUE(table.outcome()) << "the game did not end";
        expect_round_trips(table.record());
        expect_views_follow_from_events(table.record());
        expect_replays(table.record());
        expect_end_is_final(table);
        if (testing::Test::HasFatalFailure() || testing::Test::HasNonfatalFailure())
            return;
    }
    expect_resignation_works<G>(*rules, seed);
    expect_reproducible<G>(*rules, seed);
}

/// All that a seat can be shown of a game: used to compare twins byte for byte.
template <Game G>
std::string everything_shown(const GameRecord<G>& record, Seat seat) {
    std::string shown;
    typename G::View view(record.rules, seat);
    const auto show = [&](const std::vector<typename G::Event>& events) {
        for (const auto& event : events) {
            view.hear(event);
            shown += event.text() + "\n" + event.to_json().dump() + "\n";
        }
        shown += view.text() + "\n";
        ActionList<G> offered;
        view.actions(offered);
        for (const auto& action : offered)
            shown += action.text() + " ";
    };
    show(record.opening[seat]);
    for (const auto& entry : record.actions)
        if (entry.seat == seat || !entry.heard[seat].empty())
            show(entry.heard[seat]);
    show(record.conclusion[seat]);
    return shown;
}

/// What a registered player answers at each of the seat's turns when fed the record's events: a
/// function of the events alone, or the secret has leaked.
template <Game G>
std::string answers_of(const std::string& player_text,
                       const GameRecord<G>& record,
                       Seat seat,
                       const Budget& budget = {}) {
    const auto player = PlayerRegistry<G>::instance().make(player_text);
    player->begin(record.rules, seat, 99);
    for (const auto& event : record.opening[seat])
        player->hear(event);
    std::string answers;
    for (const auto& entry : record.actions) {
        if (entry.seat == seat)
            answers += player->act(budget).text() + " ";
        for (const auto& event : entry.heard[seat])
            player->hear(event);
    }
    return answers;
}

/// `a` and `b` are two games whose truths differ but whose events for `seat` agree: everything the
/// seat is shown, and everything its players do, must agree byte for byte.
template <Game G>
void expect_secret_kept(const GameRecord<G>& a,
                        const GameRecord<G>& b,
                        Seat seat,
                        const std::vector<std::string>& players,
                        const Budget& budget = {}) {
    ASSERT_EQ(a.heard_by(seat), b.heard_by(seat)) << "not twins";
    EXPECT_EQ(everything_shown(a, seat), everything_shown(b, seat));
    for (const auto& player : players)
        EXPECT_EQ(answers_of<G>(player, a, seat, budget), answers_of<G>(player, b, seat, budget))
            << player;
}

}  // namespace nebel::battery
