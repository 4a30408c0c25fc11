#include "kriegspiel/belief/move_model.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "chess/movegen.hpp"
#include "core/exponentials.hpp"
#include "core/text.hpp"

namespace nebel::kriegspiel {

namespace {

/// The models that ship with the program, as raw string literals; docs/profiles.md says how they
/// were made. The first is the one for an opponent of whom nothing is known.
struct Shipped {
    std::string_view name;
    double share;  ///< expected before anything is heard: strong kinds more, weak ones lose anyway
    std::string_view features;
    std::string_view habits;  ///< apart: compilers need not read longer literals
};
// Not constexpr: the literals are too long to be measured at compile time.
const std::array kShipped = {
    Shipped{
        "broad",
        0.2,
#include "kriegspiel/belief/moves/broad.inc"
        ,
#include "kriegspiel/belief/habits/broad.inc"
    },
    Shipped{
        "samplers",
        0.4,
#include "kriegspiel/belief/moves/samplers.inc"
        ,
#include "kriegspiel/belief/habits/samplers.inc"
    },
    Shipped{
        "tree",
        0.08,
#include "kriegspiel/belief/moves/tree.inc"
        ,
#include "kriegspiel/belief/habits/tree.inc"
    },
    Shipped{
        "minimax",
        0.08,
#include "kriegspiel/belief/moves/minimax.inc"
        ,
#include "kriegspiel/belief/habits/minimax.inc"
    },
    Shipped{
        "waiting",
        0.06,
#include "kriegspiel/belief/moves/waiting.inc"
        ,
#include "kriegspiel/belief/habits/waiting.inc"
    },
    Shipped{
        "champion",
        0.15,
#include "kriegspiel/belief/moves/champion.inc"
        ,
#include "kriegspiel/belief/habits/champion.inc"
    },
    Shipped{
        "simple",
        0.03,
#include "kriegspiel/belief/moves/simple.inc"
        ,
        {},
    },
};

constexpr std::string_view kHabits = "\nhabits\n";

/// Read when first asked for: most players need none.
const MoveKinds& shipped_kinds() {
    static const MoveKinds kinds = [] {
        MoveKinds read;
        for (const auto& shipped : kShipped) {
            std::string text(shipped.features);
            if (!shipped.habits.empty())
                text.append(kHabits).append(trim(shipped.habits));
            auto model = MoveModel::parse(text);
            NEBEL_CHECK(model.has_value());
            read.emplace_back(std::make_shared<const MoveModel>(std::move(*model)), shipped.share);
        }
        return read;
    }();
    return kinds;
}

}  // namespace

MoveModel::MoveModel(const Weights& weights, std::shared_ptr<const HabitNet> habits, double floor)
    : weights_(weights),
      habits_(std::move(habits)),
      packed_habits_(habits_ ? std::make_shared<const PackedHabits>(habits_->weights()) : nullptr),
      floor_(floor) {
    using F = MoveFeatures;
    for (std::size_t i = 0; i < weights.size(); ++i)
        factors_[i] = std::exp(weights[i]);
    const auto factor = [this](int index) { return factors_[static_cast<std::size_t>(index)]; };
    for (int type = 0; type < F::kTypes; ++type) {
        for (int phase = 0; phase < F::kPhases; ++phase)
            for (int place = 0; place < F::kPlaces; ++place)
                leaving_[phase][type][place] = factor(F::kPhase + phase * F::kTypes + type) *
                                               factor(F::kFrom + type * F::kPlaces + place);
        const bool slides = type >= 2 && type <= 4;
        for (int steps = 0; steps < 5; ++steps)
            steps_[type][steps] =
                slides && steps > 0 ? factor(F::kDistance + (type - 2) * 4 + steps - 1) : 1;
    }
    for (int care = 0; care < F::kCares; ++care) {
        care_[care] = 1;
        F::visit_care(care, [&](int index) { care_[care] *= factor(index); });
    }
    for (int kind = 0; kind < F::kClasses; ++kind) {
        again_[kind][0] = 1;
        again_[kind][1] = factor(F::kAgain + kind);
        again_[kind][2] = factor(F::kBack + kind);
    }
    for (int kind = 0; kind < F::kClasses; ++kind)
        for (int guards = 0; guards < 3; ++guards)
            for (int into = 0; into < 4; ++into)
                for (int leaves = 0; leaves < 2; ++leaves)
                    for (int checks = 0; checks < 2; ++checks)
                        target_[kind][guards][into][leaves][checks] =
                            factor(F::kBacked + kind * 3 + guards) *
                            (into > 1   ? factor(F::kIntoPawn + kind)
                             : into > 0 ? factor(F::kIntoMan + kind)
                                        : 1) *
                            (leaves ? factor(F::kLeavesAttack + kind) : 1) *
                            (checks ? factor(F::kChecks + kind) : 1);
}

void MoveModel::feature_shares(const MoveFeatures& features,
                               const chess::MoveList& moves,
                               std::span<double> result) const {
    chess::Square from = chess::kNoSquare;
    MoveFeatures::Leaving leaving{};
    float factor = 1;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (moves[i].from() != from) {
            from = moves[i].from();
            leaving = features.leaving(from);
            factor = leaving_[features.phase()][leaving.type][leaving.from];
        }
        const auto t = features.traits(leaving, moves[i]);
        float share = factor * factors_[static_cast<std::size_t>(MoveFeatures::to_index(t))] *
                      target_[t.kind][t.guards][t.into][t.leaves][t.checks] *
                      steps_[t.type][t.steps] * again_[t.kind][t.again] * care_[t.care];
        features.visit_special(moves[i], t.type, [&](int index) {
            share *= factors_[static_cast<std::size_t>(index)];
        });
        result[i] = share;
    }
}

