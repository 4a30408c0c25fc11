#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "kriegspiel/belief/habit_net.hpp"
#include "kriegspiel/belief/move_features.hpp"
#include "kriegspiel/belief/packed_habits.hpp"

namespace nebel::kriegspiel {

/// How a hidden opponent moves, learned from games: a conditional logit over the features of its
/// legal moves, mixed with a uniform floor, because a belief that is too sure of its opponent loses
/// the truth.
class MoveModel {
 public:
    using Weights = std::array<float, MoveFeatures::kCount>;

    static constexpr double kFloor = 0.05;

    explicit MoveModel(const Weights& weights,
                       std::shared_ptr<const HabitNet> habits = nullptr,
                       double floor = kFloor);

    /// The one that ships with the program for an opponent of whom nothing is known.
    static std::shared_ptr<const MoveModel> standard();

    /// Probabilities of the legal moves of a position, which sum to 1.
    void weigh(const chess::Position& position,
               const chess::MoveList& moves,
               const Mover& mover,
               std::span<double> probabilities) const;
    /// The same for one legal move alone.
    [[nodiscard]] double probability(const chess::Position& position,
                                     chess::Move move,
                                     const Mover& mover) const;

    /// A share of the logit with the uniform floor mixed in.
    [[nodiscard]] double softened(double share, std::size_t moves) const {
        return floor_ / static_cast<double>(moves) + (1 - floor_) * share;
    }

    [[nodiscard]] const Weights& weights() const { return weights_; }
    /// What the whole set-up of the mover's men adds to the features; may be null.
    [[nodiscard]] const HabitNet* habits() const { return habits_.get(); }

    /// One line a feature: the weight, a space, the feature's name; then, where there are habits, a
    /// line `habits` and the net. Lines with # are comments: they say what it was learned from.
    static Parsed<MoveModel> parse(std::string_view text, double floor = kFloor);
    [[nodiscard]] std::string text() const;

 private:
    /// What moves are chosen by, up to a factor that all moves of the position share.
    void feature_shares(const MoveFeatures& features,
                        const chess::MoveList& moves,
                        std::span<double> result) const;
    /// The same with the habits, and their sum.
    double shares(const chess::Position& position,
                  const chess::MoveList& moves,
                  const Mover& mover,
                  std::span<double> result) const;

    /// How much the habits like each of these moves, in logarithms.
    void likings(const chess::Position& position,
                 const chess::MoveList& moves,
                 const Mover& mover,
                 std::span<float> result) const;

    Weights weights_;
    std::shared_ptr<const HabitNet> habits_;
    std::shared_ptr<const PackedHabits> packed_habits_;  ///< the same, for play
    double floor_;
    // A share is a product of e to the weights; what belongs together is multiplied beforehand.
    Weights factors_;
    float leaving_[MoveFeatures::kPhases][MoveFeatures::kTypes][MoveFeatures::kPlaces];
    float target_[MoveFeatures::kClasses][3][4][2][2];  ///< guards, into, leaves, checks
    float steps_[MoveFeatures::kTypes][5];
    float again_[MoveFeatures::kClasses][3];
    float care_[MoveFeatures::kCares];
};

/// `standard`, one that ships with the program by its name (`broad` is the standard one,
/// `samplers`, `tree`, `minimax`, `waiting`, `champion`, `simple`), or a file; nothing for `none`.
/// Throws UserError for what cannot be read.
std::shared_ptr<const MoveModel> load_move_model(const std::string& name);

/// A kind of opponent: its way of moving, and how much is to be expected that an opponent of whom
/// nothing was heard is one of them, beside other kinds.
struct MoveKind {
    MoveKind(std::shared_ptr<const MoveModel> moves, double expected = 1)
        : model(std::move(moves)), share(expected) {}

    const MoveModel* operator->() const { return model.get(); }

    std::shared_ptr<const MoveModel> model;
    double share;
};

/// A hidden opponent is of one of these kinds; which one, what is heard tells little by little.
using MoveKinds = std::vector<MoveKind>;

/// Several models, their names with a `+` between them, all equally expected; `standard` is all
/// that ship with the program, with their shares; none for `none`.
MoveKinds load_move_kinds(const std::string& names);

}  // namespace nebel::kriegspiel
