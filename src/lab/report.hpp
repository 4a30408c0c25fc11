#pragma once

#include <string>
#include <vector>

#include "lab/chart.hpp"
#include "lab/measured.hpp"

namespace nebel::lab {

/// What was measured beside the paper's figures, as files of one folder.
struct Report {
    struct Figure {
        std::string file;
        std::string svg;
    };
    std::string markdown;
    std::vector<Figure> figures;

    /// report.md and the figures; makes the folder. Throws UserError.
    void save(const std::filesystem::path& folder) const;
};

/// Throws UserError when the measurement is not of this experiment's kind.
Report make_report(const Experiment& experiment, const Measured& measured);

// The parts of a report that depend on the kind of experiment.
std::string playouts_tables(const PlayoutsSpec& spec, const PlayoutRows& rows);
Chart playouts_chart(const FigureSpec& figure, const PlayoutsSpec& spec, const PlayoutRows& rows);
std::string grid_tables(const GridSpec& grid, const GridCells& cells);
Chart grid_chart(const FigureSpec& figure, const GridSpec& grid, const GridCells& cells);

}  // namespace nebel::lab
