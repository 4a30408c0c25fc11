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

constexpr std::size_t kBatch = 128;

/// A weight with the running means that Adam keeps of its gradient.
struct Adam {
    double rate;
    double decay;
    std::vector<float> mean;
    std::vector<float> square;

    Adam(double first_rate, double pull, std::size_t count)
        : rate(first_rate), decay(pull), mean(count), square(count) {}

    /// Steps along the gradient of so many decisions; `step` counts from 1, `left` shrinks the
    /// rate.
    void go(std::span<float> weights,
            std::span<const float> gradient,
            std::size_t decisions,
            double step,
            double left) {
        const auto count = static_cast<float>(decisions);
        const auto first = static_cast<float>(1 - std::pow(0.9, step));
        const auto second = static_cast<float>(1 - std::pow(0.999, step));
        const auto pull = static_cast<float>(decay);
        const auto length = static_cast<float>(rate * left);
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const float g = gradient[i] / count - pull * weights[i];
            mean[i] = 0.9F * mean[i] + 0.1F * g;
            square[i] = 0.999F * square[i] + 0.001F * g * g;
            weights[i] += length * (mean[i] / first) / (std::sqrt(square[i] / second) + 1e-8F);
        }
    }
};

std::span<float> flat(std::vector<HabitNet::Row>& rows) {
    return {rows.front().data(), rows.size() * rows.front().size()};
}

void add_scaled(HabitNet::Row& to, float by, const HabitNet::Row& row) {
    for (std::size_t k = 0; k < to.size(); ++k)
        to[k] += by * row[k];
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
                         Mover(plies.empty() ? nothing : plies.back().said, last[entry.seat], 0,
                               probes_pawns(record.rules)));
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
    decision.inputs = HabitNet::inputs(position, mover);
    const MoveFeatures features(position, mover);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        decision.targets.push_back(
            static_cast<std::uint16_t>(HabitNet::target(position, moves[i])));
        decision.sources.push_back(static_cast<std::uint8_t>(HabitNet::source(position, moves[i])));
        features.visit(moves[i], [&](int index) {
            decision.indices.push_back(static_cast<std::uint16_t>(index));
        });
        decision.ends.push_back(static_cast<std::uint32_t>(decision.indices.size()));
        if (moves[i] == move)
            decision.chosen = static_cast<std::uint32_t>(i);
    }
    (games_ % held_back_ == held_back_ - 1 ? held_ : learned_).push_back(std::move(decision));
}

double MoveLearning::likelihood(const Decision& decision,
                                std::span<const float> weights,
                                const HabitNet* net,
                                const HabitNet::Row& hidden,
                                std::vector<double>& shares) {
    shares.clear();
    std::size_t begin = 0;
    double highest = -1e300;
    for (std::size_t i = 0; i < decision.ends.size(); ++i) {
        double sum = net ? net->liking(hidden, decision.targets[i], decision.sources[i]) : 0;
        for (; begin < decision.ends[i]; ++begin)
            sum += weights[decision.indices[begin]];
        highest = std::max(highest, sum);
        shares.push_back(sum);
    }
    double total = 0;
    for (auto& value : shares)
        total += value = std::exp(value - highest);
    for (auto& value : shares)
        value /= total;
    return std::log(shares[decision.chosen]);
}

class MoveLearning::Fit {
 public:
    Fit(const Settings& settings, bool with_habits)
        : settings_(settings),
          with_habits_(with_habits),
          features_(settings.rate, settings.decay, weights_.size()) {
        if (!with_habits)
            return;
        // Small and different, or all hidden values would learn the same.
        for (auto* rows : {&net_.in, &net_.to, &net_.from})
            for (float& weight : flat(*rows))
                weight = static_cast<float>(0.25 * (rng_.real() - 0.5));
        std::fill(net_.bias[0].begin(), net_.bias[0].end(), 0.1F);
        for (auto* rows : parts(net_))
            habits_.emplace_back(settings.habit_rate, settings.habit_decay, flat(*rows).size());
    }

