#include "protocol/ucc_player.hpp"

#include <fmt/format.h>

#include "core/text.hpp"
#include "game/registry.hpp"

namespace nebel::protocol {

using stratego::Action;
using stratego::Event;
using stratego::Stratego;

namespace {

const RawPlayerRegistration<Stratego> registration(
    {"ucc", "a Stratego program of the UCC competition of 2012: ucc:PROGRAM ARGS", {}, true},
    [](std::string_view text) {
        const EngineLimits limits;
        const auto command = EngineCommand::parse(text);
        if (!command.settings.empty())
            throw UserError("player ucc: the protocol has no options");
        return std::make_unique<UccPlayer>(process_factory(command, limits), limits);
    });

[[noreturn]] void nonsense(std::string_view line) {
    throw PlayerFailure(Reason::Nonsense, fmt::format("the engine said {}", quote(line)));
}

}  // namespace

UccPlayer::UccPlayer(LinkFactory factory, const EngineLimits& limits)
    : client_(std::move(factory), limits, "QUIT") {}

void UccPlayer::begin(const stratego::Rules& rules, Seat seat, std::uint64_t /*seed*/) {
    if (rules.variant != stratego::Variant::Classic || rules.setup != stratego::SetupSource::Player)
        throw UserError(fmt::format(
            "player ucc sets up for itself in the classic game: it plays the rules 'classic', not "
            "{}",
            quote(rules.text())));
    view_.emplace(rules, seat);
    started_ = false;
    client_.connect();
    client_.guarded([&] {
        client_.send(
            fmt::format("{} opponent {} {}", ucc::colour_word(seat), ucc::kSide, ucc::kSide));
    });
}

void UccPlayer::hear(const Event& event) {
    view_->hear(event);
    if (!client_.connected())
        return;
    client_.guarded([&] {
        if (event.kind == Event::Kind::Move || event.kind == Event::Kind::Strike)
            client_.send(ucc::event_line(event));
    });
    if (event.outcome())
        client_.disconnect();
}

Action UccPlayer::act(const Budget& budget) {
    client_.require();
    return client_.guarded([&] { return view_->setting_up() ? set_up(budget) : move(budget); });
}

Action UccPlayer::set_up(const Budget& budget) {
    std::array<std::string, ucc::kSetupRows> rows;
    EngineClient::AnswerWait wait(client_, budget);
    for (auto& row : rows) {
        do
            row = trim(wait.next_line([] {}));
        while (row.empty());
    }
    client_.settle();
    const auto setup = ucc::parse_setup_rows(view_->seat(), rows);
    if (!setup)
        nonsense(fmt::format("{}", fmt::join(rows, "/")));
    return Action::of(*setup);
}

Action UccPlayer::move(const Budget& budget) {
    if (view_->seat() == Seat::First && !started_)
        client_.send("START");
    started_ = true;
    for (const auto& row : ucc::board_rows(*view_))
        client_.send(row);
    EngineClient::AnswerWait wait(client_, budget);
    while (true) {
        const std::string line = wait.next_line([] {});
        if (trim(line).empty())
            continue;
        client_.settle();
        if (trim(line) == "SURRENDER")
            throw PlayerFailure(Reason::Resignation, "the engine surrendered");
        const auto report = ucc::parse_report(line);
        if (!report || !report->outcome.empty())
            nonsense(line);
        return Action::of(report->move);
    }
}

}  // namespace nebel::protocol
