#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/games.hpp"
#include "game/registry.hpp"

namespace nebel::cli {

namespace {

using Line = nlohmann::ordered_json;

Line option_json(const OptionSpec& option) {
    Line json{{"name", option.name},
              {"type", std::string(text(option.type))},
              {"accepted", option.accepted()},
              {"default", option.default_value},
              {"help", option.help}};
    if (option.type == OptionType::Integer || option.type == OptionType::Real) {
        json["minimum"] = option.minimum;
        json["maximum"] = option.maximum;
    }
    if (option.type == OptionType::Choice)
        json["choices"] = option.choices;
    return json;
}

Line player_json(const PlayerSpec& spec) {
    Line options = Line::array();
    for (const auto& option : spec.options)
        options.push_back(option_json(option));
    return {{"name", spec.name},
            {"help", spec.help},
            {"takes_command", spec.raw},
            {"options", std::move(options)}};
}

void print_player(const PlayerSpec& spec) {
    fmt::print("  {:<14} {}\n", spec.raw ? spec.name + ":COMMAND" : spec.name, spec.help);
    for (const auto& option : spec.options)
        fmt::print("      {:<34} {} ({}, default {})\n",
                   fmt::format("{}={}", option.name, option.accepted()), option.help,
                   text(option.type),
                   option.default_value.empty() ? "empty" : option.default_value);
}

template <Game G>
void show_players(Line* json) {
    const auto& entries = PlayerRegistry<G>::instance().entries();
    if (json != nullptr) {
        Line list = Line::array();
        for (const auto& entry : entries)
            list.push_back(player_json(entry.spec));
        (*json)[std::string(G::kName)] = std::move(list);
        return;
    }
    fmt::print("{}\n", G::kName);
    for (const auto& entry : entries)
        print_player(entry.spec);
}

void list_players(const std::string& game, bool as_json) {
    Line json = Line::object();
    for (const auto& name : game.empty() ? game_names() : std::vector<std::string>{game})
        with_game(name, [&]<Game G>() { show_players<G>(as_json ? &json : nullptr); });
    if (as_json)
        fmt::print("{}\n", json.dump(2));
}

}  // namespace

void add_players(Command& program) {
    auto command = program.add_command("players", "every player with its options");
    auto game = std::make_shared<std::string>();
    auto as_json = std::make_shared<bool>(false);
    command.add_option("GAME", *game, "kriegspiel, darkchess or stratego; without it, all");
    command.add_flag("--json", *as_json, "print one JSON object");
    command.callback([game, as_json] { list_players(*game, *as_json); });
}

}  // namespace nebel::cli