std::shared_ptr<const MoveModel> MoveModel::standard() {
    return shipped_kinds().front().model;
}

std::shared_ptr<const MoveModel> load_move_model(const std::string& name) {
    if (name == "none")
        return nullptr;
    if (name == "standard")
        return MoveModel::standard();
    for (std::size_t i = 0; i < kShipped.size(); ++i)
        if (name == kShipped[i].name)
            return shipped_kinds()[i].model;
    std::ifstream file(name);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf()))
        throw UserError(fmt::format("cannot read the move model {}", quote(name)));
    return std::make_shared<const MoveModel>(value_or_throw(MoveModel::parse(text.str()), name));
}

MoveKinds load_move_kinds(const std::string& names) {
    if (names == "standard")
        return shipped_kinds();
    MoveKinds kinds;
    for (const auto name : split(names, '+'))
        if (auto model = load_move_model(std::string(name)))
            kinds.emplace_back(std::move(model));
    return kinds;
}

void MoveModel::likings(const chess::Position& position,
                        const chess::MoveList& moves,
                        const Mover& mover,
                        std::span<float> result) const {
    const auto hidden = packed_habits_->hidden(HabitNet::inputs(position, mover));
    chess::Bitboard asked = 0;
    std::array<float, 64> leaving;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const auto from = moves[i].from();
        if (!chess::contains(asked, from)) {
            asked |= chess::bit(from);
            leaving[from] = packed_habits_->of_source(hidden, HabitNet::source(position, moves[i]));
        }
        result[i] =
            leaving[from] + packed_habits_->of_target(hidden, HabitNet::target(position, moves[i]));
    }
}

// Habits were learned on the usual board and say nothing about another.
double MoveModel::shares(const chess::Position& position,
                         const chess::MoveList& moves,
                         const Mover& mover,
                         std::span<double> result) const {
    feature_shares(MoveFeatures(position, mover), moves, result);
    double total = 0;
    if (habits_ && position.shape().squares() == HabitNet::kPlaces) {
        std::array<float, chess::MoveList::capacity()> storage;
        const auto habits = std::span(storage).first(moves.size());
        likings(position, moves, mover, habits);
        exponentials(habits);
        for (std::size_t i = 0; i < moves.size(); ++i)
            total += result[i] *= static_cast<double>(habits[i]);
        return total;
    }
    for (std::size_t i = 0; i < moves.size(); ++i)
        total += result[i];
    return total;
}

void MoveModel::weigh(const chess::Position& position,
                      const chess::MoveList& moves,
                      const Mover& mover,
                      std::span<double> probabilities) const {
    const double scale = (1 - floor_) / shares(position, moves, mover, probabilities);
    const double least = floor_ / static_cast<double>(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i)
        probabilities[i] = least + scale * probabilities[i];
}

double MoveModel::probability(const chess::Position& position,
                              chess::Move move,
                              const Mover& mover) const {
    chess::MoveList moves;
    chess::generate_legal(position, moves);
    std::array<double, chess::MoveList::capacity()> all;
    const double total = shares(position, moves, mover, std::span(all).first(moves.size()));
    for (std::size_t i = 0; i < moves.size(); ++i)
        if (moves[i] == move)
            return softened(all[i] / total, moves.size());
    NEBEL_CHECK(false);
}

Parsed<MoveModel> MoveModel::parse(std::string_view text, double floor) {
    Weights weights{};
    std::shared_ptr<const HabitNet> habits;
    if (const auto place = text.find(kHabits); place != std::string_view::npos) {
        auto net = HabitNet::parse(text.substr(place + kHabits.size()));
        if (!net)
            return parse_error("habits: " + net.error().message);
        habits = std::make_shared<const HabitNet>(std::move(*net));
        text = text.substr(0, place);
    }
    std::size_t count = 0;
    for (const auto line : split(text, '\n')) {
        const auto content = trim(line);
        if (content.empty() || content.front() == '#')
            continue;
        const auto number = parse_number<double>(content.substr(0, content.find(' ')));
        if (!number || !std::isfinite(*number))
            return parse_error(fmt::format("{} does not begin with a weight", quote(content)));
        if (count == weights.size())
            return parse_error(fmt::format("more than {} weights", weights.size()));
        const auto name = MoveFeatures::name(static_cast<int>(count));
        if (trim(content.substr(std::min(content.find(' '), content.size()))) != name)
            return parse_error(fmt::format("weight {} should be of {}", count + 1, quote(name)));
        weights[count++] = static_cast<float>(*number);
    }
    if (count != weights.size())
        return parse_error(fmt::format("{} weights instead of {}", count, weights.size()));
    return MoveModel(weights, std::move(habits), floor);
}

std::string MoveModel::text() const {
    std::string text;
    for (std::size_t i = 0; i < weights_.size(); ++i)
        text += fmt::format("{:.4f} {}\n", weights_[i], MoveFeatures::name(static_cast<int>(i)));
    if (habits_)
        text += std::string(kHabits.substr(1)) + habits_->text();
    return text;
}

}  // namespace nebel::kriegspiel
