#include "lab/report.hpp"

#include <gmock/gmock.h>

#include "experiments.hpp"
#include "well_formed.hpp"

namespace nebel::lab {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Measured measured_grid() {
    Measured measured;
    measured.experiment = "small";
    measured.command = "nebel lab run small --games 100";
    measured.version = "1.2.3";
    measured.sample = 100;
    measured.complete = true;
    measured.results = GridCells{{"C", "40", {10, 30, 60}, {{2, 6, 10, 12, 20}}, 0},
                                 {"C", "160", {50, 0, 50}, {{0, 0, 50, 0, 0}}, 0}};
    return measured;
}

TEST(Report, TheGridStandsBesideThePaper) {
    const auto report = make_report(testing::experiment(testing::kGrid), measured_grid());
    // 244 won and 16 lost of 500 are 240 draws and 72.8 %.
    EXPECT_THAT(report.markdown, HasSubstr("| C | 75.0 (72.8) | 50.0 (54.9) |"));
    EXPECT_THAT(report.markdown, HasSubstr("| C | 40 | 244-240-16 | 72.8 | 48.0 | 100 | 60-30-10 | "
                                           "75.0 ± "));
    EXPECT_THAT(report.markdown, HasSubstr("30.0 (21.9–39.6)"));
    EXPECT_THAT(report.markdown, HasSubstr("| +2.2 ± ")) << "no bold: well within the errors";
    EXPECT_THAT(report.markdown, HasSubstr("| taker | | – |")) << "one skipped, one not played";
    EXPECT_THAT(report.markdown, HasSubstr("`nebel lab run small --games 100`"));
    EXPECT_THAT(report.markdown, HasSubstr("nebel 1.2.3"));
    EXPECT_THAT(report.markdown, Not(HasSubstr("not complete")));
    ASSERT_EQ(report.figures.size(), 2u);
    for (const auto& figure : report.figures) {
        EXPECT_EQ(testing::xml_fault(figure.svg), "") << figure.svg;
        EXPECT_THAT(report.markdown, HasSubstr("](" + figure.file + ")"));
    }
}

TEST(Report, WhatIsUnfinishedOrBrokenIsSaid) {
    auto measured = measured_grid();
    measured.complete = false;
    std::get<GridCells>(measured.results)[0].failures = 4;
    std::get<GridCells>(measured.results)[1].total = {95, 5, 0};
    std::get<GridCells>(measured.results)[1].pairs = {{45, 5, 0, 0, 0}};
    const auto report = make_report(testing::experiment(testing::kGrid), measured);
    EXPECT_THAT(report.markdown, HasSubstr("**The run is not complete.**"));
    EXPECT_THAT(report.markdown, HasSubstr("**4 games were lost by time, crash or nonsense.**"));
    EXPECT_THAT(report.markdown, HasSubstr("| **-52.4 ± ")) << "far outside the errors";
}

TEST(Report, PlayoutsStandBesideThePaper) {
    Measured measured;
    measured.experiment = "small";
    PlayoutRow row;
    row.position = "start";
    row.policy = darkchess::Policy::Capture;
    row.limit = 40;
    row.counter = "true";
    row.draws = 0.19;
    row.men = 5.15;
    row.men_deviation = 2.63;
    row.plies = 110.58;
    row.best = BestMove{"b4", 0.4, 0.35, 0.25};
    measured.results = PlayoutRows{row};
    const auto report = make_report(testing::experiment(testing::kPlayouts), measured);
    EXPECT_THAT(report.markdown, HasSubstr("| capture | 40 | paper | 0.375 | 0.70 | 5.67 (2.20) | "
                                           "100.01 | c2 25/22/53 |\n"
                                           "|  |  | ours, counter=true | – | 0.19 | 5.15 (2.63) | "
                                           "110.58 | b4 40/35/25 |\n"));
    EXPECT_THAT(report.markdown, HasSubstr("Not measured: only in a picture."));
    EXPECT_THAT(report.markdown, HasSubstr("8.23"));
    EXPECT_THAT(report.markdown, Not(HasSubstr("with evaluation"))) << "the paper prints none";
    ASSERT_EQ(report.figures.size(), 1u);
    EXPECT_EQ(testing::xml_fault(report.figures[0].svg), "");
}

TEST(Report, AnotherExperimentsMeasurementIsRefused) {
    auto measured = measured_grid();
    EXPECT_THROW(make_report(testing::experiment(testing::kPlayouts), measured), UserError);
    measured.experiment = "other";
    EXPECT_THROW(make_report(testing::experiment(testing::kGrid), measured), UserError);
}

TEST(Report, WhatIsCommittedIsReadable) {
    for (const auto& folder : experiment_folders(NEBEL_SOURCE_DIR "/experiments")) {
        if (!std::filesystem::exists(folder / "measured.json"))
            continue;
        const auto report =
            make_report(Experiment::load(folder), Measured::load(folder / "measured.json"));
        EXPECT_EQ(report.markdown, read_text(folder / "report.md"))
            << folder << ": make the report again";
        for (const auto& figure : report.figures)
            EXPECT_EQ(figure.svg, read_text(folder / figure.file)) << folder;
    }
}

}  // namespace
}  // namespace nebel::lab
