#pragma once

#include <optional>
#include <string>
#include <vector>

// A small writer of charts, so that reports need no plotting program.
namespace nebel::lab {

struct ChartPoint {
    double value = 0;
    std::optional<double> low;  ///< ends of the error bar
    std::optional<double> high;
};

struct ChartSeries {
    std::string name;
    std::vector<std::optional<ChartPoint>> points;  ///< one a category; nothing where not measured
};

struct ChartPanel {
    std::string title;
    std::vector<ChartSeries> series;
};

/// Panels side by side share categories, the value axis (which begins at 0) and one legend; a
/// series is known by its place, so every panel must have the same ones in the same order.
struct Chart {
    enum class Form { Lines, Bars };

    Form form = Form::Lines;
    std::string title;
    std::string x_title;
    std::string y_title;
    bool percent = false;    ///< values are shares of 1: the axis ends at 100 % at most
    bool couples = false;    ///< each second series is dashed in the colour of the one before
    bool reference = false;  ///< the first series is what the others are compared with: grey
    std::vector<std::string> categories;  ///< names; a line break begins a second line
    std::vector<ChartPanel> panels;
    std::optional<double> guide;  ///< a thin line across at this value

    /// The picture as a whole file: SVG 1.1, light background, no outside references.
    [[nodiscard]] std::string svg() const;
};

}  // namespace nebel::lab
