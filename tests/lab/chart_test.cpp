#include "lab/chart.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "well_formed.hpp"

namespace nebel::lab {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::size_t count(const std::string& text, std::string_view part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

Chart chart(Chart::Form form) {
    Chart chart;
    chart.form = form;
    chart.title = "Draws <of> \"A & B\"\x01";
    chart.y_title = "draws";
    chart.x_title = "size";
    chart.percent = true;
    chart.categories = {"40", "160\nplies", "640"};
    chart.panels = {
        {"paper", {{"A", {{{0.5, 0.4, 0.6}}, std::nullopt, {{0.25, {}, {}}}}}, {"B", {}}}},
        {"ours", {{"A", {{{1.0, 0.9, 1.0}}, {{0, 0, 0.1}}, {{0.3, {}, {}}}}}, {"B", {}}}}};
    return chart;
}

TEST(WellFormed, SeesFaults) {
    EXPECT_EQ(testing::xml_fault("<a b=\"c &lt; d\"><e/>text &amp;</a>\n"), "");
    for (const auto* broken : {"", "<a>", "<a></b>", "<a b=c/>", "<a b=\"1\" b=\"2\"/>", "<a>&</a>",
                               "<a/><a/>", "<a b=\"<\"/>", "x<a/>", "<a", "</a>"})
        EXPECT_NE(testing::xml_fault(broken), "") << broken;
}

TEST(Chart, IsWellFormedAndEscapesNames) {
    for (const auto form : {Chart::Form::Lines, Chart::Form::Bars}) {
        const auto svg = chart(form).svg();
        EXPECT_EQ(testing::xml_fault(svg), "") << svg;
        EXPECT_THAT(svg, HasSubstr("Draws &lt;of&gt; &quot;A &amp; B&quot; <"));
        EXPECT_THAT(svg, HasSubstr(">100 %<"));
        EXPECT_THAT(svg, Not(HasSubstr("nan")));
        EXPECT_THAT(svg, Not(HasSubstr("inf")));
    }
}

TEST(Chart, EveryPointIsDrawnAndAGapStaysAGap) {
    const auto svg = chart(Chart::Form::Lines).svg();
    EXPECT_EQ(count(svg, "<circle"), 5u + 2u) << "five points, two in the legend";
    EXPECT_THAT(svg, Not(HasSubstr("M114.0 194.0 L")));
    auto bars = chart(Chart::Form::Bars);
    EXPECT_EQ(count(bars.svg(), "<rect"), 1u + 5u + 2u) << "background, bars, legend";
}

TEST(Chart, NothingToDrawIsStillAPicture) {
    EXPECT_EQ(testing::xml_fault(Chart().svg()), "");
    Chart zero;
    zero.categories = {"a"};
    zero.panels = {{"", {{"s", {{{0, {}, {}}}}}}}};
    EXPECT_EQ(testing::xml_fault(zero.svg()), "");
    EXPECT_THAT(zero.svg(), Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace nebel::lab
