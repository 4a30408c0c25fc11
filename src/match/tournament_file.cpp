#include <fmt/format.h>

#include <toml++/toml.h>
#include <set>

#include "core/text.hpp"
#include "match/tournament.hpp"

namespace nebel::match {

namespace {

constexpr std::int64_t kMostGames = 100'000'000;
constexpr std::int64_t kMostJobs = 1024;

/// The first thing wrong in a file; caught in this file and turned into a value.
struct FileError {
    std::string message;
};

/// One table of the file: every key is asked for by name and kind, and what nobody asked for is an
/// error.
class Section {
 public:
    Section(const toml::table& table, std::string_view file) : table_(table), file_(file) {}

    [[noreturn]] void fail(const toml::node& place, const std::string& message) const {
        throw FileError{fmt::format("{}, line {}: {}", file_, place.source().begin.line, message)};
    }

    [[nodiscard]] const toml::node* find(std::string_view key) {
        known_.insert(std::string(key));
        return table_.get(key);
    }

    std::optional<std::string> text(std::string_view key) {
        const auto* node = find(key);
        if (node == nullptr)
            return std::nullopt;
        if (const auto value = node->value_exact<std::string>())
            return value;
        fail(*node, fmt::format("{} must be a text in quotes", key));
    }

    std::optional<std::int64_t> integer(std::string_view key,
                                        std::int64_t minimum,
                                        std::int64_t maximum) {
        const auto* node = find(key);
        if (node == nullptr)
            return std::nullopt;
        const auto value = node->value_exact<std::int64_t>();
        if (!value || *value < minimum || *value > maximum)
            fail(*node, fmt::format("{} must be a whole number in {}..{}", key, minimum, maximum));
        return value;
    }

    /// A text with a parser of its own.
    template <class Parse>
    auto parsed(std::string_view key, Parse parse)
        -> std::optional<typename decltype(parse(std::string_view{}))::value_type> {
        const auto value = text(key);
        if (!value)
            return std::nullopt;
        auto result = parse(std::string_view(*value));
        if (!result)
            fail(*table_.get(key), fmt::format("{}: {}", key, result.error().message));
        return std::move(*result);
    }

    /// To be called last.
    void refuse_unknown() const {
        for (const auto& [key, node] : table_)
            if (!known_.contains(std::string(key.str())))
                throw FileError{fmt::format("{}, line {}: unknown key {}; accepted: {}", file_,
                                            key.source().begin.line, nebel::quote(key.str()),
                                            join({known_.begin(), known_.end()}, ", "))};
    }

    [[nodiscard]] const toml::table& table() const { return table_; }

 private:
    const toml::table& table_;
    std::string_view file_;
    std::set<std::string> known_;
};

Entrant read_entrant(const toml::table& table,
                     std::string_view file,
                     const Budget& default_budget) {
    Section section(table, file);
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

void read_entrants(Section& root,
                   std::string_view file,
                   const Budget& default_budget,
                   TournamentSpec& spec) {
    const auto* node = root.find("players");
    const auto* list = node != nullptr ? node->as_array() : nullptr;
    if (list == nullptr || list->size() < 2)
        root.fail(node != nullptr ? *node : root.table(),
                  "a tournament needs two or more [[players]]");
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
    Section root(table, file);
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
