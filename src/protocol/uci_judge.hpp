#pragma once

#include "kriegspiel/players/board_judge.hpp"
#include "protocol/uci_engine.hpp"

namespace nebel::protocol {

/// A chess engine that scores sampled boards: `engine=uci:stockfish` of the sampling players. Where
/// the engine can show several lines, one search scores all moves; otherwise the position behind
/// each move is searched by itself, which costs many times more.
///
/// A board that such an engine cannot be trusted with (another size than 8x8, or the side not to
/// move in check) is scored by the house's own chess. Time that the process spends is not processor
/// time of the player: compare with `time=` budgets.
class UciJudge final : public kriegspiel::BoardJudge {
 public:
    /// Throws UserError when there is no such program.
    UciJudge(std::string_view command, int depth);

    bool score(const chess::Position& board,
               std::span<const chess::Move> moves,
               std::span<int> scores,
               BudgetMeter& meter) override;
    chess::Move best(const chess::Position& board, BudgetMeter& meter) override;
    void new_game() override;

 private:
    [[nodiscard]] UciAnswer ask(const chess::Position& board, int depth, int lines);

    UciEngine engine_;
    std::unique_ptr<BoardJudge> fallback_;
    int depth_;
};

}  // namespace nebel::protocol
