#pragma once

#include <nlohmann/json.hpp>

#include "core/text.hpp"
#include "game/view_player.hpp"

// The smallest game in which one side hides something by its own choice: the first seat takes a
// number of coins into its hand, the second has `guesses` turns to name it. A guess of the wrong
// parity is refused and costs nothing; only the second seat hears so. After a miss the first seat
// says "go on" and nothing else. Best responses to any way of hiding can be counted by hand.
namespace nebel::lab::coins {

inline constexpr int kCoins = 8;

struct Rules {
    int guesses = 1;
    bool operator==(const Rules&) const = default;
    static Parsed<Rules> parse(std::string_view text) {
        const auto guesses = parse_number<int>(text);
        return guesses ? Parsed<Rules>(Rules{*guesses}) : parse_error("a number of guesses");
    }
    [[nodiscard]] std::string text() const { return std::to_string(guesses); }
};

struct Action {
    int number = 0;
    bool operator==(const Action&) const = default;
    static Parsed<Action> parse(std::string_view text) {
        const auto number = parse_number<int>(text);
        return number ? Parsed<Action>(Action{*number}) : parse_error("a number of coins");
    }
    [[nodiscard]] std::string text() const { return std::to_string(number); }
};

struct Event {
    enum class Type : std::uint8_t { Done, Refused, Missed, End } type = Type::Done;
    int number = 0;
    Outcome result{};
    bool operator==(const Event&) const = default;
    static Event end(Outcome outcome) { return {Type::End, 0, outcome}; }
    [[nodiscard]] std::optional<Outcome> outcome() const {
        return type == Type::End ? std::optional(result) : std::nullopt;
    }
    [[nodiscard]] std::string text() const {
        return fmt::format("{} {}", static_cast<int>(type), number);
    }
    static Parsed<Event> parse(std::string_view) { return parse_error("nobody reads coins"); }
    [[nodiscard]] Json to_json() const { return {{"type", "coins"}}; }
    static Parsed<Event> from_json(const Json&) { return parse_error("nobody reads coins"); }
};

class View {
 public:
    View(const Rules&, Seat seat) : seat_(seat), my_turn_(seat == Seat::First) {}
    void hear(const Event& event) {
        if (event.type == Event::Type::Refused)
            refused_ |= 1u << event.number;
        else
            my_turn_ = !my_turn_;
        if (event.type == Event::Type::End)
            outcome_ = event.result;
    }
    [[nodiscard]] Seat seat() const { return seat_; }
    [[nodiscard]] bool my_turn() const { return my_turn_ && !outcome_; }
    [[nodiscard]] std::optional<Outcome> outcome() const { return outcome_; }
    void actions(InlineVec<Action, kCoins>& list) const {
        for (int n = 0; n < kCoins && my_turn(); ++n)
            if ((refused_ >> n & 1) == 0)
                list.push_back({n});
    }
    [[nodiscard]] Action random_action(Rng& rng) const {
        return {static_cast<int>(rng.below(kCoins))};
    }
    [[nodiscard]] std::string text() const { return std::to_string(refused_); }
    bool operator==(const View&) const = default;

 private:
    Seat seat_;
    bool my_turn_;
    unsigned refused_ = 0;
    std::optional<Outcome> outcome_;
};

class Referee {
 public:
    Referee(const Rules& rules, Rng&) : guesses_(rules.guesses) {}
    static Parsed<Referee> from_start(const Rules& rules, std::string_view) {
        Rng rng;
        return Referee(rules, rng);
    }
    [[nodiscard]] std::string start_text() const { return "coins"; }
    [[nodiscard]] std::string state_text() const { return std::to_string(hidden_); }
    Answer<Event> open() { return {}; }
    [[nodiscard]] Seat to_act() const { return to_act_; }
    [[nodiscard]] std::optional<Outcome> outcome() const { return outcome_; }
    Answer<Event> act(Action action) {
        Answer<Event> answer;
        if (outcome_ || action.number < 0 || action.number >= kCoins)
            return Answer<Event>::invalid("no such number");
        if (to_act_ == Seat::First) {
            hidden_ = hidden_ < 0 ? action.number : hidden_;
            answer.tell_both({});
        } else if ((action.number - hidden_) % 2 != 0) {
            answer.verdict = Verdict::Refused;
            answer.tell(Seat::Second, {Event::Type::Refused, action.number, {}});
            return answer;
        } else if (action.number == hidden_ || --guesses_ == 0) {
            outcome_ = win_for(action.number == hidden_ ? Seat::Second : Seat::First,
                               Reason::Adjudication);
            answer.tell_both(Event::end(*outcome_));
        } else {
            answer.tell_both({Event::Type::Missed, 0, {}});
        }
        to_act_ = other(to_act_);
        return answer;
    }
    Answer<Event> conclude(Outcome outcome) {
        outcome_ = outcome;
        Answer<Event> answer;
        answer.tell_both(Event::end(outcome));
        return answer;
    }

 private:
    int guesses_;
    int hidden_ = -1;
    Seat to_act_ = Seat::First;
    std::optional<Outcome> outcome_;
};

struct Coins {
    using Rules = coins::Rules;
    using Action = coins::Action;
    using Event = coins::Event;
    using View = coins::View;
    using Referee = coins::Referee;
    static constexpr std::string_view kName = "coins";
    static constexpr std::size_t kMaxActions = kCoins;
    static std::string_view seat_name(Seat seat) {
        return seat == Seat::First ? "hider" : "guesser";
    }
};

}  // namespace nebel::lab::coins
