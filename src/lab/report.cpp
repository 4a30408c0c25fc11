#include "lab/report.hpp"

#include <fmt/format.h>

namespace nebel::lab {

namespace {

std::string head(const Experiment& experiment, const Measured& measured) {
    std::string text = fmt::format("# {}\n\nAfter: {}\n\n", experiment.title, experiment.paper);
    if (!experiment.notes.empty())
        text += experiment.notes + "\n\n";
    const bool playouts = std::holds_alternative<PlayoutRows>(measured.results);
    text += fmt::format("Measured with nebel {} by `{}` ({} {} in each {}).{}\n\n",
                        measured.version, measured.command, measured.sample,
                        playouts ? "playouts" : "games", playouts ? "row" : "cell",
                        measured.complete ? "" : " **The run is not complete.**");
    return text;
}

}  // namespace

Report make_report(const Experiment& experiment, const Measured& measured) {
    if (measured.experiment != experiment.name ||
        measured.results.index() != experiment.body.index())
        throw UserError(fmt::format("what was measured is of the experiment {}, not of {}",
                                    measured.experiment, experiment.name));
    Report report;
    report.markdown = head(experiment, measured);
    const auto draw = [&](const FigureSpec& figure) {
        if (const auto* rows = std::get_if<PlayoutRows>(&measured.results))
            return playouts_chart(figure, std::get<PlayoutsSpec>(experiment.body), *rows);
        return grid_chart(figure, std::get<GridSpec>(experiment.body),
                          std::get<GridCells>(measured.results));
    };
    for (const auto& figure : experiment.figures) {
        report.figures.push_back({figure.file, draw(figure).svg()});
        report.markdown += fmt::format("![{}]({})\n\n", figure.title, figure.file);
    }
    if (const auto* rows = std::get_if<PlayoutRows>(&measured.results))
        report.markdown += playouts_tables(std::get<PlayoutsSpec>(experiment.body), *rows);
    else
        report.markdown +=
            grid_tables(std::get<GridSpec>(experiment.body), std::get<GridCells>(measured.results));
    return report;
}

void Report::save(const std::filesystem::path& folder) const {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw UserError("cannot make the folder " + folder.string());
    for (const auto& figure : figures)
        write_text(folder / figure.file, figure.svg);
    write_text(folder / "report.md", markdown);
}

}  // namespace nebel::lab
