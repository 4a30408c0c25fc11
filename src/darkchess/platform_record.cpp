#include "darkchess/platform_record.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "game/table.hpp"

namespace nebel::darkchess {

namespace {

/// A ply as written: the man is the one a flip showed.
struct WrittenPly {
    Action action;
    Man shown = Man::None;
    std::size_t line = 0;
};

struct WrittenEnd {
    std::string_view reason;
    std::optional<Result> result;
};

/// What a record says, before anybody asks whether it is true.
struct Script {
    std::array<std::string, 2> names;
    std::vector<WrittenPly> plies;
    std::optional<WrittenEnd> end;
};

tl::unexpected<ParseError> line_error(std::size_t line, std::string_view what) {
    return parse_error(fmt::format("line {}: {}", line, what));
}

Parsed<WrittenPly> read_ply(std::string_view word, std::size_t line) {
    WrittenPly ply;
    ply.line = line;
    if (word.size() == 5 && word[2] == '(' && word[4] == ')') {
        const auto at = parse_square(word.substr(0, 2));
        const auto shown = man_from_letter(word[3]);
        if (!at || !shown || !is_man(*shown))
            return line_error(line, quote(word) + " is not a flip such as b3(n)");
        ply.action = Action::flip(*at);
        ply.shown = *shown;
        return ply;
    }
    const auto action = Action::parse(word);
    if (!action || action->is_flip())
        return line_error(line, quote(word) + " is neither a flip such as b3(n) nor a move a4-a5");
    ply.action = *action;
    return ply;
}

/// "1,0", "0.500000,0.500000".
std::optional<Result> read_points(std::string_view word) {
    const auto points = split(word, ',');
    if (points.size() != 2)
        return std::nullopt;
    const auto first = parse_number<double>(points[0]);
    const auto second = parse_number<double>(points[1]);
    if (!first || !second)
        return std::nullopt;
    if (*first == 1 && *second == 0)
        return Result::FirstWins;
    if (*first == 0 && *second == 1)
        return Result::SecondWins;
    if (*first == 0.5 && *second == 0.5)
        return Result::Draw;
    return std::nullopt;
}

/// "12." as a number.
std::optional<std::size_t> read_move_number(std::string_view word) {
    if (!word.ends_with('.'))
        return std::nullopt;
    return parse_number<std::size_t>(word.substr(0, word.size() - 1));
}

Parsed<Script> read_script(std::string_view text) {
    Script script;
    std::size_t number = 0;
    std::size_t rows = 0;
    std::size_t moves = 0;
    bool names_seen = false;
    for (auto line : split(text, '\n')) {
        ++number;
        line = trim(line);
        if (line.starts_with('*'))
            line = trim(line.substr(1));
        const auto words = split_words(line);
        if (words.empty())
            continue;
        if (!names_seen) {
            const auto padded = " " + std::string(line) + " ";
            const auto vs = padded.find(" vs ");
            if (vs == std::string::npos)
                return line_error(number, "a record begins with NAME vs NAME");
            script.names[0] = trim(padded.substr(0, vs));
            script.names[1] = trim(padded.substr(vs + 4));
            names_seen = true;
        } else if (const auto move = read_move_number(words[0])) {
            if (script.end)
                return line_error(number, "a ply after the end");
            if (*move != ++moves)
                return line_error(number, fmt::format("move number {} expected", moves));
            if (words.size() < 2 || words.size() > 3 || script.plies.size() % 2 != 0)
                return line_error(number, "a line has two plies, only the last may have one");
            for (std::size_t i = 1; i < words.size(); ++i) {
                const auto ply = read_ply(words[i], number);
                if (!ply)
                    return tl::make_unexpected(ply.error());
                script.plies.push_back(*ply);
            }
        } else if (moves == 0 && rows < kRows && words[0].size() == 1 && words.size() == 4) {
            if (std::any_of(words.begin(), words.end(), [](auto word) { return word != "X"; }))
                return line_error(number, "only games that start with every man dark can be read");
            ++rows;
        } else if (moves == 0 && words.size() == 14 && parse_number<int>(words[0])) {
            for (std::size_t i = 0; i < words.size(); ++i)
                if (parse_number<int>(words[i]) != men_at_start(kAllMen[i]))
                    return line_error(number, "each side has 1 2 2 2 2 2 5 men");
        } else if (words[0] == "first" || words[0] == "time" || words[0] == "Comment") {
            continue;
        } else {
            if (script.end)
                return line_error(number, "a second line for the end");
            script.end = WrittenEnd{split(words[0], ',')[0], read_points(words.back())};
            if (!script.end->result)
                return line_error(number, quote(line) +
                                              " is not understood; the line for the end closes "
                                              "with points such as 1,0");
        }
    }
    if (!names_seen)
        return parse_error("the record is empty");
    return script;
}

/// The flips tell the deal; what nobody flipped is filled up with the men left over.
Parsed<std::string> deal_of(const Script& script) {
    Deal deal;
    deal.fill(Man::Dark);
    std::array<int, kManCodes> left{};
    for (const Man m : kAllMen)
        left[index(m)] = men_at_start(m);
    for (const auto& ply : script.plies) {
        if (!ply.action.is_flip())
            continue;
        Man& place = deal[ply.action.from];
        if (place != Man::Dark)
            return line_error(ply.line, square_text(ply.action.from) + " is flipped twice");
        if (left[index(ply.shown)]-- == 0)
            return line_error(ply.line, fmt::format("there are only {} of '{}'",
                                                    men_at_start(ply.shown), letter(ply.shown)));
        place = ply.shown;
    }
    auto next = kAllMen.begin();
    for (Man& place : deal) {
        if (place != Man::Dark)
            continue;
        while (left[index(*next)] == 0)
            ++next;
        place = *next;
        --left[index(*next)];
    }
    return placement_text(deal);
}

std::string_view platform_word(Reason reason) {
    switch (reason) {
        case Reason::NoMen:
        case Reason::NoMove:
            return "NoMove";
        case Reason::QuietLimit:
            return "NoEatFlipDraw";
        case Reason::Repetition:
            return "PositionRepetitionDraw";
        case Reason::TimeOut:
            return "TimeOut";
        case Reason::Resignation:
            return "Resign";
        default:
            return nebel::text(reason);
    }
}

/// Whether the end follows from the rules, so that a record cannot claim it by itself.
bool decided_by_rules(Reason reason) {
    return reason < Reason::Resignation;
}

std::optional<Reason> reason_of(std::string_view word) {
    for (int i = 0; i <= static_cast<int>(Reason::Abandoned); ++i)
        if (const auto reason = static_cast<Reason>(i);
            word == platform_word(reason) || word == nebel::text(reason))
            return reason;
    return std::nullopt;
}

Parsed<void> settle(Table<DarkChess>& table, const WrittenEnd& end) {
    const auto reason = reason_of(end.reason);
    if (!reason)
        return parse_error(quote(end.reason) + " is not a known reason for the end of a game");
    if (!table.outcome() && !decided_by_rules(*reason)) {
        table.conclude({*end.result, *reason});
        return {};
    }
    if (!table.outcome())
        return parse_error(
            fmt::format("the record ends with {} after ply {}, but by the rules the game goes on",
                        end.reason, table.record().actions.size()));
    if (platform_word(table.outcome()->reason) != platform_word(*reason) ||
        table.outcome()->result != *end.result)
        return parse_error(fmt::format("the record ends with {} {}, the rules with {} {}",
                                       end.reason, nebel::text(*end.result),
                                       nebel::text(table.outcome()->reason),
                                       nebel::text(table.outcome()->result)));
    return {};
}

std::string one_line(std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return c < 0x20; }, ' ');
    return name;
}

}  // namespace

