#include "lab/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/text.hpp"

namespace nebel::lab {

namespace {

// Colours that readers with any kind of colour vision tell apart (Okabe and Ito).
constexpr std::array<const char*, 8> kColours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                              "#e69f00", "#56b4e9", "#8c6d00", "#555555"};
constexpr const char* kInk = "#222222";
constexpr const char* kGrey = "#9a9a9a";
constexpr const char* kFaint = "#e4e4e4";
constexpr double kLeft = 72;
constexpr double kGap = 28;
constexpr double kRight = 24;
constexpr double kPlotHeight = 280;
constexpr double kLetter = 6.7;  ///< average width of a letter of 12 px
constexpr double kLegendRow = 22;
constexpr double kSwatch = 30;
constexpr double kBar = 22;   ///< width of a bar
constexpr double kLine = 15;  ///< from one line of a name to the next

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text)
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            default:
                // Control characters may not stand in XML at all.
                out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        }
    return out;
}

/// 1, 2 or 5 times a power of ten, for about five ticks.
double tick_step(double top) {
    const double rough = top / 5;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough * 0.999)
            return factor * power;
    return 10 * power;
}

class Painter {
 public:
    explicit Painter(const Chart& chart) : chart_(chart) {
        double top = chart.guide.value_or(0);
        for (const auto& panel : chart.panels)
            for (const auto& series : panel.series)
                for (const auto& point : series.points)
                    if (point)
                        top = std::max({top, point->value, point->high.value_or(0)});
        if (top <= 0)
            top = 1;
        if (chart.percent)
            top = std::min(top, 1.0);
        step_ = tick_step(top);
        top_ = std::ceil(top / step_ - 1e-9) * step_;

        const auto categories = static_cast<double>(chart.categories.size());
        const auto series =
            chart.panels.empty() ? 1.0 : static_cast<double>(chart.panels[0].series.size());
        const bool bars = chart.form == Chart::Form::Bars;
        std::size_t lines = 1;
        for (const auto& name : chart.categories) {
            const auto words = split(name, '\n');
            lines = std::max(lines, words.size());
            for (const auto line : words)
                longest_ = std::max(longest_, kLetter * static_cast<double>(line.size()));
        }
        slot_ = std::max({bars ? kBar * series + 2 * kBar : 84.0, 300 / std::max(categories, 1.0),
                          longest_ + 10});
        label_height_ = 20 + kLine * static_cast<double>(lines - 1);
        panel_width_ = slot_ * categories;
        const auto panels = static_cast<double>(std::max<std::size_t>(chart.panels.size(), 1));
        width_ = kLeft + panels * panel_width_ + (panels - 1) * kGap + kRight;
        width_ = std::max(width_, kLeft - 48 + 8.3 * static_cast<double>(chart.title.size()));
        plot_top_ = chart.panels.size() > 1 || !panel_title(0).empty() ? 74 : 54;
        plot_bottom_ = plot_top_ + kPlotHeight;
    }

