#pragma once

#include <array>
#include <cstdint>
#include <numeric>

// What a row of results says about strength. All intervals are two-sided at 95 %.
namespace nebel {

/// The 97.5 % point of the normal distribution.
inline constexpr double kZ95 = 1.959963984540054;

/// Normalised Elo of one standard deviation per game: 800 / ln 10.
inline constexpr double kNormalisedEloUnit = 347.43558552260146;

struct Interval {
    double low = 0;
    double high = 0;
    bool operator==(const Interval&) const = default;
};

/// Games counted one by one.
struct Trinomial {
    std::uint64_t losses = 0;
    std::uint64_t draws = 0;
    std::uint64_t wins = 0;
    bool operator==(const Trinomial&) const = default;

    [[nodiscard]] std::uint64_t games() const { return losses + draws + wins; }
};

/// Games counted as swapped pairs, by the points of the pair: 0, 1/2, 1, 3/2, 2. Pairs that share a
/// deal are not independent games; counting pairs gives the error its true size.
struct Pentanomial {
    std::array<std::uint64_t, 5> counts{};
    bool operator==(const Pentanomial&) const = default;

    [[nodiscard]] std::uint64_t pairs() const {
        return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    }
};

/// The strength of one side against the other. Elo values may be infinite (all games won or lost);
/// an error is half the width of the interval and infinite when one of its ends is.
struct Strength {
    double score = 0.5;  ///< points per game, 0..1
    Interval score_interval{0, 1};
    double elo = 0;
    double elo_error = 0;
    Interval elo_interval;
    double normalised_elo = 0;
    double normalised_elo_error = 0;
    double superiority = 0.5;  ///< likelihood that the side is the stronger one (LOS)
};

/// With no games: a score of 1/2, infinite errors.
Strength strength(const Trinomial& games);
Strength strength(const Pentanomial& pairs);

/// The mean of all games with the spread of the pairs: for a match whose last pair may be
/// incomplete. Falls back on single games while there are fewer than two pairs or all are alike.
Strength strength(const Trinomial& games, const Pentanomial& pairs);

/// The Elo difference at which that score is expected; infinite at 0 and 1.
double elo_of_score(double score);
double score_of_elo(double elo);

double normal_cdf(double x);

/// Wilson's interval for a proportion; `successes` may be fractional (points). 0..1 without trials.
Interval wilson_interval(double successes, double trials, double z = kZ95);

/// Exact two-sided sign test: how likely a split at least as uneven as this is between equals.
double sign_test(std::uint64_t wins, std::uint64_t losses);

}  // namespace nebel
