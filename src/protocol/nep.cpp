#include "protocol/nep.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"

namespace nebel::protocol {

namespace {

constexpr std::string_view kEmptyText = "<empty>";
constexpr std::int64_t kLongestMilliseconds = 100'000'000'000;

/// Takes words off the front of a line.
class Words {
 public:
    explicit Words(std::string_view text) : rest_(trim(text)) {}

    [[nodiscard]] bool empty() const { return rest_.empty(); }
    [[nodiscard]] std::string_view rest() const { return rest_; }
    std::string_view next() {
        const auto end = std::min(rest_.find_first_of(" \t"), rest_.size());
        const auto word = rest_.substr(0, end);
        rest_ = trim(rest_.substr(end));
        return word;
    }
    /// Everything up to the word `mark` (which stays), or to the end.
    std::string_view until(std::string_view mark) {
        const std::string_view all = rest_;
        std::string_view taken = all.substr(0, 0);
        while (!rest_.empty()) {
            const std::string_view before = rest_;
            const auto word = next();
            if (word == mark) {
                rest_ = before;
                break;
            }
            taken = all.substr(0, static_cast<std::size_t>(word.data() + word.size() - all.data()));
        }
        return taken;
    }

 private:
    std::string_view rest_;
};

/// Free text inside a line: nothing that could end the line early.
std::string one_line(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (static_cast<unsigned char>(c) < 0x20)
            c = ' ';
    return result;
}

std::optional<std::chrono::milliseconds> parse_milliseconds(std::string_view word) {
    const auto number = parse_number<std::int64_t>(word);
    if (!number || *number < 0 || *number > kLongestMilliseconds)
        return std::nullopt;
    return std::chrono::milliseconds(*number);
}

std::string number_text(double number) {
    return number == static_cast<double>(static_cast<std::int64_t>(number))
               ? fmt::format("{}", static_cast<std::int64_t>(number))
               : fmt::format("{}", number);
}

}  // namespace

Command Command::of(std::string_view line) {
    Words words(line);
    const auto word = words.next();
    return {word, words.rest()};
}

std::string NewGame::line() const {
    std::string text = fmt::format("newgame {} {}", game, seat);
    if (seed)
        text += fmt::format(" seed {}", *seed);
    if (!rules.empty())
        text += " rules " + rules;
    return text;
}

Parsed<NewGame> NewGame::parse(std::string_view rest) {
    Words words(rest);
    NewGame game;
    game.game = words.next();
    game.seat = words.next();
    if (game.seat.empty())
        return parse_error("newgame needs a game and a seat: newgame GAME SEAT [seed N] [rules R]");
    while (!words.empty()) {
        const auto word = words.next();
        if (word == "seed") {
            const auto number = words.next();
            game.seed = parse_number<std::uint64_t>(number);
            if (!game.seed)
                return parse_error(fmt::format("seed {} is not a number", quote(number)));
        } else if (word == "rules") {
            game.rules = words.rest();
            return game;
        } else {
            return parse_error(
                fmt::format("newgame: unexpected {}; accepted: seed N, rules R", quote(word)));
        }
    }
    return game;
}

std::string NumberedEvent::line(std::uint64_t number, std::string_view text) {
    return fmt::format("event {} {}", number, text);
}

Parsed<NumberedEvent> NumberedEvent::parse(std::string_view rest) {
    Words words(rest);
    const auto number = parse_number<std::uint64_t>(words.next());
    if (!number || *number == 0 || words.empty())
        return parse_error("an event is: event NUMBER TEXT, numbered from 1");
    return NumberedEvent{*number, words.rest()};
}

std::string go_line(const Budget& budget) {
    std::string line = "go";
    if (budget.nodes != 0)
        line += fmt::format(" nodes {}", budget.nodes);
    if (budget.simulations != 0)
        line += fmt::format(" sims {}", budget.simulations);
    if (budget.time.count() != 0)
        line += fmt::format(" time {}", budget.time.count());
    if (budget.clock)
        line += fmt::format(" clock {} {}", budget.clock->remaining.count(),
                            budget.clock->increment.count());
    return line;
}

Parsed<Budget> parse_go(std::string_view rest) {
    Budget budget;
    Words words(rest);
    while (!words.empty()) {
        const auto word = words.next();
        if (word == "nodes" || word == "sims") {
            const auto count = parse_number<std::uint64_t>(words.next());
            if (!count || *count == 0)
                return parse_error(fmt::format("go {} needs a number from 1", word));
            (word == "nodes" ? budget.nodes : budget.simulations) = *count;
        } else if (word == "time") {
            const auto time = parse_milliseconds(words.next());
            if (!time || time->count() == 0)
                return parse_error("go time needs a number of milliseconds from 1");
            budget.time = *time;
        } else if (word == "clock") {
            const auto remaining = parse_milliseconds(words.next());
            const auto increment = parse_milliseconds(words.next());
            if (!remaining || !increment)
                return parse_error("go clock needs two numbers of milliseconds");
            budget.clock = GameClock{*remaining, *increment};
        } else {
            return parse_error(fmt::format(
                "go: unexpected {}; accepted: nodes N, sims N, time MS, clock REMAINING INCREMENT",
                quote(word)));
        }
    }
    return budget;
}

std::string info_line(const SearchInfo& info) {
    std::string line = "info";
    if (info.depth != 0)
        line += fmt::format(" depth {}", info.depth);
    if (info.nodes != 0)
        line += fmt::format(" nodes {}", info.nodes);
    if (info.simulations != 0)
        line += fmt::format(" sims {}", info.simulations);
    if (info.seconds != 0)
        line += fmt::format(" time {:.0f}", info.seconds * 1000);
    if (info.value != 0)
        line += fmt::format(" value {}", info.value);
    if (!info.line.empty())
        line += " line " + one_line(info.line);
    if (!info.detail.empty())
        line += " text " + one_line(info.detail);
    return line;
}

SearchInfo parse_info(std::string_view rest) {
    SearchInfo info;
    Words words(rest);
    while (!words.empty()) {
        const auto word = words.next();
        if (word == "depth")
            info.depth = parse_number<int>(words.next()).value_or(0);
        else if (word == "nodes")
            info.nodes = parse_number<std::uint64_t>(words.next()).value_or(0);
        else if (word == "sims")
            info.simulations = parse_number<std::uint64_t>(words.next()).value_or(0);
        else if (word == "time")
            info.seconds = parse_number<double>(words.next()).value_or(0) / 1000;
        else if (word == "value")
            info.value = parse_number<double>(words.next()).value_or(0);
        else if (word == "line")
            info.line = words.until("text");
        else if (word == "text") {
            info.detail = words.rest();
            break;
        }
    }
    return info;
}

std::string option_line(const OptionSpec& option, std::string_view value) {
    std::string line = fmt::format("option name {} type {}", option.name, text(option.type));
    if (option.type == OptionType::Integer || option.type == OptionType::Real)
        line +=
            fmt::format(" min {} max {}", number_text(option.minimum), number_text(option.maximum));
    if (option.type == OptionType::Choice)
        line += " choices " + join(option.choices, "|");
    line += fmt::format(" default {} help {}", value.empty() ? kEmptyText : value,
                        one_line(option.help));
    return line;
}

Parsed<OptionSpec> parse_option(std::string_view rest) {
    OptionSpec option{};
    bool typed = false;
    Words words(rest);
    while (!words.empty()) {
        const auto word = words.next();
        if (word == "name") {
            option.name = words.next();
        } else if (word == "type") {
            const auto name = words.next();
            for (const auto type : {OptionType::Integer, OptionType::Real, OptionType::Boolean,
                                    OptionType::Choice, OptionType::Text})
                if (nebel::text(type) == name) {
                    option.type = type;
                    typed = true;
                }
        } else if (word == "min") {
            option.minimum = parse_number<double>(words.next()).value_or(0);
        } else if (word == "max") {
            option.maximum = parse_number<double>(words.next()).value_or(0);
        } else if (word == "choices") {
            for (const auto choice : split(words.next(), '|'))
                option.choices.emplace_back(choice);
        } else if (word == "default") {
            const auto value = words.until("help");
            option.default_value = value == kEmptyText ? std::string_view{} : value;
        } else if (word == "help") {
            option.help = words.rest();
            break;
        }
    }
    if (option.name.empty() || !typed)
        return parse_error(
            "an option needs a name and a type (integer, real, boolean, choice or text)");
    return option;
}

std::string result_line(const Outcome& outcome) {
    return fmt::format("result {} {}", text(outcome.result), text(outcome.reason));
}

}  // namespace nebel::protocol