Parsed<GameRecord<DarkChess>> read_platform_record(std::string_view text, const Rules& rules) {
    const auto script = read_script(text);
    if (!script)
        return tl::make_unexpected(script.error());
    const auto deal = deal_of(*script);
    if (!deal)
        return tl::make_unexpected(deal.error());
    auto referee = Referee::from_start(rules, *deal);
    NEBEL_CHECK(referee.has_value());
    Table<DarkChess> table(rules, std::move(*referee));
    table.name_players(script->names[0], script->names[1]);
    for (const auto& ply : script->plies)
        if (const auto answer = table.act(ply.action); answer.verdict == Verdict::Invalid)
            return line_error(ply.line, fmt::format("{}: {}", ply.action.text(), answer.why));
    if (script->end)
        if (const auto settled = settle(table, *script->end); !settled)
            return tl::make_unexpected(settled.error());
    return table.record();
}

std::string write_platform_record(const GameRecord<DarkChess>& record) {
    const auto& names = record.players;
    std::string out = fmt::format("* {} vs {}\n* 1 2 2 2 2 2 5 1 2 2 2 2 2 5\n",
                                  one_line(names[Seat::First]), one_line(names[Seat::Second]));
    for (int row = 0; row < kRows; ++row)
        out += "* X X X X\n";
    out += "* first 0\n* time 0\n";
    auto referee =
        value_or_throw(Referee::from_start(record.rules, record.start), "the record's deal");
    for (std::size_t i = 0; i < record.actions.size(); ++i) {
        const Action action = record.actions[i].action;
        const auto answer = referee.act(action);
        if (answer.verdict == Verdict::Invalid)
            throw UserError(
                fmt::format("the record's ply {} ({}): {}", i + 1, action.text(), answer.why));
        std::string word = action.text();
        if (action.is_flip())
            word += fmt::format("({})", letter(answer.events[Seat::First][0].man()));
        out += i % 2 == 0 ? fmt::format("* {}. {}", i / 2 + 1, word) : " " + word + "\n";
    }
    if (record.actions.size() % 2 != 0)
        out += "\n";
    if (record.outcome) {
        const auto [result, reason] = *record.outcome;
        out += fmt::format("* {}", platform_word(reason));
        if (const int period = referee.course().line().cycle();
            reason == Reason::Repetition && period > 0)
            out += fmt::format(",3,{}", period);
        if (result == Result::Draw)
            out += " Draw 0.5,0.5\n";
        else if (result == Result::FirstWins)
            out += fmt::format(" {} wins 1,0\n", one_line(names[Seat::First]));
        else
            out += fmt::format(" {} wins 0,1\n", one_line(names[Seat::Second]));
        out += "* Comment 0 0\n";
    }
    return out;
}

}  // namespace nebel::darkchess
