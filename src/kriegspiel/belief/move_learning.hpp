#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "game/table.hpp"
#include "kriegspiel/belief/move_model.hpp"
#include "kriegspiel/game.hpp"

namespace nebel::kriegspiel {

/// Decisions taken from recorded games, and the weights that explain them best.
///
/// A decision is one accepted move among the legal moves of the true position. Every fifth game is
/// held back and only scored, so that a model which learned its games by heart is found out.
class MoveLearning {
 public:
    struct Settings {
        int passes = 60;
        double rate = 0.05;
        double decay = 2e-5;  ///< pulls every weight towards 0: rare features stay small
    };
    /// Mean log-probability of the moves that were made, in nats; nearer to 0 is better.
    struct Score {
        double uniform = 0;
        double simple = 0;  ///< MovePrior: takes back, takes with pawns, else anything
        double model = 0;
        std::size_t decisions = 0;
    };

    /// Adds the moves of the wanted seats. Throws UserError when the record does not replay.
    void add(const GameRecord<Kriegspiel>& record, const PerSeat<bool>& wanted);

    /// Adam over all learning decisions; `progress(pass, log-likelihood)` after each.
    [[nodiscard]] MoveModel::Weights fit(const Settings& settings,
                                         const std::function<void(int, double)>& progress) const;

    /// Of the games held back.
    [[nodiscard]] Score score(const MoveModel& model) const;

    [[nodiscard]] std::size_t games() const { return games_; }
    [[nodiscard]] std::size_t decisions() const { return learned_.size() + held_.size(); }

 private:
    /// The features of all moves, one after the other: those of move i are
    /// indices[ends[i-1]..ends[i]).
    struct Decision {
        std::vector<std::uint16_t> indices;
        std::vector<std::uint32_t> ends;
        std::uint32_t chosen = 0;
        double simple = 0;  ///< what MovePrior gave the chosen move
    };

    void add_decision(const chess::Position& position, chess::Move move, const Mover& mover);

    std::vector<Decision> learned_;
    std::vector<Decision> held_;
    std::size_t games_ = 0;
};

}  // namespace nebel::kriegspiel
