#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <string>

#include "core/rng.hpp"
#include "game/player.hpp"
#include "game/table.hpp"
#include "match/game_summary.hpp"
#include "match/limits.hpp"
#include "match/time_control.hpp"

namespace nebel::match {

/// Everything around one game that is not the players.
struct GameSetup {
    std::uint64_t deal_seed = 0;
    PerSeat<std::uint64_t> player_seeds;
    PerSeat<Budget> budgets;
    std::optional<TimeControl> clock;
    Limits limits;
    /// When set from another thread the game is given up at the next action. May be null.
    const std::atomic<bool>* stop = nullptr;
};

template <Game G>
struct PlayedGame {
    GameRecord<G> record;
    Outcome outcome{};
    PerSeat<Effort> efforts;
    std::string note;  ///< what a failed player said
};

/// One game at one table, behind play_game. The table scores what players do wrong: time, nonsense,
/// crashes.
template <Game G>
class GameRunner {
 public:
    GameRunner(const typename G::Rules& rules, const GameSetup& setup, PerSeat<Player<G>*> players)
        : rules_(rules), setup_(setup), players_(players), table_(rules, setup.deal_seed) {
        if (setup.clock)
            remaining_ = {{setup.clock->base, setup.clock->base}};
    }

    void name_players(std::string first, std::string second) {
        table_.name_players(std::move(first), std::move(second));
    }

    /// Nothing when the game was given up because of the stop flag. Call once.
    std::optional<PlayedGame<G>> play() {
        for (const Seat seat : kSeats)
            guarded(seat, [&] { players_[seat]->begin(rules_, seat, setup_.player_seeds[seat]); });
        for (const Seat seat : kSeats)
            tell(seat, table_.opening(seat));
        draw_opening();
        while (true) {
            if (failure_ && !table_.outcome())
                conclude(win_for(other(failure_->seat), failure_->reason));
            if (stopped())  // a player may have answered early only because it was asked to stop
                return std::nullopt;
            if (table_.outcome())
                break;
            take_action(table_.to_act());
        }
        for (const Seat seat : kSeats) {
            const Work work = players_[seat]->work();
            efforts_[seat].nodes = work.nodes;
            efforts_[seat].simulations = work.simulations;
        }
        return PlayedGame<G>{table_.record(), *table_.outcome(), efforts_,
                             failure_ ? failure_->note : std::string{}};
    }

 private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint64_t kOpeningStream = 7;

    struct Failure {
        Seat seat;
        Reason reason;
        std::string note;
    };

    [[nodiscard]] bool stopped() const {
        return setup_.stop != nullptr && setup_.stop->load(std::memory_order_relaxed);
    }

    // Runs a player's part. A player that has failed takes part no more; the first failure before
    // the end decides the game, one after the end changes nothing.
    template <class Body>
    void guarded(Seat seat, Body&& body) {
        if (!able_[seat])
            return;
        try {
            body();
        } catch (const PlayerFailure& failure) {
            able_[seat] = false;
            fail(seat, failure.reason, failure.what());
        }
    }

    void fail(Seat seat, Reason reason, std::string note) {
        if (!failure_ && !table_.outcome())
            failure_ = Failure{seat, reason, std::move(note)};
    }

    template <class Events>
    void tell(Seat seat, const Events& events) {
        guarded(seat, [&] {
            for (const auto& event : events)
                players_[seat]->hear(event);
        });
    }

    // The players hear what was done for them as if they had done it.
    void draw_opening() {
        if (setup_.limits.drawn_actions == 0)
            return;
        PerSeat<typename G::View> views{
            {typename G::View(rules_, Seat::First), typename G::View(rules_, Seat::Second)}};
        for (const Seat seat : kSeats)
            for (const auto& event : table_.opening(seat))
                views[seat].hear(event);
        Rng rng(mix_seed(setup_.deal_seed, kOpeningStream));
        for (int drawn = 0;
             drawn < setup_.limits.drawn_actions && !failure_ && !table_.outcome() && !stopped();) {
            const auto answer = table_.act(views[table_.to_act()].random_action(rng));
            for (const Seat seat : kSeats) {
                tell(seat, answer.events[seat]);
                for (const auto& event : answer.events[seat])
                    views[seat].hear(event);
            }
            drawn += answer.verdict == Verdict::Accepted ? 1 : 0;
        }
    }

