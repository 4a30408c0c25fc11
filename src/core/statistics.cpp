#include "core/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nebel {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Mean and variance of one unit (a game or a pair, scored per game from 0 to 1).
struct Sample {
    double units = 0;
    double games_per_unit = 1;
    double mean = 0.5;
    double variance = 0;
};

template <std::size_t N>
Sample sample_of(const std::array<std::uint64_t, N>& counts, double games_per_unit) {
    Sample sample;
    sample.games_per_unit = games_per_unit;
    double points = 0;
    for (std::size_t i = 0; i < N; ++i) {
        const double value = static_cast<double>(i) / (N - 1);
        sample.units += static_cast<double>(counts[i]);
        points += value * static_cast<double>(counts[i]);
    }
    if (sample.units == 0)
        return sample;
    sample.mean = points / sample.units;
    for (std::size_t i = 0; i < N; ++i) {
        const double distance = static_cast<double>(i) / (N - 1) - sample.mean;
        sample.variance += distance * distance * static_cast<double>(counts[i]) / sample.units;
    }
    return sample;
}

Sample sample_of(const Trinomial& games) {
    return sample_of(std::array<std::uint64_t, 3>{games.losses, games.draws, games.wins}, 1);
}

Sample sample_of(const Pentanomial& pairs) {
    return sample_of(pairs.counts, 2);
}

// Where the normal interval leaves the scale or has no width, Wilson's takes its place: of all
// distributions on 0..1 with this mean the binomial has the widest spread, so it is on the safe
// side.
Interval score_interval(const Sample& sample) {
    const double half_width = kZ95 * std::sqrt(sample.variance / sample.units);
    const Interval normal{sample.mean - half_width, sample.mean + half_width};
    if (half_width > 0 && normal.low > 0 && normal.high < 1)
        return normal;
    return wilson_interval(sample.mean * sample.units, sample.units);
}

// Without spread the normal approximation says nothing; then every unit had the same result, and
// a uniform prior on winning one gives the likelihood.
double superiority(const Sample& sample) {
    if (sample.variance > 0)
        return normal_cdf((sample.mean - 0.5) / std::sqrt(sample.variance / sample.units));
    if (sample.mean == 0.5)
        return 0.5;
    const double doubt = std::exp2(-(sample.units + 1));
    return sample.mean > 0.5 ? 1 - doubt : doubt;
}

Strength strength_of(const Sample& sample) {
    Strength result;
    if (sample.units == 0) {
        result.elo_error = result.normalised_elo_error = kInfinity;
        result.elo_interval = {-kInfinity, kInfinity};
        return result;
    }
    result.score = sample.mean;
    result.score_interval = score_interval(sample);
    result.elo = elo_of_score(sample.mean);
    result.elo_interval = {elo_of_score(result.score_interval.low),
                           elo_of_score(result.score_interval.high)};
    result.elo_error = (result.elo_interval.high - result.elo_interval.low) / 2;

    const double deviation_per_game = std::sqrt(sample.games_per_unit * sample.variance);
    const double lead = sample.mean - 0.5;
    result.normalised_elo = lead == 0 ? 0 : lead / deviation_per_game * kNormalisedEloUnit;
    result.normalised_elo_error =
        deviation_per_game > 0
            ? kZ95 * kNormalisedEloUnit / std::sqrt(sample.games_per_unit * sample.units)
            : kInfinity;
    result.superiority = superiority(sample);
    return result;
}

}  // namespace

Strength strength(const Trinomial& games) {
    return strength_of(sample_of(games));
}

Strength strength(const Pentanomial& pairs) {
    return strength_of(sample_of(pairs));
}

Strength strength(const Trinomial& games, const Pentanomial& pairs) {
    const Sample singles = sample_of(games);
    Sample sample = sample_of(pairs);
    // Pairs that were all split the same way show no spread of their own.
    if (pairs.pairs() < 2 || (sample.variance == 0 && singles.variance > 0))
        return strength_of(singles);
    sample.mean = singles.mean;
    sample.units = singles.units / sample.games_per_unit;
    return strength_of(sample);
}

double elo_of_score(double score) {
    if (score <= 0)
        return -kInfinity;
    if (score >= 1)
        return kInfinity;
    return 400 * std::log10(score / (1 - score));
}

double score_of_elo(double elo) {
    return 1 / (1 + std::pow(10.0, -elo / 400));
}

double normal_cdf(double x) {
    return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

Interval wilson_interval(double successes, double trials, double z) {
    if (trials <= 0)
        return {0, 1};
    const double p = std::clamp(successes / trials, 0.0, 1.0);
    const double z2 = z * z / trials;
    const double centre = (p + z2 / 2) / (1 + z2);
    const double half_width = z / (1 + z2) * std::sqrt(p * (1 - p) / trials + z2 / (4 * trials));
    // Rounding must not keep a certain end from being exact.
    return {p == 0 ? 0 : std::max(0.0, centre - half_width),
            p == 1 ? 1 : std::min(1.0, centre + half_width)};
}

double sign_test(std::uint64_t wins, std::uint64_t losses) {
    const auto n = static_cast<double>(wins + losses);
    const auto fewer = std::min(wins, losses);
    double tail = 0;
    for (std::uint64_t k = 0; k <= fewer; ++k) {
        const auto hits = static_cast<double>(k);
        tail += std::exp(std::lgamma(n + 1) - std::lgamma(hits + 1) - std::lgamma(n - hits + 1) -
                         n * std::log(2.0));
    }
    return std::min(1.0, 2 * tail);
}

}  // namespace nebel
