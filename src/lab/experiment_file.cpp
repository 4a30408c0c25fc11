#include <algorithm>
#include <limits>

#include "core/toml_section.hpp"
#include "lab/experiment.hpp"

// Reads experiment.toml. docs/lab.md is the description for people.
namespace nebel::lab {

namespace {

constexpr std::int64_t kMost = 100'000'000;
constexpr std::int64_t kMostSeed = std::numeric_limits<std::int64_t>::max();
constexpr int kMostQuiet = 1'000'000;

Parsed<darkchess::Policy> policy_named(std::string_view name) {
    if (const auto policy = darkchess::parse_policy(name))
        return *policy;
    std::vector<std::string> names(darkchess::kPolicyNames.begin(), darkchess::kPolicyNames.end());
    return parse_error("no policy " + quote(name) + "; policies: " + join(names, ", "));
}

/// ["c2", 25, 22, 53]: an action, then wins, losses and draws in per cent.
std::optional<BestMove> read_best(TomlSection& section, std::string_view key) {
    const auto* node = section.find(key);
    if (node == nullptr)
        return std::nullopt;
    const auto* list = node->as_array();
    if (list == nullptr || list->size() != 4 || !list->get(0)->is_string() ||
        !list->get(1)->is_number() || !list->get(2)->is_number() || !list->get(3)->is_number())
        section.fail(*node, fmt::format("{} must be [\"ACTION\", WON, LOST, DRAWN]", key));
    const auto share = [&](std::size_t i) { return *list->get(i)->value<double>() / 100; };
    return BestMove{*list->get(0)->value<std::string>(), share(1), share(2), share(3)};
}

PlayoutRow read_paper_row(TomlSection section, const PlayoutsSpec& spec) {
    PlayoutRow row;
    row.position = section.needed_text("position");
    row.policy = section.needed("policy", section.parsed("policy", policy_named));
    row.limit = static_cast<int>(section.needed("limit", section.integer("limit", 1, kMostQuiet)));
    row.seconds = section.number("seconds");
    row.draws = section.number("draws");
    row.men = section.number("men");
    row.men_deviation = section.number("men_deviation");
    row.plies = section.number("plies");
    row.plies_deviation = section.number("plies_deviation");
    row.best = read_best(section, "best");
    row.best_evaluated = read_best(section, "best_evaluated");
    section.refuse_unknown();
    if (std::none_of(spec.positions.begin(), spec.positions.end(),
                     [&](const NamedPosition& known) { return known.name == row.position; }))
        section.fail(fmt::format("no position is called {}", quote(row.position)));
    return row;
}

NamedPosition read_position(TomlSection section) {
    NamedPosition position;
    position.name = section.needed_text("name");
    position.missing = section.text("missing").value_or("");
    const auto board = section.parsed("board", [](std::string_view text) {
        return text == "start" ? Parsed<darkchess::Board>(darkchess::Board())
                               : darkchess::Board::parse(text);
    });
    if (board.has_value() != position.missing.empty())
        section.fail(
            "a position needs either board = \"start\" (or a position's text) or "
            "missing = \"why it cannot be set up\"");
    position.board = board.value_or(darkchess::Board());
    section.refuse_unknown();
    return position;
}

PlayoutsSpec read_playouts(TomlSection section) {
    PlayoutsSpec spec;
    spec.playouts =
        static_cast<std::uint64_t>(section.integer("playouts", 1, kMost).value_or(2000));
    spec.seed = static_cast<std::uint64_t>(section.integer("seed", 0, kMostSeed).value_or(1));
    spec.counters = section.texts("counters");
    for (const auto& counter : spec.counters)
        if (counter != "true" && counter != "paper")
            section.fail(*section.find("counters"), "counters are \"true\" and \"paper\"");
    for (const auto& name : section.texts("policies")) {
        const auto policy = policy_named(name);
        if (!policy)
            section.fail(*section.find("policies"), policy.error().message);
        spec.policies.push_back(*policy);
    }
    for (const auto limit : section.list<std::int64_t>("limits", "whole numbers")) {
        if (limit < 1 || limit > kMostQuiet)
            section.fail(*section.find("limits"), fmt::format("limits are in 1..{}", kMostQuiet));
        spec.limits.push_back(static_cast<int>(limit));
    }
    for (auto& position : section.tables("positions"))
        spec.positions.push_back(read_position(std::move(position)));
    if (spec.counters.empty() || spec.policies.empty() || spec.limits.empty() ||
        spec.positions.empty())
        section.fail("playouts need counters, policies, limits and positions, one or more of each");
    for (auto& row : section.tables("paper"))
        spec.paper.push_back(read_paper_row(std::move(row), spec));
    section.refuse_unknown();
    return spec;
}

std::optional<match::Contestant> read_contestant(TomlSection& section) {
    const auto player = section.text("player");
    const auto budget = section.parsed("budget", Budget::parse);
    if (player)
        return match::Contestant{*player, budget.value_or(Budget{})};
    if (budget)
        section.fail("a budget needs a player");
    return std::nullopt;
}

/// [[244, 16], [], ...]: games won and lost in each column; [] where the paper has none.
std::vector<std::optional<PaperCell>> read_paper_cells(TomlSection& section, std::size_t columns) {
    std::vector<std::optional<PaperCell>> cells;
    for (const auto* item : section.items("paper")) {
        const auto* pair = item->as_array();
        if (pair != nullptr && pair->empty()) {
            cells.emplace_back();
            continue;
        }
        const auto count = [&](std::size_t i) {
            return pair != nullptr && pair->size() == 2 ? pair->get(i)->value_exact<std::int64_t>()
                                                        : std::nullopt;
        };
        if (count(0).value_or(-1) < 0 || count(1).value_or(-1) < 0)
            section.fail(*item, "a cell of the paper is [WON, LOST], or [] for none");
        cells.push_back(PaperCell{static_cast<std::uint64_t>(*count(0)),
                                  static_cast<std::uint64_t>(*count(1))});
    }
    if (!cells.empty() && cells.size() != columns)
        section.fail(
            fmt::format("paper has {} cells, there are {} columns", cells.size(), columns));
    return cells;
}

GridRow read_row(TomlSection section, const GridSpec& spec) {
    GridRow row;
    row.name = section.needed_text("name");
    row.contestant = section.needed("player", read_contestant(section));
    row.skip = section.texts("skip");
    for (const auto& name : row.skip)
        if (std::none_of(spec.columns.begin(), spec.columns.end(),
                         [&](const GridColumn& column) { return column.name == name; }))
            section.fail(*section.find("skip"), fmt::format("no column {}", quote(name)));
    row.paper = read_paper_cells(section, spec.columns.size());
    for (const auto& cell : row.paper)
        if (cell && cell->wins + cell->losses > spec.paper_games)
            section.fail(*section.find("paper"),
                         fmt::format("more games than paper_games = {}", spec.paper_games));
    section.refuse_unknown();
    return row;
}

GridSpec read_grid(TomlSection section) {
    GridSpec spec;
    spec.game = section.needed_text("game");
    spec.rules = section.text("rules").value_or("");
    spec.games = static_cast<std::uint64_t>(section.integer("games", 1, kMost).value_or(100));
    spec.seed = static_cast<std::uint64_t>(section.integer("seed", 0, kMostSeed).value_or(1));
    spec.paper_games =
        static_cast<std::uint64_t>(section.integer("paper_games", 0, kMost).value_or(0));
    spec.row_title = section.text("row_title").value_or("player");
    spec.column_title = section.text("column_title").value_or("opponent");
    if (auto opponent = section.table("opponent")) {
        spec.opponent = opponent->needed("player", read_contestant(*opponent));
        opponent->refuse_unknown();
    }
    for (auto& column : section.tables("columns")) {
        GridColumn read{column.needed_text("name"), read_contestant(column)};
        if (read.contestant.has_value() == spec.opponent.has_value())
            column.fail("the opponent is either the grid's or each column's player");
        column.refuse_unknown();
        spec.columns.push_back(std::move(read));
    }
    for (auto& row : section.tables("rows"))
        spec.rows.push_back(read_row(std::move(row), spec));
    if (spec.rows.empty() || spec.columns.empty())
        section.fail("a grid needs rows and columns");
    section.refuse_unknown();
    return spec;
}

void check_names(const FigureSpec& figure, const GridSpec& grid, const TomlSection& section) {
    if (figure.quantity != "draws" && figure.quantity != "score")
        section.fail("quantity must be \"draws\" or \"score\" in a grid");
    for (const auto& name : figure.rows)
        if (std::none_of(grid.rows.begin(), grid.rows.end(),
                         [&](const GridRow& row) { return row.name == name; }))
            section.fail(fmt::format("no row {}", quote(name)));
}

void check_names(const FigureSpec& figure, const PlayoutsSpec& spec, const TomlSection& section) {
    if (figure.quantity != "men" && figure.quantity != "plies" && figure.quantity != "draws")
        section.fail("quantity must be \"men\", \"plies\" or \"draws\" of playouts");
    if (std::none_of(spec.positions.begin(), spec.positions.end(),
                     [&](const NamedPosition& known) { return known.name == figure.position; }))
        section.fail("a figure of playouts needs the name of a position");
}

FigureSpec read_figure(TomlSection section, const Experiment& experiment) {
    FigureSpec figure;
    figure.file = section.needed_text("file");
    if (!figure.file.ends_with(".svg") || figure.file.find('/') != std::string::npos)
        section.fail("file must be a name that ends in .svg");
    figure.title = section.needed_text("title");
    figure.quantity = section.needed_text("quantity");
    figure.position = section.text("position").value_or("");
    const auto form = section.text("form").value_or("lines");
    if (form != "lines" && form != "bars")
        section.fail("form must be \"lines\" or \"bars\"");
    figure.bars = form == "bars";
    figure.couples = section.value<bool>("couples", "true or false").value_or(false);
    figure.rows = section.texts("rows");
    section.refuse_unknown();
    std::visit([&](const auto& body) { check_names(figure, body, section); }, experiment.body);
    return figure;
}

Experiment read(const toml::table& table, std::string_view name, std::string_view file) {
    TomlSection root(table, file, "an experiment");
    Experiment experiment;
    experiment.name = name;
    experiment.title = root.needed_text("title");
    experiment.paper = root.needed_text("paper");
    experiment.notes = trim(root.text("notes").value_or(""));
    const auto kind = root.needed_text("kind");
    if (kind == "playouts")
        experiment.body = read_playouts(root.needed("[playouts]", root.table("playouts")));
    else if (kind == "grid")
        experiment.body = read_grid(root.needed("[grid]", root.table("grid")));
    else
        root.fail(*root.find("kind"), "kind must be \"playouts\" or \"grid\"");
    for (auto& figure : root.tables("figures"))
        experiment.figures.push_back(read_figure(std::move(figure), experiment));
    root.refuse_unknown();
    return experiment;
}

}  // namespace

Parsed<Experiment> Experiment::parse(std::string_view toml,
                                     std::string_view name,
                                     std::string_view file) {
    try {
        return read(toml::parse(toml), name, file);
    } catch (const toml::parse_error& error) {
        return parse_error(fmt::format("{}, line {}: {}", file, error.source().begin.line,
                                       one_line(error.description())));
    } catch (const FileError& error) {
        return parse_error(error.message);
    }
}

}  // namespace nebel::lab
