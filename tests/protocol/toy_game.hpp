#pragma once

#include <nlohmann/json.hpp>

#include "core/text.hpp"
#include "game/registry.hpp"
#include "game/view_player.hpp"

// The smallest game with a secret: the umpire thinks of a number from 0 to 9, the seats guess in
// turn. A guess on the wrong side of five is refused and the guesser, who alone hears so, guesses
// again. Whoever names the number wins.
namespace nebel::toy {

struct Rules {
    int limit = 30;
    bool operator==(const Rules&) const = default;
    static Parsed<Rules> parse(std::string_view text) {
        const auto number = parse_number<int>(text.substr(std::min<std::size_t>(text.size(), 6)));
        if (!text.starts_with("limit=") || !number)
            return parse_error("accepted: limit=N");
        return Rules{*number};
    }
    [[nodiscard]] std::string text() const { return "limit=" + std::to_string(limit); }
};

struct Action {
    int guess = 0;
    bool operator==(const Action&) const = default;
    static Parsed<Action> parse(std::string_view text) {
        const auto number = parse_number<int>(text);
        if (!number)
            return parse_error(quote(text) + " is not a number");
        return Action{*number};
    }
    [[nodiscard]] std::string text() const { return std::to_string(guess); }
};

struct Event {
    enum class Type : std::uint8_t { Refused, Wrong, Turn, End } type = Type::Turn;
    int guess = 0;
    Outcome ending{Result::Draw, Reason::PlyLimit};
    bool operator==(const Event&) const = default;
    static Event end(Outcome outcome) { return {Type::End, 0, outcome}; }
    [[nodiscard]] std::optional<Outcome> outcome() const {
        return type == Type::End ? std::optional(ending) : std::nullopt;
    }
    [[nodiscard]] std::string text() const {
        if (type == Type::End)
            return "end " + std::string(nebel::text(ending.result)) + " " +
                   std::string(nebel::text(ending.reason));
        if (type == Type::Turn)
            return "turn";
        return (type == Type::Refused ? "refused " : "wrong ") + std::to_string(guess);
    }
    static Parsed<Event> parse(std::string_view line) {
        const auto words = split_words(line);
        if (words.size() == 1 && words[0] == "turn")
            return Event{};
        if (words.size() == 2 && (words[0] == "refused" || words[0] == "wrong"))
            if (const auto number = parse_number<int>(words[1]))
                return Event{words[0] == "wrong" ? Type::Wrong : Type::Refused, *number};
        if (words.size() == 3 && words[0] == "end") {
            const auto result = parse_result(words[1]);
            const auto reason = parse_reason(words[2]);
            if (result && reason)
                return end({*result, *reason});
        }
        return parse_error(quote(line) + " is not an event");
    }
    [[nodiscard]] Json to_json() const { return {{"type", text()}}; }
    static Parsed<Event> from_json(const Json& json) {
        return parse(json.value("type", std::string()));
    }
};

class View {
 public:
    View(const Rules&, Seat seat) : seat_(seat), mine_(seat == Seat::First) {}
    void hear(const Event& event) {
        heard_ += event.text() + ";";
        if (event.outcome())
            outcome_ = event.outcome();
        else if (event.type != Event::Type::Refused)
            mine_ = event.type == Event::Type::Turn;
        if (event.type == Event::Type::Refused || event.type == Event::Type::Wrong)
            out_ |= 1 << event.guess;
    }
    [[nodiscard]] Seat seat() const { return seat_; }
    [[nodiscard]] bool my_turn() const { return mine_ && !outcome_; }
    [[nodiscard]] std::optional<Outcome> outcome() const { return outcome_; }
    void actions(InlineVec<Action, 10>& list) const {
        for (int i = 0; my_turn() && i < 10; ++i)
            if ((out_ >> i & 1) == 0)
                list.push_back({i});
    }
    Action random_action(Rng& rng) const {
        InlineVec<Action, 10> list;
        actions(list);
        return list.empty() ? Action{0} : list[rng.below(static_cast<std::uint32_t>(list.size()))];
    }
    [[nodiscard]] std::string text() const { return heard_; }
    bool operator==(const View&) const = default;

 private:
    Seat seat_;
    bool mine_;
    int out_ = 0;
    std::optional<Outcome> outcome_;
    std::string heard_;
};

class Referee {
 public:
    Referee(const Rules& rules, Rng& rng)
        : rules_(rules), secret_(static_cast<int>(rng.below(10))) {}
    static Parsed<Referee> from_start(const Rules& rules, std::string_view text) {
        Rng rng;
        Referee referee(rules, rng);
        const auto number = parse_number<int>(text);
        if (!number)
            return parse_error("a start is a number");
        referee.secret_ = *number;
        return referee;
    }
    [[nodiscard]] std::string start_text() const { return std::to_string(secret_); }
    Answer<Event> open() { return {}; }
    [[nodiscard]] Seat to_act() const { return seat_; }
    Answer<Event> act(Action action) {
        if (outcome_ || action.guess < 0 || action.guess > 9)
            return Answer<Event>::invalid("not a guess");
        Answer<Event> answer;
        if ((action.guess < 5) != (secret_ < 5)) {
            answer.verdict = Verdict::Refused;
            answer.tell(seat_, {Event::Type::Refused, action.guess});
            return answer;
        }
        if (action.guess == secret_)
            return conclude(win_for(seat_, Reason::NoMove));
        if (++plies_ >= rules_.limit)
            return conclude(draw(Reason::PlyLimit));
        answer.tell(seat_, {Event::Type::Wrong, action.guess});
        seat_ = other(seat_);
        answer.tell(seat_, {});
        return answer;
    }
    Answer<Event> conclude(Outcome outcome) {
        outcome_ = outcome;
        Answer<Event> answer;
        answer.tell_both(Event::end(outcome));
        return answer;
    }
    [[nodiscard]] std::optional<Outcome> outcome() const { return outcome_; }
    [[nodiscard]] std::string state_text() const { return start_text(); }

 private:
    Rules rules_;
    int secret_;
    int plies_ = 0;
    Seat seat_ = Seat::First;
    std::optional<Outcome> outcome_;
};

struct Toy {
    using Rules = toy::Rules;
    using Action = toy::Action;
    using Event = toy::Event;
    using View = toy::View;
    using Referee = toy::Referee;
    static constexpr std::string_view kName = "toy";
    static constexpr std::size_t kMaxActions = 10;
    static constexpr std::string_view seat_name(Seat seat) {
        return seat == Seat::First ? "north" : "south";
    }
};
static_assert(Game<Toy>);

}  // namespace nebel::toy