    std::string paint() {
        for (std::size_t i = 0; i < chart_.panels.size(); ++i)
            panel(i);
        double y = plot_bottom_ + label_height_ + 22;
        if (!chart_.x_title.empty())
            text(kLeft + (width_ - kLeft - kRight) / 2, y, chart_.x_title, "middle");
        y = legend(chart_.x_title.empty() ? y - 8 : y + 14);
        const double height = y + 12;
        std::string head = fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"{0:.0f}\" "
            "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
            "font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"12\" "
            "role=\"img\">\n<title>{2}</title>\n"
            "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
            width_, height, escaped(chart_.title));
        head += fmt::format(
            "<text x=\"{:.1f}\" y=\"28\" font-size=\"15\" font-weight=\"bold\" fill=\"{}\">{}"
            "</text>\n",
            kLeft - 48, kInk, escaped(chart_.title));
        head += fmt::format(
            "<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" text-anchor=\"middle\" "
            "fill=\"{}\">{}</text>\n",
            kLeft - 50, plot_top_ + kPlotHeight / 2, kInk, escaped(chart_.y_title));
        return head + body_ + "</svg>\n";
    }

 private:
    [[nodiscard]] std::string panel_title(std::size_t i) const {
        return i < chart_.panels.size() ? chart_.panels[i].title : std::string();
    }
    [[nodiscard]] double y_of(double value) const {
        return plot_bottom_ - std::clamp(value / top_, 0.0, 1.0) * kPlotHeight;
    }
    [[nodiscard]] const char* colour(std::size_t series) const {
        if (chart_.reference)
            return series == 0 ? kGrey : kColours[(series - 1) % kColours.size()];
        return kColours[(chart_.couples ? series / 2 : series) % kColours.size()];
    }
    [[nodiscard]] bool dashed(std::size_t series) const {
        return chart_.couples && series % 2 == 1;
    }

    void text(double x, double y, std::string_view words, const char* anchor) {
        body_ += fmt::format(
            "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\">{}</text>\n", x, y,
            anchor, kInk, escaped(words));
    }
    void line(double x1, double y1, double x2, double y2, const char* stroke, double width) {
        body_ += fmt::format(
            "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
            "stroke-width=\"{}\"/>\n",
            x1, y1, x2, y2, stroke, width);
    }

    void panel(std::size_t number) {
        const double left = kLeft + static_cast<double>(number) * (panel_width_ + kGap);
        for (int tick = 0; tick * step_ <= top_ * 1.0001; ++tick) {
            const double value = tick * step_;
            line(left, y_of(value), left + panel_width_, y_of(value), kFaint, 1);
            if (number == 0)
                text(left - 8, y_of(value) + 4,
                     chart_.percent ? fmt::format("{:g} %", std::round(value * 1000) / 10)
                                    : fmt::format("{:g}", value),
                     "end");
        }
        if (chart_.guide)
            line(left, y_of(*chart_.guide), left + panel_width_, y_of(*chart_.guide), "#888888", 1);
        line(left, plot_bottom_, left + panel_width_, plot_bottom_, kInk, 1);
        if (!panel_title(number).empty())
            body_ += fmt::format(
                "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" font-size=\"13\" "
                "fill=\"{}\">{}</text>\n",
                left + panel_width_ / 2, plot_top_ - 14, kInk, escaped(panel_title(number)));
        for (std::size_t i = 0; i < chart_.categories.size(); ++i)
            category(left + (static_cast<double>(i) + 0.5) * slot_, chart_.categories[i]);
        const auto& all = chart_.panels[number].series;
        for (std::size_t i = 0; i < all.size(); ++i)
            chart_.form == Chart::Form::Bars ? bars(left, all[i], i, all.size())
                                             : curve(left, all[i], i, all.size());
    }

    void category(double x, const std::string& name) {
        line(x, plot_bottom_, x, plot_bottom_ + 5, kInk, 1);
        double y = plot_bottom_ + 20;
        for (const auto words : split(name, '\n')) {
            text(x, y, words, "middle");
            y += kLine;
        }
    }

    void error_bar(double x, const ChartPoint& point, const char* stroke) {
        if (!point.low || !point.high)
            return;
        constexpr double kCap = 3.5;
        const double low = y_of(*point.low);
        const double high = y_of(*point.high);
        line(x, low, x, high, stroke, 1.2);
        line(x - kCap, low, x + kCap, low, stroke, 1.2);
        line(x - kCap, high, x + kCap, high, stroke, 1.2);
    }

    void bars(double left, const ChartSeries& series, std::size_t place, std::size_t all) {
        const double width = kBar;
        const double margin = (slot_ - width * static_cast<double>(all)) / 2;
        for (std::size_t i = 0; i < series.points.size(); ++i) {
            if (!series.points[i])
                continue;
            const double x =
                left + static_cast<double>(i) * slot_ + margin + static_cast<double>(place) * width;
            const double y = y_of(series.points[i]->value);
            body_ += fmt::format(
                "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
                "fill=\"{}\"/>\n",
                x + 1, y, width - 2, plot_bottom_ - y, colour(place));
            error_bar(x + width / 2, *series.points[i], kInk);
        }
    }

    void curve(double left, const ChartSeries& series, std::size_t place, std::size_t all) {
        // Series stand a little apart, so that error bars of equal values can be told apart.
        const double shift = (static_cast<double>(place) - static_cast<double>(all - 1) / 2) * 4;
        std::string path;
        bool pen_down = false;
        for (std::size_t i = 0; i < series.points.size(); ++i) {
            if (!series.points[i]) {
                pen_down = false;
                continue;
            }
            path += fmt::format("{}{:.1f} {:.1f} ", pen_down ? "L" : "M", x_of(left, i) + shift,
                                y_of(series.points[i]->value));
            pen_down = true;
        }
        if (!path.empty())
            body_ +=
                fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"{}/>\n",
                            path, colour(place), dashed(place) ? " stroke-dasharray=\"6 4\"" : "");
        for (std::size_t i = 0; i < series.points.size(); ++i)
            if (series.points[i]) {
                const double x = x_of(left, i) + shift;
                error_bar(x, *series.points[i], colour(place));
                marker(x, y_of(series.points[i]->value), place);
            }
    }

    [[nodiscard]] double x_of(double left, std::size_t category) const {
        return left + (static_cast<double>(category) + 0.5) * slot_;
    }

    void marker(double x, double y, std::size_t place) {
        body_ += fmt::format(
            "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.6\" fill=\"{}\" stroke=\"{}\" "
            "stroke-width=\"1.6\"/>\n",
            x, y, dashed(place) ? "#ffffff" : colour(place), colour(place));
    }

    /// As many names a row as fit. Returns the lower edge.
    double legend(double y) {
        if (chart_.panels.empty())
            return y;
        double x = kLeft;
        y += kLegendRow / 2;
        const auto& all = chart_.panels[0].series;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const double width = kSwatch + kLetter * static_cast<double>(all[i].name.size()) + 22;
            if (x > kLeft && x + width > width_ - kRight) {
                x = kLeft;
                y += kLegendRow;
            }
            if (chart_.form == Chart::Form::Bars) {
                body_ += fmt::format(
                    "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"14\" height=\"12\" fill=\"{}\"/>\n",
                    x + 8, y - 6, colour(i));
            } else {
                body_ += fmt::format(
                    "<path d=\"M{:.1f} {:.1f} h{}\" stroke=\"{}\" stroke-width=\"1.8\"{}/>\n", x, y,
                    kSwatch - 6, colour(i), dashed(i) ? " stroke-dasharray=\"6 4\"" : "");
                marker(x + (kSwatch - 6) / 2, y, i);
            }
            text(x + kSwatch, y + 4, all[i].name, "start");
            x += width;
        }
        return y + kLegendRow / 2;
    }

    const Chart& chart_;
    std::string body_;
    double top_ = 1;
    double step_ = 1;
    double slot_ = 0;
    double longest_ = 0;
    double label_height_ = 0;
    double panel_width_ = 0;
    double width_ = 0;
    double plot_top_ = 0;
    double plot_bottom_ = 0;
};

}  // namespace

std::string Chart::svg() const {
    return Painter(*this).paint();
}

}  // namespace nebel::lab
