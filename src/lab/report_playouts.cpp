#include <fmt/format.h>

#include <algorithm>

#include "lab/report.hpp"

namespace nebel::lab {

namespace {

constexpr const char* kNothing = "–";

struct Source {
    std::string name;
    const PlayoutRows* rows;
    std::string counter;
};

std::vector<Source> sources(const PlayoutsSpec& spec, const PlayoutRows& rows) {
    std::vector<Source> all;
    if (!spec.paper.empty())
        all.push_back({"paper", &spec.paper, ""});
    for (const auto& counter : spec.counters)
        all.push_back({"ours, counter=" + counter, &rows, counter});
    return all;
}

const PlayoutRow* find(const Source& source,
                       const std::string& position,
                       darkchess::Policy policy,
                       int limit) {
    const auto found = std::find_if(source.rows->begin(), source.rows->end(), [&](const auto& row) {
        return row.position == position && row.policy == policy && row.limit == limit &&
               row.counter == source.counter;
    });
    return found == source.rows->end() ? nullptr : &*found;
}

std::string number(const std::optional<double>& value, int digits) {
    return value ? fmt::format("{:.{}f}", *value, digits) : kNothing;
}

std::string with_deviation(const std::optional<double>& mean, const std::optional<double>& spread) {
    if (!mean || !spread)
        return number(mean, 2);
    return fmt::format("{:.2f} ({:.2f})", *mean, *spread);
}

std::string best_text(const std::optional<BestMove>& best) {
    if (!best)
        return kNothing;
    return fmt::format("{} {:.0f}/{:.0f}/{:.0f}", best->action, 100 * best->wins,
                       100 * best->losses, 100 * best->draws);
}

struct Column {
    const char* title;
    bool (*printed)(const PlayoutRow&);
    std::string (*cell)(const PlayoutRow&);
};

const std::vector<Column>& all_columns() {
    using Row = const PlayoutRow&;
    static const std::vector<Column> columns{
        {"seconds", [](Row r) { return r.seconds.has_value(); },
         [](Row r) { return number(r.seconds, 3); }},
        {"draws", [](Row r) { return r.draws.has_value(); },
         [](Row r) { return number(r.draws, 2); }},
        {"men left", [](Row r) { return r.men.has_value(); },
         [](Row r) { return with_deviation(r.men, r.men_deviation); }},
        {"plies", [](Row r) { return r.plies.has_value(); },
         [](Row r) { return with_deviation(r.plies, r.plies_deviation); }},
        {"best, W/L/D %", [](Row r) { return r.best.has_value(); },
         [](Row r) { return best_text(r.best); }},
        {"best with evaluation, W/L/D %", [](Row r) { return r.best_evaluated.has_value(); },
         [](Row r) { return best_text(r.best_evaluated); }},
    };
    return columns;
}

std::string table(const PlayoutsSpec& spec,
                  const std::vector<Source>& all,
                  const std::string& position) {
    // What the paper does not print has nothing to stand beside.
    std::vector<Column> columns;
    for (const auto& column : all_columns())
        if (spec.paper.empty() || std::any_of(spec.paper.begin(), spec.paper.end(), column.printed))
            columns.push_back(column);
    std::string text = "| policy | limit | whose |";
    std::string rule = "|---|---|---|";
    for (const auto& column : columns) {
        text += fmt::format(" {} |", column.title);
        rule += "---|";
    }
    text += "\n" + rule + "\n";
    for (const auto policy : spec.policies)
        for (const int limit : spec.limits) {
            bool first = true;
            for (const auto& source : all)
                if (const auto* row = find(source, position, policy, limit)) {
                    text += fmt::format("| {} | {} | {} |", first ? darkchess::text(policy) : "",
                                        first ? std::to_string(limit) : "", source.name);
                    for (const auto& column : columns)
                        text += fmt::format(" {} |", column.cell(*row));
                    text += "\n";
                    first = false;
                }
        }
    return text + "\n";
}

std::optional<ChartPoint> point(const PlayoutRow* row, const FigureSpec& figure) {
    if (row == nullptr)
        return std::nullopt;
    const auto& value = figure.quantity == "men"     ? row->men
                        : figure.quantity == "plies" ? row->plies
                                                     : row->draws;
    if (!value)
        return std::nullopt;
    const auto& spread = figure.quantity == "men"     ? row->men_deviation
                         : figure.quantity == "plies" ? row->plies_deviation
                                                      : std::nullopt;
    if (!figure.bars || !spread)
        return ChartPoint{*value, std::nullopt, std::nullopt};
    return ChartPoint{*value, *value - *spread, *value + *spread};
}

}  // namespace

std::string playouts_tables(const PlayoutsSpec& spec, const PlayoutRows& rows) {
    const auto all = sources(spec, rows);
    std::string text =
        "Deviations in parentheses. Seconds are each machine's own, for all playouts of a row.\n\n";
    for (const auto& position : spec.positions) {
        text += fmt::format("## Position: {}\n\n", position.name);
        if (position.missing.empty())
            text += fmt::format("`{}`\n\n", position.board.text());
        else
            text += fmt::format("Not measured: {}\n\n", position.missing);
        text += table(spec, all, position.name);
    }
    return text;
}

Chart playouts_chart(const FigureSpec& figure, const PlayoutsSpec& spec, const PlayoutRows& rows) {
    Chart chart;
    chart.title = figure.title;
    chart.percent = figure.quantity == "draws";
    chart.couples = figure.couples;
    chart.y_title = figure.quantity == "men"     ? "men left"
                    : figure.quantity == "plies" ? "plies"
                                                 : "drawn playouts";
    const auto all = sources(spec, rows);
    if (figure.bars) {
        chart.form = Chart::Form::Bars;
        chart.reference = !spec.paper.empty();
        chart.panels.emplace_back();
        if (figure.quantity != "draws")
            chart.y_title += " (bar: one standard deviation)";
        for (const auto policy : spec.policies)
            for (const int limit : spec.limits)
                chart.categories.push_back(
                    spec.limits.size() == 1
                        ? std::string(darkchess::text(policy))
                        : fmt::format("{}, {}", darkchess::text(policy), limit));
        for (const auto& source : all) {
            ChartSeries series{source.name, {}};
            for (const auto policy : spec.policies)
                for (const int limit : spec.limits)
                    series.points.push_back(
                        point(find(source, figure.position, policy, limit), figure));
            chart.panels[0].series.push_back(std::move(series));
        }
        return chart;
    }
    chart.x_title = "quiet plies that make a playout a draw";
    for (const int limit : spec.limits)
        chart.categories.push_back(std::to_string(limit));
    for (const auto& source : all) {
        ChartPanel panel{source.name, {}};
        for (const auto policy : spec.policies) {
            ChartSeries series{std::string(darkchess::text(policy)), {}};
            for (const int limit : spec.limits)
                series.points.push_back(
                    point(find(source, figure.position, policy, limit), figure));
            panel.series.push_back(std::move(series));
        }
        chart.panels.push_back(std::move(panel));
    }
    return chart;
}

}  // namespace nebel::lab
