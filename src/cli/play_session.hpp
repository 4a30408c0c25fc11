#pragma once

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <future>
#include <memory>
#include <string>

#include "cli/match_stop.hpp"
#include "cli/play_games.hpp"
#include "cli/terminal.hpp"
#include "darkchess/words.hpp"
#include "game/player.hpp"
#include "game/record_json.hpp"
#include "game/table.hpp"
#include "kriegspiel/words.hpp"
#include "match/limits.hpp"
#include "stratego/words.hpp"

namespace nebel::cli {

/// One game of a person at the terminal against a player. While it runs, all that is shown comes
/// from the seat's own events; the table is asked for the truth only after the end.
template <Game G>
class PlaySession {
 public:
    struct Setting {
        typename G::Rules rules;
        Seat seat = Seat::First;
        std::unique_ptr<Player<G>> opponent;
        std::string opponent_name;
        Budget budget;
        std::uint64_t deal_seed = 0;
        std::uint64_t opponent_seed = 0;
        std::uint64_t own_seed = 0;
        std::ofstream* record = nullptr;  ///< where the game is kept; may be null
    };

    explicit PlaySession(Setting setting)
        : setting_(std::move(setting)),
          table_(setting_.rules, setting_.deal_seed),
          view_(setting_.rules, setting_.seat),
          rng_(setting_.own_seed),
          style_{Paint::for_standard_output(), shows_unicode()},
          lines_(&stop_.flag()) {
        setting_.budget.stop = &stop_.flag();
        const bool first = setting_.seat == Seat::First;
        table_.name_players(first ? "person" : setting_.opponent_name,
                            first ? setting_.opponent_name : "person");
    }

    ~PlaySession() { acted_ = true; }  // the one who ponders is waited for
    PlaySession(const PlaySession&) = delete;

    void run() {
        say(fmt::format("You play {} as {} against {}. help explains.", G::kName,
                        G::seat_name(setting_.seat), setting_.opponent_name));
        guarded([&] {
            setting_.opponent->begin(setting_.rules, other(setting_.seat), setting_.opponent_seed);
        });
        tell(table_.opening(Seat::First), table_.opening(Seat::Second));
        while (!table_.outcome()) {
            if (stop_.flag())
                conclude(draw_result(Reason::Abandoned));
            else if (table_.to_act() == setting_.seat)
                take_person_turn();
            else
                take_opponent_turn();
        }
        keep_record();
        if (table_.outcome()->reason != Reason::Abandoned)
            offer_review();
    }

 private:
    static Outcome draw_result(Reason reason) { return {Result::Draw, reason}; }

    static void say(std::string_view text) {
        fmt::print("{}\n", text);
        std::fflush(stdout);
    }

    template <class Own, class Other>
    void tell(const Own& first, const Other& second) {
        hear(setting_.seat == Seat::First ? first : second);
        const auto& theirs = setting_.seat == Seat::First ? second : first;
        // It must not learn from its own use of time how often the person was refused.
        if (theirs.empty())
            return;
        guarded([&] {
            stop_pondering();
            for (const auto& event : theirs)
                setting_.opponent->hear(event);
        });
    }

    template <class Events>
    void hear(const Events& events) {
        for (const auto& event : events) {
            view_.hear(event);
            say(style_.paint(event.outcome() ? Ink::Bold : Ink::Plain,
                             words(event, setting_.seat)));
        }
    }

    // An opponent that breaks loses, as at every other table.
    template <class Body>
    void guarded(Body&& body) {
        if (failed_)
            return;
        try {
            body();
        } catch (const PlayerFailure& failure) {
            failed_ = true;
            say(fmt::format("{} failed: {}", setting_.opponent_name, failure.what()));
            if (!table_.outcome())
                conclude(win_for(setting_.seat, failure.reason));
        }
    }

    void conclude(Outcome outcome) {
        const auto answer = table_.conclude(outcome);
        tell(answer.events[Seat::First], answer.events[Seat::Second]);
    }

    void take_opponent_turn() {
        guarded([&] {
            if (setting_.opponent->wants_to_resign())
                return conclude(win_for(setting_.seat, Reason::Resignation));
            const auto action = setting_.opponent->act(setting_.budget);
            if (stop_.flag())
                return;
            const auto answer = table_.act(action);
            opponent_refusals_ = answer.verdict == Verdict::Refused ? opponent_refusals_ + 1 : 0;
            if (answer.verdict == Verdict::Invalid ||
                opponent_refusals_ >= match::Limits{}.refusals_per_turn)
                return conclude(win_for(setting_.seat, Reason::Nonsense));
            tell(answer.events[Seat::First], answer.events[Seat::Second]);
        });
    }

