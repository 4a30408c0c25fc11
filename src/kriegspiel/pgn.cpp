#include "kriegspiel/pgn.hpp"

#include <fmt/format.h>

#include <optional>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/pgn.hpp"
#include "core/text.hpp"
#include "game/table.hpp"

namespace nebel::kriegspiel {

namespace {

using Type = Event::Type;

constexpr std::string_view kCheckLetters = "RFLSK";  // in the order of kCheckKinds

std::string try_text(const Action& action) {
    if (action.is_any())
        return "any";
    const auto text = action.text();
    return text.substr(0, 2) + "-" + text.substr(2);
}

std::optional<Action> parse_try(std::string_view text) {
    if (text == "any")
        return Action::any();
    if (text.size() < 5 || text[2] != '-')
        return std::nullopt;
    const auto action = Action::parse(std::string(text.substr(0, 2)) + std::string(text.substr(3)));
    return action ? std::optional(*action) : std::nullopt;
}

// What was said after a move, to both sides.
std::vector<std::string> announced(const std::vector<Event>& events) {
    std::vector<std::string> pieces;
    for (const auto& event : events) {
        if (event.type == Type::Capture) {
            pieces.push_back("X" + chess::square_name(event.square));
        } else if (event.type == Type::PawnTries && event.count > 0) {
            pieces.push_back(fmt::format("P{}", event.count));
        } else if (event.type == Type::Check) {
            std::string kinds = "C";
            for (std::size_t i = 0; i < kCheckLetters.size(); ++i)
                if (event.kinds & kCheckKinds[i])
                    kinds += kCheckLetters[i];
            pieces.push_back(kinds);
        }
    }
    return pieces;
}

std::string comment_of(const std::vector<Event>& events, const std::vector<std::string>& tries) {
    std::string comment = join(announced(events), ",");
    if (!tries.empty())
        comment += ":" + join(tries, ",");
    return comment;
}

bool is_announcement(std::string_view text) {
    if (text.size() == 3 && text[0] == 'X')
        return chess::parse_square(text.substr(1)).has_value();
    if (text.size() > 1 && text[0] == 'P')
        return parse_number<int>(text.substr(1)).has_value();
    return text.size() > 1 && text[0] == 'C' &&
           text.find_first_not_of(kCheckLetters, 1) == std::string_view::npos;
}

std::vector<Action> parse_try_list(std::string_view text) {
    std::vector<Action> tries;
    for (const auto piece : split(text, ','))
        if (const auto action = parse_try(trim(piece)))
            tries.push_back(*action);
        else
            return {};
    return tries;
}

// The refused tries of a comment in the extended form; none for any other comment.
std::vector<Action> tries_of(std::string_view comment) {
    const auto colon = comment.find(':');
    if (colon == std::string_view::npos)
        return {};
    const auto said = trim(comment.substr(0, colon));
    if (!said.empty())
        for (const auto piece : split(said, ','))
            if (!is_announcement(trim(piece)))
                return {};
    return parse_try_list(trim(comment.substr(colon + 1)));
}

Parsed<Rules> rules_of(const chess::PgnGame& game) {
    if (const auto tag = game.tag("Rules"); !tag.empty())
        return Rules::parse(tag);
    Rules rules;
    rules.fifty = rules.repetition = false;
    rules.cap = 0;
    if (&game.start.shape() == &chess::Shape::standard())
        return rules;
    return Rules::parse(fmt::format("wild16,fifty=off,repetition=off,cap=off,board={}x{}",
                                    game.start.shape().width, game.start.shape().height));
}

// A try that the record says was refused must be refused again, or the record lies.
Parsed<void> make_tries(Table<Kriegspiel>& table, const std::vector<Action>& tries) {
    for (const auto& action : tries) {
        if (!action.is_any() && !table.outcome() &&
            Referee(table.truth()).act(action).verdict == Verdict::Accepted)
            return parse_error("the try " + try_text(action) + " would have been legal");
        const auto answer = table.act(action);
        if (answer.verdict == Verdict::Invalid)
            return parse_error(fmt::format("the try {}: {}", try_text(action), answer.why));
    }
    return {};
}

Outcome outcome_of(const chess::PgnGame& game, Result result) {
    const auto reason = parse_reason(game.tag("Termination"));
    if (reason)
        return {result, *reason};
    return {result, result == Result::Draw ? Reason::Agreement : Reason::Resignation};
}

Parsed<GameRecord<Kriegspiel>> record_of(const chess::PgnGame& game) {
    const auto rules = rules_of(game);
    if (!rules)
        return tl::make_unexpected(rules.error());
    auto referee = Referee::from_start(*rules, chess::to_fen(game.start));
    if (!referee)
        return tl::make_unexpected(referee.error());
    Table<Kriegspiel> table(*rules, std::move(*referee));
    table.name_players(std::string(game.tag("White")), std::string(game.tag("Black")));
    for (const auto& [move, comment, nags] : game.moves) {
        const auto tried = make_tries(table, tries_of(comment));
        if (!tried)
            return tl::make_unexpected(tried.error());
        const auto answer = table.act({move.from(), move.to(), move.promotion()});
        if (answer.verdict != Verdict::Accepted)
            return parse_error(fmt::format(
                "the move {} is not accepted under {}{}", chess::to_uci(move), rules->text(),
                answer.why.empty() ? "" : fmt::format(": {}", answer.why)));
    }
    if (const auto last = game.tag("LastTries"); !last.empty())
        if (const auto tried = make_tries(table, parse_try_list(last)); !tried)
            return tl::make_unexpected(tried.error());
    if (const auto result = parse_result(game.result); result && !table.outcome())
        table.conclude(outcome_of(game, *result));
    return table.record();
}

}  // namespace

std::string to_pgn(const GameRecord<Kriegspiel>& record) {
    chess::PgnGame game;
    game.start = chess::parse_fen(record.start).value();
    game.set_tag("Event", "Kriegspiel");
    game.set_tag("White", record.players[Seat::First]);
    game.set_tag("Black", record.players[Seat::Second]);
    chess::Position position = game.start;
    std::vector<std::string> tries;
    for (const auto& entry : record.actions) {
        if (!entry.accepted || entry.action.is_any()) {
            tries.push_back(try_text(entry.action));
            continue;
        }
        const auto move = chess::to_legal_move(position, entry.action.from, entry.action.to,
                                               entry.action.promotion);
        NEBEL_CHECK(move.has_value());
        position.do_move(*move);
        game.moves.push_back({*move, comment_of(entry.heard[entry.seat], tries), {}});
        tries.clear();
    }
    game.result = record.outcome ? std::string(text(record.outcome->result)) : "*";
    game.set_tag("Result", game.result);
    game.set_tag("Rules", record.rules.text());
    if (record.outcome)
        game.set_tag("Termination", text(record.outcome->reason));
    if (!tries.empty())
        game.set_tag("LastTries", join(tries, ","));
    return chess::to_pgn(game);
}

Parsed<std::vector<GameRecord<Kriegspiel>>> from_pgn(std::string_view text) {
    const auto games = chess::parse_pgn(text);
    if (!games)
        return tl::make_unexpected(games.error());
    std::vector<GameRecord<Kriegspiel>> records;
    for (const auto& game : *games) {
        auto record = record_of(game);
        if (!record)
            return parse_error(
                fmt::format("game {}: {}", records.size() + 1, record.error().message));
        records.push_back(std::move(*record));
    }
    return records;
}

}  // namespace nebel::kriegspiel
