#include "protocol/uci_judge.hpp"

#include <algorithm>

#include "chess/evaluate.hpp"
#include "chess/movegen.hpp"
#include "core/text.hpp"

namespace nebel::protocol {

namespace {

constexpr int kNotScored = -chess::kInfinite;

int centipawns(const UciScore& score) {
    if (!score.mate)
        return std::clamp(score.value, -chess::kMateBound + 1, chess::kMateBound - 1);
    return score.value > 0 ? chess::kMate - 2 * score.value + 1 : -(chess::kMate + 2 * score.value);
}

// GNU Chess speaks UCI only when told to.
std::string command_of(std::string_view name) {
    return name == "gnuchess" ? "gnuchess --uci" : std::string(name);
}

const kriegspiel::JudgeRegistration kRegistration{
    "uci", "uci:PROGRAM", [](std::string_view argument, int depth) {
        if (trim(argument).empty())
            throw UserError("the engine uci needs a program: uci:stockfish");
        return std::make_unique<UciJudge>(command_of(trim(argument)), depth);
    }};

}  // namespace

UciJudge::UciJudge(std::string_view command, int depth)
    : engine_(command),
      fallback_(kriegspiel::JudgeRegistry::instance().make("builtin", 0)),
      depth_(depth) {}

void UciJudge::new_game() {
    engine_.start();
    engine_.new_game();
    fallback_->new_game();
}

UciAnswer UciJudge::ask(const chess::Position& board, int depth, int lines) {
    UciRequest request;
    request.depth = std::max(1, depth);
    request.lines = lines;
    return engine_.search(board, request);
}

bool UciJudge::score(const chess::Position& board,
                     std::span<const chess::Move> moves,
                     std::span<int> scores,
                     BudgetMeter& meter) {
    if (moves.empty())
        return true;
    if (!UciEngine::accepts(board))
        return fallback_->score(board, moves, scores, meter);
    engine_.start();
    std::fill(scores.begin(), scores.end(), kNotScored);
    if (engine_.has_option("MultiPV")) {
        const auto answer = ask(board, depth_ + 1, chess::count_legal(board));
        for (const auto& line : answer.lines)
            for (std::size_t i = 0; i < moves.size(); ++i)
                if (!line.moves.empty() && line.moves[0] == chess::to_uci(moves[i]))
                    scores[i] = centipawns(line.score);
        meter.spend_node(moves.size());
    }
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (scores[i] != kNotScored)
            continue;
        if (!meter.poll())
            return false;
        chess::Position after = board;
        after.do_move(moves[i]);
        const auto answer = ask(after, depth_, 1);
        if (!answer.lines.empty())
            scores[i] = -centipawns(answer.lines[0].score);
        else if (!fallback_->score(board, moves.subspan(i, 1), scores.subspan(i, 1), meter))
            return false;
        meter.spend_node();
    }
    return true;
}

chess::Move UciJudge::best(const chess::Position& board, BudgetMeter& meter) {
    if (!UciEngine::accepts(board))
        return fallback_->best(board, meter);
    engine_.start();
    meter.spend_node();
    const auto answer = ask(board, depth_ + 1, 1);
    meter.poll();
    return answer.best ? answer.best : fallback_->best(board, meter);
}

}  // namespace nebel::protocol
