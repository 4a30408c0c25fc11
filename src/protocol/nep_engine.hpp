#pragma once

#include <fmt/format.h>

#include <optional>

#include "core/version.hpp"
#include "protocol/ear.hpp"
#include "protocol/engine_loop.hpp"
#include "protocol/nep.hpp"
#include "protocol/player_source.hpp"

namespace nebel::protocol {

/// The engine's side of the Nebel engine protocol for one game: any registered player behind text.
/// Nothing a client says can make it do more than answer `error`; where the game allows it (`Ear`),
/// it plays on after events that were lost, cannot be read or cannot be.
template <Game G>
class NepEngine final : public Dialect {
 public:
    /// The seed is for games that bring none of their own, the budget for a `go` without limits.
    /// Throws UserError for a bad player text.
    NepEngine(std::string player_text, std::uint64_t seed, const Budget& budget = {})
        : source_(std::move(player_text)), seed_(seed), budget_(budget) {}

    [[nodiscard]] LineKind kind(std::string_view line) const override {
        const auto word = Command::of(line).word;
        return word == "go"        ? LineKind::Go
               : word == "stop"    ? LineKind::Stop
               : word == "isready" ? LineKind::Ping
               : word == "ponder"  ? LineKind::Idle
               : word == "quit"    ? LineKind::Quit
                                   : LineKind::Ordinary;
    }
    [[nodiscard]] std::string pong(std::string_view) const override { return "readyok"; }
    [[nodiscard]] std::string too_long() const override { return "error line too long"; }

    void handle(std::string_view line, const std::atomic<bool>& stop) override {
        const auto command = Command::of(line);
        try {
            if (command.word == "nep")
                greet(command.rest);
            else if (command.word == "option")
                set_option(command.rest);
            else if (command.word == "isready")
                say("readyok");
            else if (command.word == "newgame")
                new_game(command.rest);
            else if (command.word == "event")
                hear(command.rest);
            else if (command.word == "go")
                go(command.rest, stop);
            else if (command.word == "ponder")
                ponder(stop);
            else if (command.word == "result")
                over_ = true;
            else if (!command.word.empty() && command.word != "stop" && command.word != "quit")
                complain(fmt::format("unknown command {}", quote(command.word)));
        } catch (const std::exception& error) {
            complain(error.what());
        }
    }

 private:
    void complain(std::string_view message) { say(fmt::format("error {}", message)); }

    void greet(std::string_view rest) {
        if (rest != std::to_string(kNepVersion)) {
            complain(fmt::format("version {} is not spoken here; version {} is", quote(rest),
                                 kNepVersion));
            return;
        }
        say(fmt::format("id name Nebel {} {} {}", kVersion, G::kName, source_.text()));
        say("id author the Nebel developers");
        say(fmt::format("id game {}", G::kName));
        for (const auto& option : source_.options())
            say(option_line(option, source_.value(option.name)));
        say("nepok");
    }

    void set_option(std::string_view rest) {
        const auto [name, value] = Command::of(rest);
        if (const auto done = source_.set(name, value); !done)
            complain(done.error().message);
    }

    void new_game(std::string_view rest) {
        ear_.reset();
        over_ = false;
        heard_ = 0;
        const auto game = NewGame::parse(rest);
        if (!game)
            return complain(game.error().message);
        if (game->game != G::kName)
            return complain(
                fmt::format("this engine plays {}, not {}", G::kName, quote(game->game)));
        const auto seat = parse_seat<G>(game->seat);
        if (!seat)
            return complain(fmt::format("no seat {}; seats: {}, {}", quote(game->seat),
                                        G::seat_name(Seat::First), G::seat_name(Seat::Second)));
        const auto rules = game->rules.empty() ? typename G::Rules{} : G::Rules::parse(game->rules);
        if (!rules)
            return complain(rules.error().message);
        ++games_;
        source_.player().begin(*rules, *seat, game->seed.value_or(mix_seed(seed_, games_)));
        ear_.emplace(*rules, *seat);
    }

    void hear(std::string_view rest) {
        const auto numbered = NumberedEvent::parse(rest);
        if (!numbered)
            return complain(numbered.error().message);
        if (!ear_)
            return complain(
                fmt::format("event {}: no game has begun or it was lost", numbered->number));
        if (numbered->number <= heard_)
            return;
        if (numbered->number != heard_ + 1) {
            complain(fmt::format("event {} came, {} was due: send newgame and all events",
                                 numbered->number, heard_ + 1));
            if (!Ear<G>::kPatient)
                return ear_.reset();
        }
        heard_ = numbered->number;
        const auto event = G::Event::parse(numbered->text);
        if (!event) {
            complain(fmt::format("event {}: {}", numbered->number, event.error().message));
            if (!Ear<G>::kPatient)
                ear_.reset();
            return;
        }
        const auto heard = ear_->hear(*event);
        if (!heard.objection.empty())
            complain(fmt::format("event {}: {} cannot be: {}", numbered->number,
                                 quote(event->text()), heard.objection));
        tell_player(heard);
        if (event->outcome())
            over_ = true;
    }

    void tell_player(const typename Ear<G>::Heard& heard) {
        try {
            for (const auto& event : heard.events)
                source_.player().hear(event);
        } catch (...) {
            ear_.reset();  // what it knows is no longer whole
            throw;
        }
    }

    void go(std::string_view rest, const std::atomic<bool>& stop) {
        auto budget = parse_go(rest);
        if (!budget)
            return complain(budget.error().message);
        if (!ear_)
            return complain("go: no game has begun or it was lost");
        if (over_)
            return complain("go: the game is over");
        const auto meanwhile = ear_->asked_to_act();
        if (!meanwhile.objection.empty()) {
            SearchInfo note;
            note.detail = meanwhile.objection;
            say(info_line(note));
            tell_player(meanwhile);
        }
        if (!ear_->view().my_turn())
            return complain("go: it is not this seat's turn");
        if (const auto why = ear_->helpless(); !why.empty())
            return complain("go: " + why);
        Player<G>& player = source_.player();
        player.on_info = [this](const SearchInfo& info) { say(info_line(info)); };
        if (budget->unlimited())
            *budget = budget_;
        budget->stop = &stop;
        const Work before = player.work();
        try {
            if (player.wants_to_resign())
                return say("resign");
            const auto action = player.act(*budget);
            const Work after = player.work();
            if (after.nodes > before.nodes || after.simulations > before.simulations) {
                SearchInfo spent;
                spent.nodes = after.nodes - before.nodes;
                spent.simulations = after.simulations - before.simulations;
                say(info_line(spent));
            }
            ear_->acted(action);
            say("action " + action.text());
        } catch (const PlayerFailure& failure) {
            if (failure.reason == Reason::Resignation)
                say("resign");
            else
                complain(fmt::format("the player failed: {}", failure.what()));
        }
    }

    // Where there is nothing to think about there is nothing to say either.
    void ponder(const std::atomic<bool>& stop) {
        if (ear_ && !over_ && !ear_->view().my_turn())
            source_.player().ponder(stop);
    }

    PlayerSource<G> source_;
    std::uint64_t seed_;
    Budget budget_;
    std::uint64_t games_ = 0;
    std::optional<Ear<G>> ear_;
    std::uint64_t heard_ = 0;
    bool over_ = false;
};

}  // namespace nebel::protocol
