#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.hpp"
#include "core/budget.hpp"

namespace nebel::kriegspiel {

/// Scores the moves of a complete board by the standards of plain chess: what the sampling players
/// ask about every board they believe in. One object serves one thread.
class BoardJudge {
 public:
    virtual ~BoardJudge() = default;

    /// Centipawns for the side to move of each of these legal moves, mates as chess::kMate has
    /// them. None of the moves ends the game. May stop early when the meter runs out: then returns
    /// false, and the scores mean nothing.
    virtual bool score(const chess::Position& board,
                       std::span<const chess::Move> moves,
                       std::span<int> scores,
                       BudgetMeter& meter) = 0;

    /// The move it would play if the board were the truth: one of the legal moves, of which there
    /// is at least one.
    virtual chess::Move best(const chess::Position& board, BudgetMeter& meter) = 0;

    /// The next board belongs to another game.
    virtual void new_game() {}
};

/// The judges by name. Rooms above this one add theirs: a chess engine as a process lives where
/// processes live. Filled before main() by JudgeRegistration objects.
class JudgeRegistry {
 public:
    /// `argument` is what follows "name:"; `depth` half-moves are searched behind each move. Throws
    /// UserError.
    using Factory =
        std::function<std::unique_ptr<BoardJudge>(std::string_view argument, int depth)>;

    static JudgeRegistry& instance();
    void add(std::string name, std::string accepted, Factory make);
    /// "builtin" or "name:argument". Throws UserError naming what is accepted.
    [[nodiscard]] std::unique_ptr<BoardJudge> make(std::string_view text, int depth) const;

 private:
    struct Entry {
        std::string name;
        std::string accepted;
        Factory make;
    };
    std::vector<Entry> entries_;
};

struct JudgeRegistration {
    JudgeRegistration(std::string name, std::string accepted, JudgeRegistry::Factory make) {
        JudgeRegistry::instance().add(std::move(name), std::move(accepted), std::move(make));
    }
};

}  // namespace nebel::kriegspiel
