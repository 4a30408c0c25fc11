#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lab/report.hpp"

namespace nebel::lab {

namespace {

const MeasuredCell* find(const GridCells& cells,
                         const std::string& row,
                         const std::string& column) {
    const auto found = std::find_if(cells.begin(), cells.end(), [&](const MeasuredCell& cell) {
        return cell.row == row && cell.column == column;
    });
    return found == cells.end() || found->total.games() == 0 ? nullptr : &*found;
}

std::optional<Trinomial> paper_games(const GridSpec& grid, const GridSpec::Cell& cell) {
    const auto& row = grid.rows[cell.row];
    if (row.paper.empty() || !row.paper[cell.column])
        return std::nullopt;
    const auto& found = *row.paper[cell.column];
    return Trinomial{found.losses, grid.paper_games - found.wins - found.losses, found.wins};
}

double half_width(const Strength& strength) {
    return (strength.score_interval.high - strength.score_interval.low) / 2;
}

std::string percent(double share) {
    return fmt::format("{:.1f}", 100 * share);
}

std::string counts(const Trinomial& games) {
    return fmt::format("{}-{}-{}", games.wins, games.draws, games.losses);
}

Interval draw_interval(const Trinomial& games) {
    return wilson_interval(static_cast<double>(games.draws), static_cast<double>(games.games()));
}

double draw_share(const Trinomial& games) {
    return static_cast<double>(games.draws) / static_cast<double>(games.games());
}

/// Ours minus the paper's with a 95 % interval; bold when zero lies outside.
std::string difference(const Strength& ours, const Strength& paper) {
    const double apart = ours.score - paper.score;
    const double error = std::hypot(half_width(ours), half_width(paper));
    const auto text = fmt::format("{:+.1f} ± {:.1f}", 100 * apart, 100 * error);
    return std::abs(apart) > error ? "**" + text + "**" : text;
}

/// The paper's own shape: rows, columns, ours above the paper's.
std::string matrix(const GridSpec& grid, const GridCells& cells) {
    std::string text = fmt::format("| {} |", grid.row_title);
    std::string rule = "|---|";
    for (const auto& column : grid.columns) {
        text += fmt::format(" {} |", column.name);
        rule += "---|";
    }
    text += "\n" + rule + "\n";
    const auto played = grid.cells();
    for (std::size_t row = 0; row < grid.rows.size(); ++row) {
        text += fmt::format("| {} |", grid.rows[row].name);
        for (std::size_t column = 0; column < grid.columns.size(); ++column) {
            const bool skipped =
                std::none_of(played.begin(), played.end(), [&](const GridSpec::Cell& cell) {
                    return cell.row == row && cell.column == column;
                });
            const auto* ours = find(cells, grid.rows[row].name, grid.columns[column].name);
            const auto paper = paper_games(grid, {row, column});
            if (skipped) {
                text += " |";
                continue;
            }
            text += fmt::format(
                " {}", ours != nullptr ? percent(strength(ours->total, ours->pairs).score) : "–");
            text += paper ? fmt::format(" ({}) |", percent(strength(*paper).score)) : " |";
        }
        text += "\n";
    }
    return text + "\n";
}

std::string list(const GridSpec& grid, const GridCells& cells) {
    std::string text = fmt::format(
        "| {} | {} | paper: W-D-L | score % | draws % | ours: games | W-D-L | score % | draws % | "
        "ours - paper |\n|---|---|---|---|---|---|---|---|---|---|\n",
        grid.row_title, grid.column_title);
    for (const auto& cell : grid.cells()) {
        const auto& row = grid.rows[cell.row].name;
        const auto& column = grid.columns[cell.column].name;
        const auto* ours = find(cells, row, column);
        const auto paper = paper_games(grid, cell);
        text += fmt::format("| {} | {} |", row, column);
        text += paper ? fmt::format(" {} | {} | {} |", counts(*paper),
                                    percent(strength(*paper).score), percent(draw_share(*paper)))
                      : std::string(" – | – | – |");
        if (ours == nullptr) {
            text += " 0 | – | – | – | – |\n";
            continue;
        }
        const auto our_strength = strength(ours->total, ours->pairs);
        const auto draws = draw_interval(ours->total);
        text += fmt::format(" {} | {} | {} ± {} | {} ({}–{}) | {} |\n", ours->total.games(),
                            counts(ours->total), percent(our_strength.score),
                            percent(half_width(our_strength)), percent(draw_share(ours->total)),
                            percent(draws.low), percent(draws.high),
                            paper ? difference(our_strength, strength(*paper)) : "–");
    }
    std::uint64_t failures = 0;
    for (const auto& cell : cells)
        failures += cell.failures;
    if (failures > 0)
        text += fmt::format("\n**{} games were lost by time, crash or nonsense.**\n", failures);
    return text + "\n";
}

std::optional<ChartPoint> point(const Trinomial& games,
                                const Strength& strength,
                                const FigureSpec& figure) {
    if (figure.quantity == "score")
        return ChartPoint{strength.score, strength.score_interval.low,
                          strength.score_interval.high};
    const auto interval = draw_interval(games);
    return ChartPoint{draw_share(games), interval.low, interval.high};
}

std::optional<ChartPoint> paper_point(const GridSpec& grid,
                                      const GridSpec::Cell& cell,
                                      const FigureSpec& figure) {
    const auto games = paper_games(grid, cell);
    return games ? point(*games, strength(*games), figure) : std::nullopt;
}

std::optional<ChartPoint> our_point(const GridSpec& grid,
                                    const GridCells& cells,
                                    const GridSpec::Cell& cell,
                                    const FigureSpec& figure) {
    const auto* ours = find(cells, grid.rows[cell.row].name, grid.columns[cell.column].name);
    return ours != nullptr ? point(ours->total, strength(ours->total, ours->pairs), figure)
                           : std::nullopt;
}

bool wanted(const FigureSpec& figure, const std::string& row) {
    return figure.rows.empty() ||
           std::find(figure.rows.begin(), figure.rows.end(), row) != figure.rows.end();
}

}  // namespace

std::string grid_tables(const GridSpec& grid, const GridCells& cells) {
    return "Score in per cent, the paper's in parentheses (a draw is half a point):\n\n" +
           matrix(grid, cells) +
           "Cell by cell, from the row's point of view. Intervals are 95 %; the score's counts "
           "swapped pairs, the paper's treats its games as independent. A difference is bold where "
           "its interval excludes zero.\n\n" +
           list(grid, cells);
}

Chart grid_chart(const FigureSpec& figure, const GridSpec& grid, const GridCells& cells) {
    Chart chart;
    chart.title = figure.title;
    chart.percent = true;
    chart.couples = figure.couples;
    chart.y_title = figure.quantity == "draws" ? "drawn games" : "score";
    if (figure.quantity == "score")
        chart.guide = 0.5;
    if (figure.bars) {
        chart.form = Chart::Form::Bars;
        chart.reference = true;
        ChartSeries paper{"paper", {}};
        ChartSeries ours{"ours", {}};
        for (const auto& cell : grid.cells()) {
            if (!wanted(figure, grid.rows[cell.row].name))
                continue;
            chart.categories.push_back(
                fmt::format("{}\n{}", grid.rows[cell.row].name, grid.columns[cell.column].name));
            paper.points.push_back(paper_point(grid, cell, figure));
            ours.points.push_back(our_point(grid, cells, cell, figure));
        }
        chart.panels.push_back({"", {std::move(paper), std::move(ours)}});
        return chart;
    }
    chart.x_title = grid.column_title;
    for (const auto& column : grid.columns)
        chart.categories.push_back(column.name);
    chart.panels = {{"paper", {}}, {"ours", {}}};
    for (std::size_t row = 0; row < grid.rows.size(); ++row) {
        if (!wanted(figure, grid.rows[row].name))
            continue;
        ChartSeries paper{grid.rows[row].name, {}};
        ChartSeries ours = paper;
        for (std::size_t column = 0; column < grid.columns.size(); ++column) {
            paper.points.push_back(paper_point(grid, {row, column}, figure));
            ours.points.push_back(our_point(grid, cells, {row, column}, figure));
        }
        chart.panels[0].series.push_back(std::move(paper));
        chart.panels[1].series.push_back(std::move(ours));
    }
    return chart;
}

}  // namespace nebel::lab
