#pragma once

#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/statistics.hpp"

namespace nebel {

/// The unit in which the two hypotheses of a sequential test are stated.
enum class EloModel : std::uint8_t {
    Logistic,    ///< the usual Elo difference: an expected score
    Normalised,  ///< the lead in standard deviations per game, so draws do not change the effort
};

/// Two hypotheses and how often each may be wrongly accepted.
struct SprtSpec {
    double elo0 = 0;
    double elo1 = 10;
    double alpha = 0.05;  ///< how often elo1 is accepted although elo0 is true
    double beta = 0.05;   ///< how often elo0 is accepted although elo1 is true
    EloModel model = EloModel::Logistic;
    bool operator==(const SprtSpec&) const = default;

    /// "elo0=0,elo1=10,alpha=0.05,beta=0.05,model=logistic|normalised"; each may be left out.
    static Parsed<SprtSpec> parse(std::string_view text);
    [[nodiscard]] std::string text() const;

    /// Wald's bounds of the log-likelihood ratio.
    [[nodiscard]] double lower_bound() const;
    [[nodiscard]] double upper_bound() const;
};

enum class SprtVerdict : std::uint8_t { Continue, AcceptElo0, AcceptElo1 };

/// "continue", "elo0", "elo1".
std::string_view text(SprtVerdict verdict);

/// The generalised log-likelihood ratio of elo1 against elo0: for each hypothesis the most likely
/// distribution that fulfils it. Exact, not the normal approximation. Zero without results.
double log_likelihood_ratio(const SprtSpec& spec, const Trinomial& games);
double log_likelihood_ratio(const SprtSpec& spec, const Pentanomial& pairs);

SprtVerdict sprt_verdict(const SprtSpec& spec, double log_likelihood_ratio);

}  // namespace nebel
