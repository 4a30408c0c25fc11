#include "kriegspiel/belief/move_learning.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <span>

#include "chess/movegen.hpp"
#include "core/rng.hpp"
#include "kriegspiel/belief/move_prior.hpp"

namespace nebel::kriegspiel {

namespace {

constexpr std::size_t kHeldBack = 5;
constexpr std::size_t kBatch = 64;

/// Softmax over the moves of one decision; returns the log-probability of the chosen one.
template <class D>
double probabilities(const D& decision,
                     const MoveModel::Weights& weights,
                     std::vector<double>& result) {
    result.clear();
    std::size_t begin = 0;
    double highest = -1e300;
    for (const auto end : decision.ends) {
        double sum = 0;
        for (; begin < end; ++begin)
            sum += weights[decision.indices[begin]];
        highest = std::max(highest, sum);
        result.push_back(sum);
    }
    double total = 0;
    for (auto& value : result)
        total += value = std::exp(value - highest);
    for (auto& value : result)
        value /= total;
    return std::log(result[decision.chosen]);
}

}  // namespace

void MoveLearning::add(const GameRecord<Kriegspiel>& record, const PerSeat<bool>& wanted) {
    auto referee = Referee::from_start(record.rules, record.start);
    if (!referee)
        throw UserError(referee.error().message);
    Table<Kriegspiel> table(record.rules, std::move(*referee));
    PerSeat<Story> stories{{Story(record.rules, Seat::First), Story(record.rules, Seat::Second)}};
    for (const Seat seat : kSeats)
        for (const auto& event : record.opening[seat])
            stories[seat].hear(event);
    const Said nothing;
    PerSeat<chess::Move> last{};
    for (const auto& entry : record.actions) {
        const auto& position = table.truth().position();
        if (wanted[entry.seat] && entry.accepted && !entry.action.is_any()) {
            const auto move = chess::to_legal_move(position, entry.action.from, entry.action.to,
                                                   entry.action.promotion);
            if (!move)
                throw UserError(
                    fmt::format("the record's move {} is not legal", entry.action.text()));
            const auto& plies = stories[entry.seat].plies();
            add_decision(position, *move,
                         Mover(plies.empty() ? nothing : plies.back().said, last[entry.seat]));
            last[entry.seat] = *move;
        }
        if (table.outcome() || table.to_act() != entry.seat ||
            table.act(entry.action).verdict == Verdict::Invalid)
            throw UserError(
                fmt::format("the record's action {} does not replay", entry.action.text()));
        for (const Seat seat : kSeats)
            for (const auto& event : entry.heard[seat])
                stories[seat].hear(event);
    }
    ++games_;
}

void MoveLearning::add_decision(const chess::Position& position,
                                chess::Move move,
                                const Mover& mover) {
    chess::MoveList moves;
    chess::generate_legal(position, moves);
    if (moves.size() < 2)
        return;
    Decision decision;
    decision.simple = MovePrior{}.probability(position, move, mover);
    const MoveFeatures features(position, mover);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        features.visit(moves[i], [&](int index) {
            decision.indices.push_back(static_cast<std::uint16_t>(index));
        });
        decision.ends.push_back(static_cast<std::uint32_t>(decision.indices.size()));
        if (moves[i] == move)
            decision.chosen = static_cast<std::uint32_t>(i);
    }
    (games_ % kHeldBack == kHeldBack - 1 ? held_ : learned_).push_back(std::move(decision));
}

MoveModel::Weights MoveLearning::fit(const Settings& settings,
                                     const std::function<void(int, double)>& progress) const {
    MoveModel::Weights weights{};
    std::vector<double> mean(weights.size());
    std::vector<double> square(weights.size());
    std::vector<double> gradient(weights.size());
    std::vector<double> shares;
    std::vector<std::uint32_t> order(learned_.size());
    std::iota(order.begin(), order.end(), 0U);
    Rng rng(1);
    double step = 0;
    for (int pass = 0; pass < settings.passes; ++pass) {
        rng.shuffle(std::span<std::uint32_t>(order));
        const double rate = settings.rate * (1 - static_cast<double>(pass) / settings.passes);
        double likelihood = 0;
        for (std::size_t first = 0; first < order.size(); first += kBatch) {
            const std::size_t last = std::min(order.size(), first + kBatch);
            std::fill(gradient.begin(), gradient.end(), 0.0);
            for (std::size_t k = first; k < last; ++k) {
                const auto& decision = learned_[order[k]];
                likelihood += probabilities(decision, weights, shares);
                std::size_t begin = 0;
                for (std::size_t i = 0; i < decision.ends.size(); ++i) {
                    const double pull = (i == decision.chosen ? 1.0 : 0.0) - shares[i];
                    for (; begin < decision.ends[i]; ++begin)
                        gradient[decision.indices[begin]] += pull;
                }
            }
            ++step;
            const auto count = static_cast<double>(last - first);
            for (std::size_t i = 0; i < weights.size(); ++i) {
                const double g = gradient[i] / count - settings.decay * weights[i];
                mean[i] = 0.9 * mean[i] + 0.1 * g;
                square[i] = 0.999 * square[i] + 0.001 * g * g;
                const double corrected = mean[i] / (1 - std::pow(0.9, step));
                const double spread = std::sqrt(square[i] / (1 - std::pow(0.999, step)));
                weights[i] += static_cast<float>(rate * corrected / (spread + 1e-8));
            }
        }
        progress(pass + 1,
                 likelihood / static_cast<double>(std::max<std::size_t>(1, order.size())));
    }
    return weights;
}

MoveLearning::Score MoveLearning::score(const MoveModel& model) const {
    Score score;
    std::vector<double> shares;
    for (const auto& decision : held_) {
        score.uniform -= std::log(static_cast<double>(decision.ends.size()));
        score.simple += std::log(decision.simple);
        score.model += std::log(model.softened(
            std::exp(probabilities(decision, model.weights(), shares)), decision.ends.size()));
    }
    score.decisions = held_.size();
    const auto count = static_cast<double>(std::max<std::size_t>(1, held_.size()));
    score.uniform /= count;
    score.simple /= count;
    score.model /= count;
    return score;
}

}  // namespace nebel::kriegspiel
