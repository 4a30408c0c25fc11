#include "kriegspiel/choice/ballots.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace nebel::kriegspiel {

namespace {

/// Every step improves the list, so there is an end to them; a few do nearly all of it.
constexpr int kMostSteps = 12;
/// An improvement, as a share of all boards' weight, that is no rounding.
constexpr double kLeastGain = 1e-6;
constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// Where each try stands in a list.
std::vector<std::size_t> places_of(std::span<const Ballots::Try> order, std::size_t tries) {
    std::vector<std::size_t> places(tries, tries);
    for (std::size_t i = 0; i < order.size(); ++i)
        places[order[i]] = i;
    return places;
}

}  // namespace

void Ballots::next_board(double weight) {
    boards_.push_back({weight, static_cast<std::uint32_t>(votes_.size())});
}

void Ballots::vote(Try number, double value) {
    votes_.push_back({number, static_cast<float>(value)});
}

void Ballots::add(const Ballots& other) {
    for (std::size_t b = 0; b < other.boards(); ++b) {
        next_board(other.boards_[b].weight);
        const auto votes = other.votes_of(b);
        votes_.insert(votes_.end(), votes.begin(), votes.end());
    }
}

std::span<const Ballots::Vote> Ballots::votes_of(std::size_t board) const {
    const std::size_t first = boards_[board].first;
    const std::size_t end = board + 1 < boards_.size() ? boards_[board + 1].first : votes_.size();
    return std::span(votes_).subspan(first, end - first);
}

double Ballots::mean(Try number) const {
    double sum = 0;
    double weight = 0;
    for (std::size_t b = 0; b < boards_.size(); ++b)
        for (const auto& vote : votes_of(b))
            if (vote.number == number) {
                sum += boards_[b].weight * vote.value;
                weight += boards_[b].weight;
            }
    return weight > 0 ? sum / weight : -1;
}

std::vector<double> Ballots::weights() const {
    std::vector<double> weights(tries_, 0.0);
    for (std::size_t b = 0; b < boards_.size(); ++b)
        for (const auto& vote : votes_of(b))
            weights[vote.number] += boards_[b].weight;
    return weights;
}

Ballots::List Ballots::list_by_means(std::span<const double> prices, double refusal) const {
    std::vector<double> means(tries_, 0.0);
    for (std::size_t b = 0; b < boards_.size(); ++b)
        for (const auto& vote : votes_of(b))
            means[vote.number] += boards_[b].weight * vote.value;
    const auto weight = weights();
    for (Try t = 0; t < tries_; ++t)
        means[t] = weight[t] > 0 ? means[t] / weight[t] - prices[t]
                                 : -std::numeric_limits<double>::infinity();
    std::vector<Try> order(tries_);
    std::iota(order.begin(), order.end(), Try{0});
    std::ranges::stable_sort(order, [&](Try a, Try b) { return means[a] > means[b]; });
    const auto place = places_of(order, tries_);
    List list{order, {}};
    for (const auto* first : first_votes(place))
        list.values.push_back(first == nullptr
                                  ? kNoNumber
                                  : first->value - prices[first->number] -
                                        refusal * static_cast<double>(place[first->number]));
    return list;
}

std::vector<const Ballots::Vote*> Ballots::first_votes(std::span<const std::size_t> places) const {
    std::vector<const Vote*> firsts;
    for (std::size_t b = 0; b < boards_.size(); ++b) {
        const auto votes = votes_of(b);
        const auto first = std::ranges::min_element(
            votes, {}, [&](const Vote& vote) { return places[vote.number]; });
        firsts.push_back(first == votes.end() ? nullptr : &*first);
    }
    return firsts;
}

std::vector<double> Ballots::values_of(std::span<const Try> order) const {
    std::vector<double> values;
    for (const auto* first : first_votes(places_of(order, tries_)))
        values.push_back(first == nullptr ? kNoNumber : static_cast<double>(first->value));
    return values;
}

// A try that is moved to the front changes what happens on the boards on which it is legal, and
// nothing elsewhere but one question more.
Ballots::List Ballots::best_list(std::span<const double> prices, double refusal) const {
    auto list = list_by_means(prices, refusal);
    const auto legal = weights();
    double total = 0;
    for (const auto& board : boards_)
        total += board.weight;
    std::vector<double> gains(tries_);
    for (int step = 0; step < kMostSteps; ++step) {
        for (Try t = 0; t < tries_; ++t)
            gains[t] = -refusal * (total - legal[t]);
        for (std::size_t b = 0; b < boards_.size(); ++b)
            for (const auto& vote : votes_of(b))
                gains[vote.number] +=
                    boards_[b].weight * (vote.value - prices[vote.number] - list.values[b]);
        const auto best = static_cast<Try>(std::ranges::max_element(gains) - gains.begin());
        if (gains.empty() || gains[best] <= kLeastGain * total)
            break;
        const auto place = std::ranges::find(list.order, best);
        std::rotate(list.order.begin(), place, place + 1);
        for (std::size_t b = 0; b < boards_.size(); ++b) {
            list.values[b] -= refusal;
            for (const auto& vote : votes_of(b))
                if (vote.number == best)
                    list.values[b] = vote.value - prices[best];
        }
    }
    return list;
}

std::vector<Ballots::Difference> Ballots::ahead_of(const List& list,
                                                   std::span<const double> prices,
                                                   double refusal) const {
    std::vector<Difference> differences(tries_);
    std::vector<double> weights(tries_, 0.0);
    double total = 0;
    for (std::size_t b = 0; b < boards_.size(); ++b) {
        total += boards_[b].weight;
        for (const auto& vote : votes_of(b)) {
            const double ahead = vote.value - prices[vote.number] - list.values[b];
            auto& difference = differences[vote.number];
            difference.mean += boards_[b].weight * ahead;
            difference.deviation += boards_[b].weight * ahead * ahead;
            weights[vote.number] += boards_[b].weight;
            difference.boards += boards_[b].weight * boards_[b].weight;
        }
    }
    for (Try t = 0; t < tries_; ++t) {
        if (weights[t] <= 0)
            continue;
        auto& difference = differences[t];
        difference.mean /= weights[t];
        difference.boards = weights[t] * weights[t] / difference.boards;
        difference.deviation = std::sqrt(
            std::max(0.0, difference.deviation / weights[t] - difference.mean * difference.mean));
        difference.mean -= refusal * (total - weights[t]) / weights[t];
    }
    return differences;
}

double Ballots::lead(Try one, Try other, double refusal) const {
    double sum = 0;
    double weight = 0;
    for (std::size_t b = 0; b < boards_.size(); ++b) {
        const Vote* first = nullptr;
        const Vote* second = nullptr;
        for (const auto& vote : votes_of(b)) {
            if (vote.number == one)
                first = &vote;
            if (vote.number == other)
                second = &vote;
        }
        if (first == nullptr || second == nullptr) {
            sum += boards_[b].weight * refusal * ((first != nullptr) - (second != nullptr));
            continue;
        }
        sum += boards_[b].weight * (static_cast<double>(first->value) - second->value);
        weight += boards_[b].weight;
    }
    return weight > 0 ? sum / weight : 0;
}

}  // namespace nebel::kriegspiel
