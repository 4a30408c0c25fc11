#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "game/table.hpp"
#include "kriegspiel/belief/move_model.hpp"
#include "kriegspiel/game.hpp"

namespace nebel::kriegspiel {

/// Decisions taken from recorded games, and the weights that explain them best.
///
/// A decision is one accepted move among the legal moves of the true position. One game in
/// five is held back and only scored, so that a model which learned its games by heart is found
/// out.
class MoveLearning {
 public:
    static constexpr std::size_t kHeldBack = 5;

    struct Settings {
        int passes = 24;
        double rate = 0.03;
        double decay = 1.5e-4;  ///< pulls every weight towards 0: rare features stay small
        /// From so many decisions on a HabitNet is learned beside the features; fewer it would
        /// learn by heart.
        std::size_t habits_from = 5000;
        double habit_rate = 0.01;
        double habit_decay = 1e-4;
        double dropout = 0.3;  ///< hidden values left out at each step, so that none is trusted
    };
    /// Mean log-probability of the moves that were made, in nats; nearer to 0 is better.
    struct Score {
        double uniform = 0;
        double simple = 0;  ///< MovePrior: takes back, takes with pawns, else anything
        double model = 0;
        std::size_t decisions = 0;
    };

    /// Every so-many-th game is held back; with 1 all of them are only scored.
    explicit MoveLearning(std::size_t held_back = kHeldBack) : held_back_(held_back) {}

    /// Adds the moves of the wanted seats. Throws UserError when the record does not replay.
    void add(const GameRecord<Kriegspiel>& record, const PerSeat<bool>& wanted);

    /// Adam over all learning decisions; `progress(pass, log-likelihood)` after each.
    [[nodiscard]] MoveModel fit(const Settings& settings,
                                const std::function<void(int, double)>& progress) const;

    /// Of the games held back.
    [[nodiscard]] Score score(const MoveModel& model) const;

    [[nodiscard]] bool enough_for_habits(const Settings& settings) const {
        return learned_.size() >= settings.habits_from;
    }
    [[nodiscard]] std::size_t games() const { return games_; }
    [[nodiscard]] std::size_t decisions() const { return learned_.size() + held_.size(); }

 private:
    /// The features of all moves, one after the other: those of move i are
    /// indices[ends[i-1]..ends[i]).
    struct Decision {
        std::vector<std::uint16_t> indices;
        std::vector<std::uint32_t> ends;
        std::vector<std::uint16_t> targets;  ///< of each move, as HabitNet has them
        std::vector<std::uint8_t> sources;
        HabitNet::Inputs inputs;
        std::uint32_t chosen = 0;
        double simple = 0;  ///< what MovePrior gave the chosen move
    };
    /// The state of a fit.
    class Fit;

    /// Log-likelihood of the decision under weights and, if there is one, a net whose hidden values
    /// for it are given; the moves' probabilities in `shares`.
    static double likelihood(const Decision& decision,
                             std::span<const float> weights,
                             const HabitNet* net,
                             const HabitNet::Row& hidden,
                             std::vector<double>& shares);

    void add_decision(const chess::Position& position, chess::Move move, const Mover& mover);

    std::vector<Decision> learned_;
    std::vector<Decision> held_;
    std::size_t held_back_;
    std::size_t games_ = 0;
};

}  // namespace nebel::kriegspiel
