#include <optional>

#include "chess/engine.hpp"
#include "chess/movegen.hpp"
#include "chess/quiescence.hpp"
#include "kriegspiel/players/board_judge.hpp"

namespace nebel::kriegspiel {

namespace {

/// The house's own chess: captures played out behind each move, or a search of a few half-moves.
class BuiltinJudge final : public BoardJudge {
 public:
    explicit BuiltinJudge(int depth) : depth_(depth) {}

    bool score(const chess::Position& board,
               std::span<const chess::Move> moves,
               std::span<int> scores,
               BudgetMeter& meter) override {
        for (std::size_t i = 0; i < moves.size(); ++i) {
            chess::Position after = board;
            after.do_move(moves[i]);
            if (depth_ == 0) {
                scores[i] = -chess::quiesce(after);
                meter.spend_node();
                continue;
            }
            chess::Limits limits;
            limits.depth = depth_;
            const auto result = engine().search(after, {}, limits);
            scores[i] = -result.score;
            meter.spend_node(result.nodes);
            if (!meter.poll())
                return false;
        }
        return true;
    }

    chess::Move best(const chess::Position& board, BudgetMeter& meter) override {
        chess::Limits limits;
        limits.depth = depth_ + 1;
        const auto result = engine().search(board, {}, limits);
        meter.spend_node(result.nodes);
        meter.poll();
        return result.best;
    }

    void new_game() override {
        if (engine_)
            engine_->clear();
    }

 private:
    // Boards of one sample are much alike, and so are the positions behind their moves.
    chess::Engine& engine() {
        if (!engine_)
            engine_.emplace(chess::Engine::Options{.table_megabytes = 2, .keep_table = true});
        return *engine_;
    }

    int depth_;
    std::optional<chess::Engine> engine_;
};

const JudgeRegistration kRegistration{
    "builtin", "builtin", [](std::string_view argument, int depth) {
        if (!argument.empty())
            throw UserError("the builtin engine takes no argument");
        return std::make_unique<BuiltinJudge>(depth);
    }};

}  // namespace

}  // namespace nebel::kriegspiel
