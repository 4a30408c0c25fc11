#include "core/sprt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/text.hpp"

namespace nebel {

namespace {

constexpr double kLargestElo = 1000;

/// Results as a distribution over values from 0 to 1.
template <std::size_t N>
struct Distribution {
    std::array<double, N> values{};
    std::array<double, N> weights{};
    double units = 0;

    [[nodiscard]] double mean() const {
        double sum = 0;
        for (std::size_t i = 0; i < N; ++i)
            sum += weights[i] * values[i];
        return sum;
    }
    [[nodiscard]] double variance() const {
        const double centre = mean();
        double sum = 0;
        for (std::size_t i = 0; i < N; ++i)
            sum += weights[i] * (values[i] - centre) * (values[i] - centre);
        return sum;
    }
};

// A result that has not been seen yet is rare, not impossible: it keeps a small weight.
template <std::size_t N>
Distribution<N> distribution_of(const std::array<std::uint64_t, N>& counts) {
    constexpr double kUnseen = 1e-3;
    Distribution<N> result;
    for (std::size_t i = 0; i < N; ++i) {
        result.values[i] = static_cast<double>(i) / (N - 1);
        result.weights[i] = counts[i] == 0 ? kUnseen : static_cast<double>(counts[i]);
        result.units += result.weights[i];
    }
    for (auto& weight : result.weights)
        weight /= result.units;
    return result;
}

// The most likely weights for which the mean of `shifted` is zero: each observed weight divided by
// 1 + x * shifted, with the Lagrange multiplier x found by bisection (the mean falls as x grows).
// Nothing when no distribution on these values has mean zero.
template <std::size_t N>
std::optional<std::array<double, N>> fit(const Distribution<N>& seen,
                                         const std::array<double, N>& shifted) {
    const auto [least, greatest] = std::minmax_element(shifted.begin(), shifted.end());
    if (!(*least < 0 && *greatest > 0))
        return std::nullopt;
    double low = -1 / *greatest;
    double high = -1 / *least;
    for (int i = 0; i < 100; ++i) {
        const double x = (low + high) / 2;
        double mean = 0;
        for (std::size_t k = 0; k < N; ++k)
            mean += seen.weights[k] * shifted[k] / (1 + x * shifted[k]);
        (mean > 0 ? low : high) = x;
    }
    const double x = (low + high) / 2;
    std::array<double, N> weights{};
    for (std::size_t k = 0; k < N; ++k)
        weights[k] = seen.weights[k] / (1 + x * shifted[k]);
    return weights;
}

template <std::size_t N>
std::optional<std::array<double, N>> fit_score(const Distribution<N>& seen, double score) {
    std::array<double, N> shifted{};
    for (std::size_t i = 0; i < N; ++i)
        shifted[i] = seen.values[i] - score;
    return fit(seen, shifted);
}

// The condition (mean - 1/2) = t * deviation is not linear in the weights; it is made linear around
// the last fit, again and again, until it stands still.
template <std::size_t N>
std::optional<std::array<double, N>> fit_lead(const Distribution<N>& seen, double t) {
    Distribution<N> fitted = seen;
    fitted.weights.fill(1.0 / N);
    for (int round = 0; round < 60; ++round) {
        const double mean = fitted.mean();
        const double deviation = std::sqrt(fitted.variance());
        std::array<double, N> shifted{};
        for (std::size_t i = 0; i < N; ++i) {
            const double distance = (mean - seen.values[i]) / deviation;
            shifted[i] = seen.values[i] - 0.5 - t * deviation * (1 + distance * distance) / 2;
        }
        const auto weights = fit(seen, shifted);
        if (!weights)
            return std::nullopt;
        double change = 0;
        for (std::size_t i = 0; i < N; ++i)
            change = std::max(change, std::abs((*weights)[i] - fitted.weights[i]));
        fitted.weights = *weights;
        if (change < 1e-12)
            break;
    }
    return fitted.weights;
}

template <std::size_t N>
double ratio_of(const Distribution<N>& seen,
                const std::optional<std::array<double, N>>& fit0,
                const std::optional<std::array<double, N>>& fit1) {
    // A hypothesis that no distribution can fulfil is as unlikely as can be.
    constexpr double kImpossible = 1e6;
    if (!fit0 || !fit1)
        return fit0 ? -kImpossible : fit1 ? kImpossible : 0;
    double sum = 0;
    for (std::size_t i = 0; i < N; ++i)
        sum += seen.weights[i] * (std::log((*fit1)[i]) - std::log((*fit0)[i]));
    return seen.units * sum;
}

template <std::size_t N>
double ratio(const SprtSpec& spec,
             const std::array<std::uint64_t, N>& counts,
             double games_per_unit) {
    if (std::all_of(counts.begin(), counts.end(), [](auto count) { return count == 0; }))
        return 0;
    const auto seen = distribution_of(counts);
    if (spec.model == EloModel::Logistic)
        return ratio_of(seen, fit_score(seen, score_of_elo(spec.elo0)),
                        fit_score(seen, score_of_elo(spec.elo1)));
    const double per_unit = std::sqrt(games_per_unit) / kNormalisedEloUnit;
    return ratio_of(seen, fit_lead(seen, spec.elo0 * per_unit),
                    fit_lead(seen, spec.elo1 * per_unit));
}

}  // namespace

Parsed<SprtSpec> SprtSpec::parse(std::string_view text) {
    SprtSpec spec;
    for (const auto piece : split(text, ',')) {
        const auto equals = piece.find('=');
        const auto key = trim(piece.substr(0, equals));
        const auto value =
            equals == std::string_view::npos ? std::string_view{} : trim(piece.substr(equals + 1));
        if (key == "model") {
            if (value != "logistic" && value != "normalised" && value != "normalized")
                return parse_error(
                    fmt::format("sprt model {} is not known; accepted: logistic, "
                                "normalised",
                                quote(value)));
            spec.model = value == "logistic" ? EloModel::Logistic : EloModel::Normalised;
            continue;
        }
        double* const field = key == "elo0"    ? &spec.elo0
                              : key == "elo1"  ? &spec.elo1
                              : key == "alpha" ? &spec.alpha
                              : key == "beta"  ? &spec.beta
                                               : nullptr;
        if (field == nullptr)
            return parse_error(fmt::format(
                "unknown sprt setting {}; accepted: elo0=0,elo1=10,alpha=0.05,beta=0.05,"
                "model=logistic|normalised",
                quote(piece)));
        const auto number = parse_number<double>(value);
        if (!number || !std::isfinite(*number))
            return parse_error(fmt::format("sprt {} needs a number, got {}", key, quote(value)));
        *field = *number;
    }
    if (!(spec.elo0 < spec.elo1))
        return parse_error("sprt elo0 must be less than elo1");
    if (std::abs(spec.elo0) > kLargestElo || std::abs(spec.elo1) > kLargestElo)
        return parse_error(fmt::format("sprt elo0 and elo1 must lie in -{0}..{0}", kLargestElo));
    for (const double error : {spec.alpha, spec.beta})
        if (!(error > 0 && error < 0.5))
            return parse_error("sprt alpha and beta must lie between 0 and 0.5");
    return spec;
}

std::string SprtSpec::text() const {
    return fmt::format("elo0={},elo1={},alpha={},beta={},model={}", elo0, elo1, alpha, beta,
                       model == EloModel::Logistic ? "logistic" : "normalised");
}

double SprtSpec::lower_bound() const {
    return std::log(beta / (1 - alpha));
}

double SprtSpec::upper_bound() const {
    return std::log((1 - beta) / alpha);
}

std::string_view text(SprtVerdict verdict) {
    switch (verdict) {
        case SprtVerdict::AcceptElo0:
            return "elo0";
        case SprtVerdict::AcceptElo1:
            return "elo1";
        case SprtVerdict::Continue:
            break;
    }
    return "continue";
}

double log_likelihood_ratio(const SprtSpec& spec, const Trinomial& games) {
    return ratio(spec, std::array<std::uint64_t, 3>{games.losses, games.draws, games.wins}, 1);
}

double log_likelihood_ratio(const SprtSpec& spec, const Pentanomial& pairs) {
    return ratio(spec, pairs.counts, 2);
}

SprtVerdict sprt_verdict(const SprtSpec& spec, double log_likelihood_ratio) {
    if (log_likelihood_ratio >= spec.upper_bound())
        return SprtVerdict::AcceptElo1;
    if (log_likelihood_ratio <= spec.lower_bound())
        return SprtVerdict::AcceptElo0;
    return SprtVerdict::Continue;
}

}  // namespace nebel