    // While a person sits there; answers from a file are read at once, and reproducibly.
    void let_ponder() {
        if (pondering_.valid() || failed_ || !is_conversation())
            return;
        acted_ = false;
        pondering_ = std::async(std::launch::async, [this] { setting_.opponent->ponder(acted_); });
    }

    // Throws what went wrong meanwhile.
    void stop_pondering() {
        acted_ = true;
        if (pondering_.valid())
            pondering_.get();
    }

    // Reads until the person has acted, however many words it takes. The board is drawn once for
    // each turn, and again on demand.
    void take_person_turn() {
        if (!refused_)
            show_board();
        refused_ = false;
        let_ponder();
        if (is_conversation()) {
            fmt::print("{}> ", prompt_word(view_));
            std::fflush(stdout);
        }
        const auto line = lines_.next();
        if (!line) {
            say("");
            conclude(draw_result(Reason::Abandoned));
            return;
        }
        refused_ = true;  // of whatever is no accepted action: the board has not changed
        obey(trim(*line));
    }

    void obey(std::string_view text) {
        if (text.empty())
            return;
        if (text == "help" || text == "?")
            return show_help();
        if (text == "board")
            return show_board();
        if (text == "tries" || text == "moves")
            return show_tries();
        if (text == "undo" || text == "back")
            return say("No: the umpire has spoken.");
        if (text == "resign")
            return conclude(win_for(other(setting_.seat), Reason::Resignation));
        if (text == "quit" || text == "exit")
            return conclude(draw_result(Reason::Abandoned));
        if (text == "review")
            return say("The true game can be reviewed when it is over.");
        const auto action = read_action(view_, text, rng_);
        if (!action)
            return say(action.error().message);
        const auto answer = table_.act(*action);
        if (answer.verdict == Verdict::Invalid)
            return say(fmt::format("{}: {}", action->text(), answer.why));
        tell(answer.events[Seat::First], answer.events[Seat::Second]);
        refused_ = answer.verdict == Verdict::Refused;
    }

    void show_board() {
        fmt::print("\n{}", draw(view_, style_));
        std::fflush(stdout);
    }

    void show_help() {
        say("What you can type:\n" + action_help(view_) +
            "  tries          what you can still try this turn\n"
            "  board          what you know, drawn again\n"
            "  resign, quit   give the game up; quit leaves it unfinished");
    }

    void show_tries() {
        ActionList<G> actions;
        view_.actions(actions);
        if (actions.empty())
            return say("Nothing to list now; help explains.");
        std::vector<std::string> texts;
        for (const auto& action : actions)
            texts.push_back(action.text());
        say(fmt::format("{} to try: {}", texts.size(), join(texts, " ")));
    }

    void keep_record() {
        if (setting_.record == nullptr)
            return;
        *setting_.record << record_to_line(table_.record()) << std::endl;
        if (!*setting_.record)
            throw UserError("the record could not be written");
        setting_.record = nullptr;
    }

    void offer_review() {
        say("Type review to see what really happened, or quit.");
        while (const auto line = lines_.next()) {
            const auto text = trim(*line);
            if (text == "review")
                return review();
            if (text == "quit" || text == "exit")
                return;
            if (!text.empty())
                say("The game is over: review or quit.");
        }
    }

    void review() {
        const auto& record = table_.record();
        auto truth = G::Referee::from_start(record.rules, record.start);
        NEBEL_CHECK(truth.has_value());
        truth->open();
        fmt::print("\n{}", draw_truth(*truth, setting_.seat, style_));
        for (std::size_t i = 0; i < record.actions.size(); ++i) {
            const auto& entry = record.actions[i];
            truth->act(entry.action);
            fmt::print("\n{}. {} {}{}\n", i + 1, G::seat_name(entry.seat), entry.action.text(),
                       entry.accepted ? "" : " (refused)");
            if (!entry.accepted)
                continue;
            fmt::print("{}", draw_truth(*truth, setting_.seat, style_));
            if (!is_conversation())
                continue;
            fmt::print("Enter for more, q to leave ");
            std::fflush(stdout);
            const auto line = lines_.next();
            if (!line || trim(*line) == "q")
                return;
        }
        const auto& end = record.outcome;
        say(fmt::format("{} {}", text(end->result), text(end->reason)));
    }

    StopOnSignal stop_;
    Setting setting_;
    Table<G> table_;
    typename G::View view_;
    Rng rng_;
    Style style_;
    LineReader lines_;
    int opponent_refusals_ = 0;
    bool refused_ = false;
    bool failed_ = false;
    std::atomic<bool> acted_ = false;  ///< the person has
    std::future<void> pondering_;      ///< the opponent in the person's time
};

}  // namespace nebel::cli
