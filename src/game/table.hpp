#pragma once

#include <utility>

#include "game/record.hpp"

namespace nebel {

/// A referee with a scribe: everything that happens is written into the record as it happens.
/// Match, terminal, web table and `nebel referee` all play at one.
template <Game G>
class Table {
 public:
    using Event = typename G::Event;

    /// Deals from the seed.
    Table(const typename G::Rules& rules, std::uint64_t seed) : Table(rules, seed, Rng(seed)) {}

    /// Sits down at a known start; the referee must not have been opened.
    Table(const typename G::Rules& rules, typename G::Referee referee)
        : referee_(std::move(referee)) {
        start(rules, 0);
    }

    /// What a seat heard before the first action.
    [[nodiscard]] const std::vector<Event>& opening(Seat seat) const {
        return record_.opening[seat];
    }

    [[nodiscard]] Seat to_act() const { return referee_.to_act(); }
    [[nodiscard]] std::optional<Outcome> outcome() const { return referee_.outcome(); }

    Answer<Event> act(typename G::Action action) {
        const Seat seat = referee_.to_act();
        const auto answer = referee_.act(action);
        if (answer.verdict != Verdict::Invalid) {
            RecordedAction<G> entry{seat, action, answer.verdict == Verdict::Accepted, {}};
            write(answer, entry.heard);
            record_.actions.push_back(std::move(entry));
        }
        record_.outcome = referee_.outcome();
        return answer;
    }

    /// Ends the game from outside the rules. The game must still be running.
    Answer<Event> conclude(Outcome outcome) {
        const auto answer = referee_.conclude(outcome);
        write(answer, record_.conclusion);
        record_.outcome = outcome;
        return answer;
    }

    void name_players(std::string first, std::string second) {
        record_.players[Seat::First] = std::move(first);
        record_.players[Seat::Second] = std::move(second);
    }

    [[nodiscard]] const GameRecord<G>& record() const { return record_; }

    /// The truth: for the one who reviews, never for one who plays.
    [[nodiscard]] const typename G::Referee& truth() const { return referee_; }

 private:
    Table(const typename G::Rules& rules, std::uint64_t seed, Rng rng) : referee_(rules, rng) {
        start(rules, seed);
    }

    void start(const typename G::Rules& rules, std::uint64_t seed) {
        record_.rules = rules;
        record_.seed = seed;
        record_.start = referee_.start_text();
        write(referee_.open(), record_.opening);
    }

    static void write(const Answer<Event>& answer, PerSeat<std::vector<Event>>& heard) {
        for (const Seat seat : kSeats)
            heard[seat].insert(heard[seat].end(), answer.events[seat].begin(),
                               answer.events[seat].end());
    }

    typename G::Referee referee_;
    GameRecord<G> record_;
};

}  // namespace nebel
