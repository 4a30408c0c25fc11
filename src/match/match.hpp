#pragma once

#include <memory>
#include <utility>

#include "core/version.hpp"
#include "game/record_json.hpp"
#include "game/registry.hpp"
#include "match/match_spec.hpp"
#include "match/play_game.hpp"
#include "match/worker.hpp"

namespace nebel::match {

/// Plays the games of one match with its own two players. A game is a pure function of the spec and
/// the index, so any number of these, on any threads, play one match together.
template <Game G>
class MatchWorker final : public Worker {
 public:
    /// Throws UserError for rules or players that do not exist.
    explicit MatchWorker(const MatchSpec& spec)
        : spec_(spec), rules_(value_or_throw(G::Rules::parse(spec.rules), "rules")) {
        for (std::size_t i = 0; i < players_.size(); ++i)
            players_[i] = PlayerRegistry<G>::instance().make(spec.contestants[i].player);
    }

    std::optional<GameSummary> play(std::uint64_t index, const std::atomic<bool>& stop) override {
        const Seat seat_of_first = seat_of_first_player(index);
        const auto sitting = [&](Seat seat) { return seat == seat_of_first ? 0u : 1u; };
        GameSetup setup;
        setup.deal_seed = deal_seed(spec_.seed, pair_of(index));
        setup.clock = spec_.clock;
        setup.limits = spec_.limits;
        setup.stop = &stop;
        PerSeat<Player<G>*> players;
        PerSeat<std::string> names;
        for (const Seat seat : kSeats) {
            setup.player_seeds[seat] = player_seed(spec_.seed, pair_of(index), seat);
            setup.budgets[seat] = spec_.contestants[sitting(seat)].budget;
            players[seat] = players_[sitting(seat)].get();
            names[seat] = spec_.contestants[sitting(seat)].player;
        }
        auto played = play_game<G>(rules_, setup, players, names);
        if (!played)
            return std::nullopt;
        GameSummary summary;
        summary.index = index;
        summary.outcome = played->outcome;
        for (const Seat seat : kSeats)
            summary.efforts[sitting(seat)] = played->efforts[seat];
        summary.record = record_to_line(played->record);
        summary.note = std::move(played->note);
        return summary;
    }

 private:
    MatchSpec spec_;
    typename G::Rules rules_;
    std::array<std::unique_ptr<Player<G>>, 2> players_;
};

/// The rules as the game itself writes them, so that two ways to say the same are one match.
template <Game G>
std::string canonical_rules(std::string_view text) {
    return value_or_throw(G::Rules::parse(text), "rules").text();
}

template <Game G>
WorkerFactory workers_for(MatchSpec spec) {
    return [spec = std::move(spec)] { return std::make_unique<MatchWorker<G>>(spec); };
}

}  // namespace nebel::match