    /// Goes through the decisions once; the mean log-likelihood on the way.
    double pass(const std::vector<Decision>& decisions, double left) {
        order_.resize(decisions.size());
        std::iota(order_.begin(), order_.end(), 0U);
        rng_.shuffle(std::span<std::uint32_t>(order_));
        double sum = 0;
        for (std::size_t first = 0; first < order_.size(); first += kBatch) {
            const std::size_t last = std::min(order_.size(), first + kBatch);
            gradient_ = {};
            if (with_habits_)
                for (auto* rows : parts(pulls_))
                    std::fill(flat(*rows).begin(), flat(*rows).end(), 0.0F);
            const HabitNet net(with_habits_ ? net_ : HabitNet::Weights{{}, {}, {}, {}});
            for (std::size_t k = first; k < last; ++k)
                sum += learn(decisions[order_[k]], net);
            ++step_;
            features_.go(weights_, gradient_, last - first, step_, left);
            if (with_habits_)
                for (std::size_t i = 0; i < habits_.size(); ++i)
                    habits_[i].go(flat(*parts(net_)[i]), flat(*parts(pulls_)[i]), last - first,
                                  step_, left);
        }
        return sum / static_cast<double>(std::max<std::size_t>(1, order_.size()));
    }

    [[nodiscard]] MoveModel model() const {
        return MoveModel(weights_, with_habits_ ? std::make_shared<const HabitNet>(net_) : nullptr);
    }

 private:
    static std::array<std::vector<HabitNet::Row>*, 4> parts(HabitNet::Weights& net) {
        return {&net.in, &net.bias, &net.to, &net.from};
    }

    double learn(const Decision& decision, const HabitNet& net) {
        HabitNet::Row hidden{};
        HabitNet::Row kept{};
        if (with_habits_) {
            hidden = net.hidden(decision.inputs);
            for (std::size_t k = 0; k < hidden.size(); ++k) {
                kept[k] = rng_.chance(settings_.dropout)
                              ? 0
                              : static_cast<float>(1 / (1 - settings_.dropout));
                hidden[k] *= kept[k];
            }
        }
        const double likely =
            likelihood(decision, weights_, with_habits_ ? &net : nullptr, hidden, shares_);
        HabitNet::Row back{};
        std::size_t begin = 0;
        for (std::size_t i = 0; i < decision.ends.size(); ++i) {
            const auto pull = static_cast<float>((i == decision.chosen ? 1.0 : 0.0) - shares_[i]);
            for (; begin < decision.ends[i]; ++begin)
                gradient_[decision.indices[begin]] += pull;
            if (!with_habits_)
                continue;
            const auto to = decision.targets[i];
            const auto from = decision.sources[i];
            add_scaled(pulls_.to[to], pull, hidden);
            add_scaled(pulls_.from[from], pull, hidden);
            add_scaled(back, pull, net.weights().to[to]);
            add_scaled(back, pull, net.weights().from[from]);
        }
        if (with_habits_) {
            for (std::size_t k = 0; k < back.size(); ++k)
                back[k] = hidden[k] > 0 ? back[k] * kept[k] : 0;
            add_scaled(pulls_.bias[0], 1, back);
            for (const auto input : decision.inputs)
                add_scaled(pulls_.in[input], 1, back);
        }
        return likely;
    }

    const Settings& settings_;
    bool with_habits_;
    Rng rng_{1};
    MoveModel::Weights weights_{};
    MoveModel::Weights gradient_{};
    HabitNet::Weights net_;
    HabitNet::Weights pulls_;  ///< the gradient of the net
    Adam features_;
    std::vector<Adam> habits_;
    std::vector<std::uint32_t> order_;
    std::vector<double> shares_;
    double step_ = 0;
};

MoveModel MoveLearning::fit(const Settings& settings,
                            const std::function<void(int, double)>& progress) const {
    Fit fit(settings, enough_for_habits(settings));
    for (int pass = 0; pass < settings.passes; ++pass)
        progress(pass + 1, fit.pass(learned_, 1 - static_cast<double>(pass) / settings.passes));
    return fit.model();
}

MoveLearning::Score MoveLearning::score(const MoveModel& model) const {
    Score score;
    std::vector<double> shares;
    for (const auto& decision : held_) {
        score.uniform -= std::log(static_cast<double>(decision.ends.size()));
        score.simple += std::log(decision.simple);
        const auto* net = model.habits();
        const auto hidden = net ? net->hidden(decision.inputs) : HabitNet::Row{};
        score.model += std::log(
            model.softened(std::exp(likelihood(decision, model.weights(), net, hidden, shares)),
                           decision.ends.size()));
    }
    score.decisions = held_.size();
    const auto count = static_cast<double>(std::max<std::size_t>(1, held_.size()));
    score.uniform /= count;
    score.simple /= count;
    score.model /= count;
    return score;
}

}  // namespace nebel::kriegspiel
