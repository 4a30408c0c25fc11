#include <fmt/format.h>

#include <cstdint>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include "cli/commands.hpp"
#include "cli/play_session.hpp"
#include "game/registry.hpp"
#include "match/seeds.hpp"

namespace nebel::cli {

namespace {

/// Who sits opposite when nobody is named: the strongest player that each game has.
std::string_view default_opponent(std::string_view game) {
    if (game == kriegspiel::Kriegspiel::kName || game == darkchess::DarkChess::kName)
        return "champion";
    return "capturer";
}

struct PlayArguments {
    std::string game{kriegspiel::Kriegspiel::kName};
    std::string as = "random";
    std::string against;
    std::string rules;
    std::string budget = "none";
    std::string record;
    std::uint64_t seed = 0;
    bool seed_given = false;
};

template <Game G>
Seat choose_seat(const std::string& name, std::uint64_t seed) {
    if (name == "random")
        return (splitmix64(seed) >> 63) != 0 ? Seat::First : Seat::Second;
    if (const auto seat = parse_seat<G>(name))
        return *seat;
    throw UserError(fmt::format("--as {}: accepted are {}, {} and random", quote(name),
                                G::seat_name(Seat::First), G::seat_name(Seat::Second)));
}

std::uint64_t fresh_seed() {
    std::random_device device;
    return (std::uint64_t{device()} << 32) ^ device();
}

template <Game G>
void play(const PlayArguments& arguments) {
    const std::uint64_t seed = arguments.seed_given ? arguments.seed : fresh_seed();
    typename PlaySession<G>::Setting setting;
    setting.rules = value_or_throw(G::Rules::parse(arguments.rules), "--rules");
    setting.seat = choose_seat<G>(arguments.as, seed);
    setting.opponent_name =
        arguments.against.empty() ? default_opponent(G::kName) : arguments.against;
    setting.opponent = PlayerRegistry<G>::instance().make(setting.opponent_name);
    setting.budget = value_or_throw(Budget::parse(arguments.budget), "--budget");
    setting.deal_seed = match::deal_seed(seed, 0);
    setting.opponent_seed = match::player_seed(seed, 0, other(setting.seat));
    setting.own_seed = match::player_seed(seed, 0, setting.seat);
    std::ofstream record;
    if (!arguments.record.empty()) {
        record.open(arguments.record, std::ios::app);
        if (!record)
            throw UserError("--record: cannot write " + quote(arguments.record));
        setting.record = &record;
    }
    PlaySession<G>(std::move(setting)).run();
}

}  // namespace

void add_play(Command& program) {
    auto command = program.add_command("play", "play against the program in the terminal");
    auto arguments = std::make_shared<PlayArguments>();
    auto& a = *arguments;
    command.add_option("GAME", a.game, "kriegspiel (default), darkchess or stratego");
    command.add_option("--as", a.as, "white or black, first or second, red or blue (random)");
    command.add_option("--against", a.against,
                       "the other player (the strongest: champion, in Stratego capturer)");
    command.add_option("--rules", a.rules, "options of the game");
    auto seed = command.add_option("--seed", a.seed, "everything random follows from it");
    command.add_option("--budget", a.budget,
                       "for each answer: nodes=N, sims=N, time=100ms, cpu=100ms");
    command.add_option("--record", a.record, "add the game to this file, as one line of JSON");
    command.callback([arguments, seed] {
        arguments->seed_given = seed.given();
        with_game(arguments->game, [&]<Game G>() { play<G>(*arguments); });
    });
}

}  // namespace nebel::cli
