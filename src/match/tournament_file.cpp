#include <fmt/format.h>

#include <set>

#include "core/text.hpp"
#include "core/toml_section.hpp"
#include "match/tournament.hpp"

namespace nebel::match {

namespace {

constexpr std::int64_t kMostGames = 100'000'000;
constexpr std::int64_t kMostJobs = 1024;
constexpr std::int64_t kMostOpening = 200;

Entrant read_entrant(const toml::table& table,
                     std::string_view file,
                     const Budget& default_budget) {
    TomlSection section(table, file, "[[players]]");
    Entrant entrant;
    const auto player = section.text("player");
    if (!player || trim(*player).empty())
        section.fail(table, "every [[players]] needs player = \"NAME:options\"");
    entrant.contestant.player = *player;
    entrant.name = section.text("name").value_or(*player);
    entrant.contestant.budget = section.parsed("budget", Budget::parse).value_or(default_budget);
    section.refuse_unknown();
    return entrant;
}

void read_entrants(TomlSection& root,
                   std::string_view file,
                   const Budget& default_budget,
                   TournamentSpec& spec) {
    const auto* node = root.find("players");
    const auto* list = node != nullptr ? node->as_array() : nullptr;
    if (list == nullptr || list->size() < 2)
        root.fail("a tournament needs two or more [[players]]");
    std::set<std::string> names;
    for (const auto& item : *list) {
        const auto* table = item.as_table();
        if (table == nullptr)
            root.fail(item, "players must be tables: [[players]]");
        spec.entrants.push_back(read_entrant(*table, file, default_budget));
        if (!names.insert(spec.entrants.back().name).second)
            root.fail(item, fmt::format("two players are called {}; give each a name",
                                        quote(spec.entrants.back().name)));
    }
}

TournamentSpec read(const toml::table& table, std::string_view file) {
    TomlSection root(table, file, "a tournament");
    TournamentSpec spec;
    const auto game = root.text("game");
    if (!game)
        root.fail(table, "game is missing");
    spec.game = *game;
    spec.rules = root.text("rules").value_or("");
    if (const auto type = root.text("type")) {
        if (*type != "round-robin" && *type != "gauntlet")
            root.fail(*table.get("type"), "type must be \"round-robin\" or \"gauntlet\"");
        spec.kind = *type == "gauntlet" ? TournamentKind::Gauntlet : TournamentKind::RoundRobin;
    }
    const auto number = [&](std::string_view key, std::int64_t least, std::int64_t most,
                            auto& field) {
        if (const auto value = root.integer(key, least, most))
            field = static_cast<std::remove_reference_t<decltype(field)>>(*value);
    };
    number("games", 1, kMostGames, spec.games);
    number("seed", 0, std::numeric_limits<std::int64_t>::max(), spec.seed);
    number("jobs", 1, kMostJobs, spec.jobs);
    number("try_limit", 1, kMostGames, spec.limits.refusals_per_turn);
    number("action_limit", 1, kMostGames, spec.limits.actions_per_game);
    number("opening", 0, kMostOpening, spec.limits.drawn_actions);
    if (const auto margin = root.parsed("margin", parse_duration))
        spec.limits.time_margin = *margin;
    spec.clock = root.parsed("clock", TimeControl::parse);
    spec.sprt = root.parsed("sprt", SprtSpec::parse);
    spec.store = root.text("store").value_or("");
    const auto budget = root.parsed("budget", Budget::parse).value_or(Budget{});
    read_entrants(root, file, budget, spec);
    root.refuse_unknown();
    return spec;
}

}  // namespace

Parsed<TournamentSpec> TournamentSpec::parse(std::string_view toml, std::string_view name) {
    try {
        return read(toml::parse(toml), name);
    } catch (const toml::parse_error& error) {
        return parse_error(fmt::format("{}, line {}: {}", name, error.source().begin.line,
                                       one_line(error.description())));
    } catch (const FileError& error) {
        return parse_error(error.message);
    }
}

}  // namespace nebel::match
