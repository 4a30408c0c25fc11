#pragma once

#include <cstdint>

#include "core/inline_vec.hpp"

namespace nebel::search {

/// The arithmetic of one chance node under Star1 and Star2: what the outcomes seen so far, and the
/// bounds of the others, say about the mean, and how good or bad the next outcome must turn out to
/// decide the node.
///
/// Values are integers and the node's value is the weighted mean rounded down, so pruning answers
/// exactly what looking at every outcome answers: no sum ever depends on the order of the outcomes.
class ChanceWindow {
 public:
    static constexpr std::size_t kMaxOutcomes = 64;

    /// Every outcome is worth between `lowest` and `highest`.
    ChanceWindow(int alpha, int beta, int lowest, int highest)
        : alpha_(alpha), beta_(beta), lowest_(lowest), highest_(highest) {}

    /// All outcomes are added before anything is asked. The weight is positive.
    void add(int weight);

    [[nodiscard]] std::size_t size() const { return outcomes_.size(); }
    /// The mean is certainly at most alpha, or at least beta, or known.
    [[nodiscard]] bool decided() const { return fails_low() || fails_high() || open_ == 0; }
    [[nodiscard]] bool fails_low() const { return high_sum_ < (alpha_ + 1) * total_; }
    [[nodiscard]] bool fails_high() const { return low_sum_ >= beta_ * total_; }

    /// An outcome worth at most this decides the node downwards, given the bounds of the others.
    [[nodiscard]] int alpha_of(std::size_t i) const;
    /// An outcome worth at least this decides the node upwards.
    [[nodiscard]] int beta_of(std::size_t i) const;

    /// Now known: outcome i is worth at most this (a probe, or a search that failed low).
    void at_most(std::size_t i, int value);
    void at_least(std::size_t i, int value);
    void exactly(std::size_t i, int value);

    /// The mean, when all is known; a bound on the right side of the window when decided early.
    [[nodiscard]] int value() const;

 private:
    struct Outcome {
        std::int64_t weight;
        int low;
        int high;
    };

    std::int64_t alpha_;
    std::int64_t beta_;
    int lowest_;
    int highest_;
    std::int64_t total_ = 0;
    std::int64_t low_sum_ = 0;
    std::int64_t high_sum_ = 0;
    std::size_t open_ = 0;  ///< outcomes whose two bounds differ
    InlineVec<Outcome, kMaxOutcomes> outcomes_;
};

/// The value of a chance node within the window's alpha and beta (bounds outside it, as usual).
///
/// `search(i, alpha, beta)` is the value of outcome i for the side that took the chance, fail-soft
/// or fail-hard. `probe(i, alpha, beta)` is the value of outcome i when the opponent's answer is
/// one that it may choose: an upper bound unless it reaches beta. Star1 is the search without
/// probes.
template <class Search, class Probe>
int search_chance(ChanceWindow& window, Search&& search, Probe&& probe, bool probing) {
    if (probing)
        for (std::size_t i = 0; i < window.size() && !window.decided(); ++i) {
            const int beta = window.beta_of(i);
            if (const int bound = probe(i, window.alpha_of(i), beta); bound < beta)
                window.at_most(i, bound);
        }
    for (std::size_t i = 0; i < window.size() && !window.decided(); ++i) {
        const int alpha = window.alpha_of(i);
        const int beta = window.beta_of(i);
        const int value = search(i, alpha, beta);
        if (value <= alpha)
            window.at_most(i, value);
        else if (value >= beta)
            window.at_least(i, value);
        else
            window.exactly(i, value);
    }
    return window.value();
}

}  // namespace nebel::search
