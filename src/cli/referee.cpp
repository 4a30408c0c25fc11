#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "cli/commands.hpp"
#include "cli/games.hpp"
#include "cli/terminal.hpp"
#include "game/table.hpp"

// Actions in, one JSON object a line out: what each seat hears. docs/referee.md is the contract.
namespace nebel::cli {

namespace {

using Line = nlohmann::ordered_json;

struct RefereeArguments {
    std::string game;
    std::string rules;
    std::string start;
    bool start_given = false;
    std::uint64_t seed = 1;
    bool reveal = false;
};

void print(const Line& line) {
    fmt::print("{}\n", line.dump(-1, ' ', false, Line::error_handler_t::replace));
    std::fflush(stdout);
}

void print_error(std::string_view message) {
    print(Line{{"error", message}});
}

template <Game G>
class RefereeSession {
 public:
    RefereeSession(Table<G> table, bool reveal) : table_(std::move(table)), reveal_(reveal) {}

    void run() {
        Answer<typename G::Event> opening;
        for (const Seat seat : kSeats)
            for (const auto& event : table_.opening(seat))
                opening.tell(seat, event);
        report(nullptr, nullptr, opening);
        LineReader lines;
        while (const auto line = lines.next()) {
            const auto text = trim(*line);
            if (!text.empty() && text[0] != '#')
                take(text);
        }
    }

 private:
    void take(std::string_view text) {
        if (table_.outcome())
            return print_error("the game is over");
        const Seat seat = table_.to_act();
        const std::string name(G::seat_name(seat));
        if (text == "resign")
            return report(name, "resign",
                          table_.conclude(win_for(other(seat), Reason::Resignation)));
        const auto action = G::Action::parse(text);
        if (!action)
            return print_error(action.error().message);
        const auto answer = table_.act(*action);
        if (answer.verdict == Verdict::Invalid)
            return print_error(answer.why);
        report(name, action->text(), answer);
    }

    void report(const Line& seat, const Line& action, const Answer<typename G::Event>& answer) {
        Line events = Line::object();
        for (const Seat listener : kSeats) {
            Line list = Line::array();
            for (const auto& event : answer.events[listener])
                list.emplace_back(event.to_json());
            events[std::string(G::seat_name(listener))] = std::move(list);
        }
        Line line{{"seat", seat},
                  {"action", action},
                  {"accepted", answer.verdict == Verdict::Accepted},
                  {"events", std::move(events)}};
        const auto outcome = table_.outcome();
        line["to_act"] = outcome ? Line(nullptr) : Line(std::string(G::seat_name(table_.to_act())));
        if (reveal_)
            line["state"] = table_.truth().state_text();
        line["outcome"] = outcome ? Line{{"result", std::string(nebel::text(outcome->result))},
                                         {"reason", std::string(nebel::text(outcome->reason))}}
                                  : Line(nullptr);
        print(line);
    }

    Table<G> table_;
    bool reveal_;
};

template <Game G>
void run_referee(const RefereeArguments& arguments) {
    const auto rules = value_or_throw(G::Rules::parse(arguments.rules), "--rules");
    if (!arguments.start_given) {
        RefereeSession<G>(Table<G>(rules, arguments.seed), arguments.reveal).run();
        return;
    }
    auto referee = value_or_throw(G::Referee::from_start(rules, arguments.start), "--start");
    RefereeSession<G>(Table<G>(rules, std::move(referee)), arguments.reveal).run();
}

}  // namespace

void add_referee(Command& program) {
    auto command = program.add_command(
        "referee", "answer actions from standard input: what each seat hears, as JSON lines");
    auto arguments = std::make_shared<RefereeArguments>();
    command.add_option("GAME", arguments->game, "kriegspiel, darkchess or stratego").required();
    command.add_option("--rules", arguments->rules, "options of the game");
    command.add_option("--seed", arguments->seed, "of the deal (1)");
    auto start = command.add_option("--start", arguments->start,
                                    "a known start instead: a FEN, a deal, two set-ups");
    command.add_flag("--reveal", arguments->reveal, "print the truth after every action too");
    command.callback([arguments, start] {
        arguments->start_given = start.given();
        with_game(arguments->game, [&]<Game G>() { run_referee<G>(*arguments); });
    });
}

}  // namespace nebel::cli
