#include "protocol/mgtp_player.hpp"

#include <fmt/format.h>

#include "core/text.hpp"
#include "game/registry.hpp"

namespace nebel::protocol {

using darkchess::DarkChess;
using darkchess::Event;
using mgtp::Id;

namespace {

const RawPlayerRegistration<DarkChess> registration(
    {"mgtp", "a dark chess program that speaks MGTP: mgtp:PROGRAM ARGS", {}, true},
    [](std::string_view text) {
        const EngineLimits limits;
        const auto command = EngineCommand::parse(text);
        if (!command.settings.empty())
            throw UserError("player mgtp: MGTP has no options");
        return std::make_unique<MgtpPlayer>(process_factory(command, limits), limits);
    });

std::string colour_word(const darkchess::View& view) {
    const auto colour = view.my_colour();
    return colour ? std::string(darkchess::text(*colour)) : "unknown";
}

}  // namespace

MgtpPlayer::MgtpPlayer(LinkFactory factory, const EngineLimits& limits)
    : client_(std::move(factory), limits, mgtp::command_line(Id::Quit)) {}

mgtp::Reply MgtpPlayer::ask(Id id, std::string_view arguments) {
    client_.send(mgtp::command_line(id, arguments));
    const auto deadline = client_.handshake_deadline();
    const auto awaited = fmt::format("answer to {}", mgtp::kCommands[static_cast<std::size_t>(id)]);
    while (true)
        if (auto reply = mgtp::parse_reply(client_.next_line(deadline, awaited), id)) {
            client_.settle();
            return *reply;
        }
}

void MgtpPlayer::demand(const std::string& line, Id id) {
    const auto arguments =
        std::string_view(line).substr(std::min(line.size(), mgtp::command_line(id).size() + 1));
    const auto reply = ask(id, arguments);
    if (!reply.good)
        throw PlayerFailure(Reason::Nonsense, fmt::format("the engine answers {} with an error: {}",
                                                          quote(line), quote(reply.text)));
}

void MgtpPlayer::begin(const darkchess::Rules& rules, Seat seat, std::uint64_t /*seed*/) {
    view_.emplace(rules, seat);
    time_told_ = false;
    const bool fresh = !client_.connected();
    if (fresh)
        client_.connect();
    client_.guarded([&] {
        if (fresh) {
            ask(Id::ProtocolVersion);
            ask(Id::Name);
            ask(Id::Version);
            ask(Id::BoardSize, "8 4");
        }
        demand(mgtp::command_line(Id::ResetBoard), Id::ResetBoard);
        ask(Id::NumRepetition, std::to_string(mgtp::num_repetition(rules)));
        ask(Id::NumMovesToDraw, std::to_string(mgtp::num_moves_to_draw(rules)));
        ask(Id::Ready);
    });
}

void MgtpPlayer::hear(const Event& event) {
    view_->hear(event);
    if (!client_.connected())
        return;
    client_.guarded([&] {
        if (const auto outcome = event.outcome()) {
            // Nothing is lost if nobody answers: the next game begins with an answer of its own.
            std::string winner = "draw";
            if (outcome->result != Result::Draw && view_->board().coloured())
                winner = darkchess::text(view_->board().colour_of_seat(
                    outcome->result == Result::FirstWins ? Seat::First : Seat::Second));
            client_.send(mgtp::command_line(Id::GameOver, winner));
        } else {
            demand(mgtp::event_line(event),
                   event.type() == Event::Type::Flip ? Id::Flip : Id::Move);
        }
    });
}

darkchess::Action MgtpPlayer::act(const Budget& budget) {
    client_.require();
    return client_.guarded([&] { return generate(budget); });
}

void MgtpPlayer::tell_time(const Budget& budget) {
    const auto left = budget.clock ? budget.clock->remaining : budget.time;
    if (left.count() == 0)
        return;
    if (!time_told_)
        ask(Id::TimeSettings, std::to_string(left.count()));
    time_told_ = true;
    if (view_->my_colour())
        ask(Id::TimeLeft, fmt::format("{} {}", colour_word(*view_), left.count()));
}

darkchess::Action MgtpPlayer::generate(const Budget& budget) {
    tell_time(budget);
    client_.send(mgtp::command_line(Id::GenMove, colour_word(*view_)));
    EngineClient::AnswerWait wait(client_, budget);
    while (true) {
        // There is no word for "now": a stop leaves the engine the margin to come to an end.
        const std::string line = wait.next_line([] {});
        const auto reply = mgtp::parse_reply(line, Id::GenMove);
        if (!reply)
            continue;
        client_.settle();
        if (reply->good && reply->text == mgtp::kResign)
            throw PlayerFailure(Reason::Resignation, "the engine resigned");
        const auto action = reply->good ? mgtp::parse_action(reply->text) : std::nullopt;
        if (!action)
            throw PlayerFailure(Reason::Nonsense,
                                fmt::format("the engine answers genmove with {}", quote(line)));
        return *action;
    }
}

}  // namespace nebel::protocol
