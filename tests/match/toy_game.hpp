#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/text.hpp"
#include "game/game.hpp"

// The smallest game with a secret: each seat is dealt a number and guesses the other's. A guess of
// the wrong parity is refused and may be repeated; a miss passes the turn; a hit wins. It exists so
// that the match runner is tested without any real game.
namespace nebel::match::toy {

struct Rules {
    int numbers = 12;
    int plies = 40;
    bool operator==(const Rules&) const = default;

    static Parsed<Rules> parse(std::string_view text) {
        if (text.empty() || text == "standard")
            return Rules{};
        const auto plies = parse_number<int>(text);
        if (!plies || *plies < 1)
            return parse_error("toy rules are a number of plies");
        return Rules{12, *plies};
    }
    [[nodiscard]] std::string text() const { return std::to_string(plies); }
};

struct Action {
    int guess = 0;
    bool operator==(const Action&) const = default;
    static Parsed<Action> parse(std::string_view text) {
        const auto guess = parse_number<int>(text);
        return guess ? Parsed<Action>(Action{*guess}) : parse_error("a guess is a number");
    }
    [[nodiscard]] std::string text() const { return std::to_string(guess); }
};

struct Event {
    enum class Kind : std::uint8_t { Dealt, Refused, Missed, TheyMissed, End };
    Kind kind = Kind::Dealt;
    int number = 0;
    Outcome result{};
    bool operator==(const Event&) const = default;

    static Event end(Outcome outcome) { return {Kind::End, 0, outcome}; }
    [[nodiscard]] std::optional<Outcome> outcome() const {
        return kind == Kind::End ? std::optional(result) : std::nullopt;
    }
    [[nodiscard]] std::string text() const {
        return fmt::format("{} {} {} {}", static_cast<int>(kind), number,
                           static_cast<int>(result.result), static_cast<int>(result.reason));
    }
    static Parsed<Event> parse(std::string_view text) {
        const auto words = split_words(text);
        std::array<int, 4> fields{};
        if (words.size() != fields.size())
            return parse_error("a toy event has four numbers");
        for (std::size_t i = 0; i < fields.size(); ++i)
            fields[i] = parse_number<int>(words[i]).value_or(0);
        return Event{static_cast<Kind>(fields[0]),
                     fields[1],
                     {static_cast<Result>(fields[2]), static_cast<Reason>(fields[3])}};
    }
    [[nodiscard]] Json to_json() const { return {{"type", "toy"}, {"text", text()}}; }
    static Parsed<Event> from_json(const Json& json) {
        return parse(json.at("text").get<std::string>());
    }
};

class View {
 public:
    View(const Rules& rules, Seat seat) : rules_(rules), seat_(seat) {
        my_turn_ = seat == Seat::First;
        for (int i = 1; i <= rules.numbers; ++i)
            possible_.push_back(i);
    }
    void hear(const Event& event) {
        switch (event.kind) {
            case Event::Kind::Dealt:
                return;
            case Event::Kind::Refused:
                keep([&](int n) { return n % 2 != event.number % 2; });
                return;
            case Event::Kind::Missed:
                keep([&](int n) { return n != event.number && n % 2 == event.number % 2; });
                my_turn_ = false;
                return;
            case Event::Kind::TheyMissed:
                my_turn_ = true;
                return;
            case Event::Kind::End:
                outcome_ = event.result;
                my_turn_ = false;
        }
    }
    [[nodiscard]] Seat seat() const { return seat_; }
    [[nodiscard]] bool my_turn() const { return my_turn_; }
    [[nodiscard]] std::optional<Outcome> outcome() const { return outcome_; }
    void actions(InlineVec<Action, 16>& list) const {
        if (my_turn_)
            for (const int n : possible_)
                list.push_back({n});
    }
    [[nodiscard]] Action random_action(Rng& rng) const {
        return {possible_[rng.below(static_cast<std::uint32_t>(possible_.size()))]};
    }
    [[nodiscard]] int numbers() const { return rules_.numbers; }
    [[nodiscard]] std::string text() const { return fmt::format("{}", possible_.size()); }
    bool operator==(const View&) const = default;

 private:
    template <class Test>
    void keep(Test test) {
        InlineVec<int, 16> kept;
        for (const int n : possible_)
            if (test(n))
                kept.push_back(n);
        possible_ = kept;
    }

    Rules rules_;
    Seat seat_;
    InlineVec<int, 16> possible_;
    bool my_turn_ = false;
    std::optional<Outcome> outcome_;
};

class Referee {
 public:
    Referee(const Rules& rules, Rng& rng) : rules_(rules) {
        for (const Seat seat : kSeats)
            secret_[seat] =
                1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(rules.numbers)));
    }
    static Parsed<Referee> from_start(const Rules& rules, std::string_view text) {
        Rng rng;
        Referee referee(rules, rng);
        const auto words = split_words(text);
        if (words.size() != 2)
            return parse_error("a toy start has two numbers");
        for (const Seat seat : kSeats)
            referee.secret_[seat] = parse_number<int>(words[index(seat)]).value_or(1);
        return referee;
    }
    [[nodiscard]] std::string start_text() const {
        return fmt::format("{} {}", secret_[Seat::First], secret_[Seat::Second]);
    }
    Answer<Event> open() {
        Answer<Event> answer;
        for (const Seat seat : kSeats)
            answer.tell(seat, {Event::Kind::Dealt, secret_[seat], {}});
        return answer;
    }
    [[nodiscard]] Seat to_act() const { return to_act_; }
    Answer<Event> act(Action action) {
        if (outcome_)
            return Answer<Event>::invalid("the game is over");
        if (action.guess < 1 || action.guess > rules_.numbers)
            return Answer<Event>::invalid("no such number");
        Answer<Event> answer;
        const int truth = secret_[other(to_act_)];
        if (action.guess % 2 != truth % 2) {
            answer.verdict = Verdict::Refused;
            answer.tell(to_act_, {Event::Kind::Refused, action.guess, {}});
            return answer;
        }
        if (action.guess == truth) {
            finish(win_for(to_act_, Reason::FlagTaken), answer);
            return answer;
        }
        answer.tell(to_act_, {Event::Kind::Missed, action.guess, {}});
        answer.tell(other(to_act_), {Event::Kind::TheyMissed, 0, {}});
        to_act_ = other(to_act_);
        if (++plies_ >= rules_.plies)
            finish(draw(Reason::PlyLimit), answer);
        return answer;
    }
    Answer<Event> conclude(Outcome outcome) {
        Answer<Event> answer;
        finish(outcome, answer);
        return answer;
    }
    [[nodiscard]] std::optional<Outcome> outcome() const { return outcome_; }
    [[nodiscard]] std::string state_text() const { return start_text(); }

 private:
    void finish(Outcome outcome, Answer<Event>& answer) {
        outcome_ = outcome;
        answer.tell_both(Event::end(outcome));
    }

    Rules rules_;
    PerSeat<int> secret_;
    Seat to_act_ = Seat::First;
    int plies_ = 0;
    std::optional<Outcome> outcome_;
};

struct Toy {
    using Rules = toy::Rules;
    using Action = toy::Action;
    using Event = toy::Event;
    using View = toy::View;
    using Referee = toy::Referee;
    static constexpr std::string_view kName = "toy";
    static constexpr std::size_t kMaxActions = 16;
    static constexpr std::string_view seat_name(Seat seat) {
        return seat == Seat::First ? "left" : "right";
    }
};

}  // namespace nebel::match::toy