    void conclude(Outcome outcome) {
        const auto answer = table_.conclude(outcome);
        for (const Seat seat : kSeats)
            tell(seat, answer.events[seat]);
    }

    [[nodiscard]] Budget budget_of(Seat seat) const {
        Budget budget = setup_.budgets[seat];
        if (setup_.clock)
            budget.clock = GameClock{std::max(remaining_[seat], std::chrono::milliseconds(1)),
                                     setup_.clock->increment};
        budget.stop = setup_.stop;
        return budget;
    }

    void take_action(Seat seat) {
        std::optional<typename G::Action> action;
        const auto start = Clock::now();
        guarded(seat, [&] {
            if (!players_[seat]->wants_to_resign())
                action = players_[seat]->act(budget_of(seat));
        });
        const auto used = Clock::now() - start;
        efforts_[seat].time += std::chrono::duration_cast<std::chrono::microseconds>(used);
        if (failure_)
            return;
        if (overran(seat, used))
            fail(seat, Reason::TimeOut, "the time ran out");
        else if (action)
            settle(seat, *action);
        else
            conclude(win_for(other(seat), Reason::Resignation));
    }

    bool overran(Seat seat, Clock::duration used) {
        const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(used);
        const auto& budget = setup_.budgets[seat];
        // Processor time is the player's own to keep: the wall clock says nothing about it.
        bool over = budget.time.count() != 0 && !budget.cpu &&
                    spent > budget.time + setup_.limits.time_margin;
        if (setup_.clock) {
            over = over || spent > remaining_[seat] + setup_.limits.time_margin;
            remaining_[seat] = std::max(remaining_[seat] - spent, std::chrono::milliseconds(0));
        }
        return over;
    }

    void settle(Seat seat, typename G::Action action) {
        const auto answer = table_.act(action);
        if (answer.verdict == Verdict::Invalid)
            return fail(seat, Reason::Nonsense, action.text() + ": " + std::string(answer.why));
        for (const Seat listener : kSeats)
            tell(listener, answer.events[listener]);
        if (answer.verdict == Verdict::Refused) {
            ++efforts_[seat].tries;
            if (++refusals_ >= setup_.limits.refusals_per_turn)
                fail(seat, Reason::Nonsense,
                     std::to_string(refusals_) + " refused actions in one turn");
            return;
        }
        ++efforts_[seat].moves;
        refusals_ = 0;
        if (table_.outcome())
            return;
        if (setup_.clock && table_.to_act() != seat)
            remaining_[seat] += setup_.clock->increment;
        if (++accepted_ >= setup_.limits.actions_per_game && !failure_)
            conclude(draw(Reason::Adjudication));
    }

    const typename G::Rules& rules_;
    const GameSetup& setup_;
    PerSeat<Player<G>*> players_;
    Table<G> table_;
    PerSeat<std::chrono::milliseconds> remaining_;
    PerSeat<Effort> efforts_;
    PerSeat<bool> able_{{true, true}};
    std::optional<Failure> failure_;
    int refusals_ = 0;
    int accepted_ = 0;
};

/// Plays one game; nothing when it was given up because of the stop flag. The players are only used
/// during the call.
template <Game G>
std::optional<PlayedGame<G>> play_game(const typename G::Rules& rules,
                                       const GameSetup& setup,
                                       PerSeat<Player<G>*> players,
                                       const PerSeat<std::string>& names) {
    GameRunner<G> runner(rules, setup, players);
    runner.name_players(names[Seat::First], names[Seat::Second]);
    return runner.play();
}

}  // namespace nebel::match
