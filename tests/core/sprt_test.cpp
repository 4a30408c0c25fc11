#include "core/sprt.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.hpp"

namespace nebel {
namespace {

SprtSpec hypotheses(double elo0, double elo1, EloModel model) {
    return {elo0, elo1, 0.05, 0.05, model};
}

TEST(Sprt, BoundsOfWald) {
    const SprtSpec spec;
    EXPECT_NEAR(spec.upper_bound(), 2.944, 0.0005);
    EXPECT_NEAR(spec.lower_bound(), -2.944, 0.0005);
    EXPECT_EQ(sprt_verdict(spec, 2.95), SprtVerdict::AcceptElo1);
    EXPECT_EQ(sprt_verdict(spec, -2.95), SprtVerdict::AcceptElo0);
    EXPECT_EQ(sprt_verdict(spec, 2.94), SprtVerdict::Continue);
}

// Reference values of the test suite of fastchess.
TEST(Sprt, SingleGamesAsFastchessCountsThem) {
    const auto logistic = EloModel::Logistic;
    const auto normalised = EloModel::Normalised;
    EXPECT_NEAR(log_likelihood_ratio(hypotheses(0, 2, normalised), Trinomial{36027, 68692, 36433}),
                0.92, 0.01);
    EXPECT_NEAR(
        log_likelihood_ratio(hypotheses(-1.75, 0.25, normalised), Trinomial{10650, 20431, 10871}),
        2.30, 0.01);
    EXPECT_NEAR(
        log_likelihood_ratio(hypotheses(0.5, 2.5, logistic), Trinomial{21184, 40708, 21404}), -1.57,
        0.01);
    EXPECT_NEAR(log_likelihood_ratio(hypotheses(0, 2, logistic), Trinomial{57030, 106593, 57433}),
                -2.59, 0.01);
}

TEST(Sprt, PairsAsFastchessCountsThem) {
    const auto logistic = EloModel::Logistic;
    const auto normalised = EloModel::Normalised;
    const auto ratio = [](double elo0, double elo1, EloModel model, const Pentanomial& pairs) {
        return log_likelihood_ratio(hypotheses(elo0, elo1, model), pairs);
    };
    EXPECT_NEAR(ratio(0, 2, normalised, {{365, 16618, 36229, 16974, 390}}), 2.25, 0.01);
    EXPECT_NEAR(ratio(-1.75, 0.25, normalised, {{127, 4883, 10712, 5150, 104}}), 3.01, 0.01);
    EXPECT_NEAR(ratio(0.5, 2.5, logistic, {{223, 9863, 21279, 10037, 246}}), -3.07, 0.01);
    EXPECT_NEAR(ratio(0, 2, logistic, {{871, 26175, 55983, 26678, 821}}), -4.98, 0.01);
}

// Ratios that Stockfish's testing site printed beside the counts (pull requests 3331, 3811, 5257
// and 6255 of Stockfish). The older tests state Elo on the logistic scale, the newer normalised.
TEST(Sprt, PairsAsFishtestReportsThem) {
    const struct {
        double elo0, elo1;
        Pentanomial pairs;
        double ratio;
    } tests[] = {{0.0, 2.5, {{55, 2567, 5961, 2723, 102}}, 2.94},
                 {0.5, 3.0, {{6, 1821, 5079, 2025, 21}}, 2.94},
                 {0.0, 2.0, {{914, 28467, 61458, 29126, 899}}, 2.99},
                 {0.5, 2.5, {{82, 18412, 46354, 18988, 89}}, 2.96},
                 {-1.75, 0.25, {{317, 12094, 28735, 12231, 319}}, 2.96}};
    for (const auto& test : tests)
        EXPECT_NEAR(log_likelihood_ratio(hypotheses(test.elo0, test.elo1, EloModel::Normalised),
                                         test.pairs),
                    test.ratio, 0.01)
            << test.elo0 << " " << test.ratio;
    EXPECT_NEAR(log_likelihood_ratio(hypotheses(-0.25, 1.25, EloModel::Logistic),
                                     Pentanomial{{115, 2196, 11328, 2317, 136}}),
                2.94, 0.02);
}

// Wins and losses alone: the most likely distribution with a given mean is that mean, so the ratio
// has a closed form.
TEST(Sprt, AgreesWithTheBinomialRatio) {
    const double wins = 1200;
    const double losses = 1000;
    const auto spec = hypotheses(-20, 30, EloModel::Logistic);
    const double p0 = score_of_elo(-20);
    const double p1 = score_of_elo(30);
    const double expected = wins * std::log(p1 / p0) + losses * std::log((1 - p1) / (1 - p0));
    EXPECT_NEAR(log_likelihood_ratio(spec, Trinomial{1000, 0, 1200}), expected, 0.05);
}

TEST(Sprt, NothingPlayedNothingKnown) {
    EXPECT_EQ(log_likelihood_ratio(SprtSpec{}, Trinomial{}), 0);
    EXPECT_EQ(log_likelihood_ratio(SprtSpec{}, Pentanomial{}), 0);
}

TEST(Sprt, ExtremeResultsGiveFiniteRatios) {
    for (const auto model : {EloModel::Logistic, EloModel::Normalised})
        for (const double elo1 : {5.0, 100.0, 900.0}) {
            const auto spec = hypotheses(0, elo1, model);
            for (const Pentanomial& pairs :
                 {Pentanomial{{0, 0, 0, 0, 50}}, Pentanomial{{50, 0, 0, 0, 0}},
                  Pentanomial{{0, 0, 50, 0, 0}}, Pentanomial{{1, 0, 0, 0, 0}}})
                EXPECT_TRUE(std::isfinite(log_likelihood_ratio(spec, pairs))) << elo1;
        }
    EXPECT_GT(
        log_likelihood_ratio(hypotheses(0, 10, EloModel::Logistic), Pentanomial{{0, 0, 0, 0, 50}}),
        0);
    EXPECT_LT(
        log_likelihood_ratio(hypotheses(0, 10, EloModel::Logistic), Pentanomial{{50, 0, 0, 0, 0}}),
        0);
}

// The promise of the test itself: under elo0 it accepts elo1 in about alpha of all runs.
TEST(Sprt, KeepsItsErrorRates) {
    const auto spec = hypotheses(0, 60, EloModel::Logistic);
    const auto accepted = [&](double win, double draw) {
        int hits = 0;
        for (std::uint64_t run = 0; run < 400; ++run) {
            Rng rng(20, run);
            Trinomial games;
            SprtVerdict verdict = SprtVerdict::Continue;
            while (verdict == SprtVerdict::Continue) {
                const double x = rng.real();
                ++(x < win ? games.wins : x < win + draw ? games.draws : games.losses);
                if (games.games() % 8 == 0)
                    verdict = sprt_verdict(spec, log_likelihood_ratio(spec, games));
            }
            hits += verdict == SprtVerdict::AcceptElo1 ? 1 : 0;
        }
        return hits;
    };
    const double lead = score_of_elo(60) - 0.5;
    EXPECT_LE(accepted(0.35, 0.30), 34);  // 5 % of 400 is 20, three deviations are 13
    EXPECT_GE(accepted(0.35 + lead, 0.30), 366);
}

TEST(Sprt, Text) {
    const auto spec = SprtSpec::parse("elo0=-5,elo1=5,alpha=0.1,model=normalised");
    ASSERT_TRUE(spec) << spec.error().message;
    EXPECT_EQ(*spec, (SprtSpec{-5, 5, 0.1, 0.05, EloModel::Normalised}));
    EXPECT_EQ(SprtSpec::parse(spec->text()), *spec);
    for (const char* bad : {"", "elo0", "elo0=x", "elo0=5,elo1=5", "alpha=0", "beta=0.7", "elo2=1",
                            "elo1=inf", "elo1=5000", "model=bayes"})
        EXPECT_FALSE(SprtSpec::parse(bad)) << bad;
}

}  // namespace
}  // namespace nebel
