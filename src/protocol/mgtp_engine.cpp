#include "protocol/mgtp_engine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "core/version.hpp"

namespace nebel::protocol {

using darkchess::Colour;
using darkchess::Event;
using mgtp::Id;

namespace {

/// The platform's own referee judges repetition in its own way; so does an engine made for it.
darkchess::Rules platform_rules() {
    darkchess::Rules rules;
    rules.repetition = darkchess::Repetition::Platform;
    return rules;
}

std::optional<Colour> parse_colour(std::string_view word) {
    for (const Colour colour : {Colour::Red, Colour::Black})
        if (darkchess::text(colour) == word)
            return colour;
    return std::nullopt;
}

}  // namespace

MgtpEngine::MgtpEngine(std::string player_text, std::uint64_t seed, const Budget& budget)
    : source_(std::move(player_text)),
      seed_(seed),
      budget_(budget),
      rules_(platform_rules()),
      view_(rules_, Seat::First) {}

LineKind MgtpEngine::kind(std::string_view line) const {
    const auto words = split_words(line);
    if (words.size() < 2)
        return LineKind::Ordinary;
    return words[1] == "genmove" ? LineKind::Go
           : words[1] == "quit"  ? LineKind::Quit
                                 : LineKind::Ordinary;
}

void MgtpEngine::handle(std::string_view line, const std::atomic<bool>& stop) {
    auto words = split_words(line);
    if (words.empty())
        return;
    const auto number = parse_number<int>(words[0]);
    if (!number || words.size() < 2)
        return say(fmt::format("?{} a command is: ID NAME ARGUMENTS", number.value_or(-1)));
    // The name decides; the id is given back as it came.
    const auto known = std::find(mgtp::kCommands.begin(), mgtp::kCommands.end(), words[1]);
    if (known == mgtp::kCommands.end())
        return say(fmt::format("?{} unknown command {}", *number, quote(words[1])));
    words.erase(words.begin(), words.begin() + 2);
    Parsed<std::string> reply;
    try {
        reply = answer(static_cast<Id>(known - mgtp::kCommands.begin()), words, stop);
    } catch (const std::exception& error) {
        reply = parse_error(error.what());
    }
    if (!reply)
        say(fmt::format("?{} {}", *number, reply.error().message));
    else
        say(reply->empty() ? fmt::format("={}", *number) : fmt::format("={} {}", *number, *reply));
}

Parsed<std::string> MgtpEngine::answer(Id id,
                                       const Words& arguments,
                                       const std::atomic<bool>& stop) {
    switch (id) {
        case Id::ProtocolVersion:
            return "1.1.0";
        case Id::Name:
            return fmt::format("Nebel-{}", source_.text());
        case Id::Version:
            return std::string(kVersion);
        case Id::KnownCommand:
            return std::string(!arguments.empty() &&
                                       std::find(mgtp::kCommands.begin(), mgtp::kCommands.end(),
                                                 arguments[0]) != mgtp::kCommands.end()
                                   ? "true"
                                   : "false");
        case Id::ListCommands:
            return fmt::format("{}", fmt::join(mgtp::kCommands, " "));
        case Id::BoardSize:
            if (arguments == Words{"8", "4"} || arguments == Words{"4", "8"})
                return {};
            return parse_error("the board is 8 4");
        case Id::ResetBoard:
            return reset();
        case Id::NumRepetition:
        case Id::NumMovesToDraw:
            return set_rules(id, arguments);
        case Id::Move:
        case Id::Flip:
            return take_event(id, arguments);
        case Id::GenMove:
            return generate(stop);
        case Id::TimeSettings:
        case Id::TimeLeft:
            return set_time(id, arguments);
        case Id::ShowBoard:
            return board_picture();
        case Id::InitBoard:
            return parse_error("only whole games are played here");
        case Id::Quit:
        case Id::GameOver:
        case Id::Ready:
            break;
    }
    return {};
}

Parsed<std::string> MgtpEngine::reset() {
    events_.clear();
    view_ = darkchess::View(rules_, Seat::First);
    seated_.reset();
    left_ = {};
    ++games_;
    return {};
}

Parsed<std::string> MgtpEngine::set_rules(Id id, const Words& arguments) {
    const int number = arguments.empty() ? -1 : parse_number<int>(arguments[0]).value_or(-1);
    if (!events_.empty())
        return parse_error("the game has begun");
    if (id == Id::NumRepetition) {
        if (number != 0 && number != 3)
            return parse_error("accepted: 0 (off) or 3");
        rules_.repetition =
            number == 0 ? darkchess::Repetition::Off : darkchess::Repetition::Platform;
    } else {
        if (number < 1 || number > darkchess::Rules::kMaxQuiet)
            return parse_error(fmt::format("accepted: 1..{}", darkchess::Rules::kMaxQuiet));
        rules_.quiet = number;
    }
    view_ = darkchess::View(rules_, Seat::First);
    seated_.reset();
    return {};
}

Parsed<std::string> MgtpEngine::take_event(Id id, const Words& arguments) {
    const Seat seat = view_.board().seat_to_move();
    if (arguments.size() != 2)
        return parse_error("accepted: move a1 a2, flip a3 G");
    std::optional<Event> event;
    if (id == Id::Flip) {
        const auto square = darkchess::parse_square(arguments[0]);
        const auto man =
            arguments[1].size() == 1 ? darkchess::man_from_letter(arguments[1][0]) : std::nullopt;
        if (!square || !man || !darkchess::is_man(*man))
            return parse_error(
                "accepted: flip a3 G, with a square a1..d8 and a man KGMRNCPkgmrncp");
        event = Event::flip(seat, *square, *man);
    } else {
        const auto action =
            mgtp::parse_action(std::string(arguments[0]) + " " + std::string(arguments[1]));
        if (!action || action->is_flip())
            return parse_error("accepted: move a1 a2, with squares a1..d8");
        event = Event::move(seat, *action, view_.board().at(action->to));
    }
    view_.hear(*event);  // throws what does not fit
    events_.push_back(*event);
    if (seated_)
        source_.player().hear(*event);
    return {};
}

Parsed<std::string> MgtpEngine::generate(const std::atomic<bool>& stop) {
    const Seat seat = view_.board().seat_to_move();
    if (darkchess::no_men(view_.board()) || darkchess::no_move(view_.board()))
        return parse_error("there is no move");
    auto& player = source_.player();
    if (seated_ != seat) {
        player.begin(rules_, seat, mix_seed(seed_, games_));
        for (const auto& event : events_)
            player.hear(event);
        seated_ = seat;
    }
    Budget budget = budget_;
    budget.stop = &stop;
    auto remaining = clock_;
    if (view_.board().coloured()) {
        const auto colour = index(view_.board().colour_of_seat(seat));
        if (left_[colour])
            remaining = left_[colour];
    }
    if (remaining && budget_.unlimited())
        budget.clock = GameClock{*remaining, std::chrono::milliseconds(0)};
    try {
        if (player.wants_to_resign())
            return std::string(mgtp::kResign);
        return mgtp::action_text(player.act(budget));
    } catch (const PlayerFailure& failure) {
        if (failure.reason == Reason::Resignation)
            return std::string(mgtp::kResign);
        throw;
    }
}

Parsed<std::string> MgtpEngine::set_time(Id id, const Words& arguments) {
    const std::int64_t milliseconds =
        arguments.empty() ? -1 : parse_number<std::int64_t>(arguments.back()).value_or(-1);
    if (milliseconds < 0 || milliseconds > 1'000'000'000)
        return parse_error("accepted: time_settings MS, time_left red|black MS");
    if (id == Id::TimeSettings) {
        clock_ = std::chrono::milliseconds(milliseconds);
        return {};
    }
    const auto colour = parse_colour(arguments[0]);
    if (!colour)
        return parse_error("accepted: time_left red|black MS");
    left_[index(*colour)] = std::chrono::milliseconds(milliseconds);
    return {};
}

std::string MgtpEngine::board_picture() const {
    return view_.board().text();
}

}  // namespace nebel::protocol
