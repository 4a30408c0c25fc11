#include "kriegspiel/players/sampling_player.hpp"

#include <algorithm>
#include <cmath>

#include "chess/draws.hpp"
#include "chess/evaluate.hpp"
#include "chess/movegen.hpp"

namespace nebel::kriegspiel {

namespace {

constexpr double kMateValue = 1.2;
constexpr double kRepeatCost = 0.02;
constexpr double kPublicRefusalCost = 0.03;
// From so many quiet half-moves on a pawn move that keeps a won game alive is worth something.
constexpr int kLongQuiet = 60;
constexpr double kClockBonus = 0.05;
constexpr double kAhead = 0.3;

// A score that no single board can decide alone. The small straight part keeps the order of scores
// that are all but won.
double bounded(int centipawns) {
    if (centipawns >= chess::kMateBound)
        return kMateValue;
    if (centipawns <= -chess::kMateBound)
        return -kMateValue;
    return std::tanh(centipawns / 700.0) + std::clamp(centipawns, -3000, 3000) / 30000.0;
}

}  // namespace

void SamplingPlayer::begin(const Rules& rules, Seat seat, std::uint64_t seed) {
    BeliefPlayer::begin(rules, seat, seed);
    judge_->new_game();
    stalemate_wins_ = rules.says().stalemate_loses;
    refusal_public_ = rules.says().refusal_public;
}

// What an end of the game on the board is worth, and nothing where the game goes on. A draw thrown
// into a won game counts as a loss.
std::optional<double> SamplingPlayer::ended(const chess::Position& after) const {
    const bool stuck = !chess::has_legal_move(after);
    if (stuck && (after.in_check() || stalemate_wins_))
        return kMateValue;
    if (!stuck && !chess::is_insufficient_material(after))
        return std::nullopt;
    return -std::max(0.0, bounded(-chess::evaluate(after)));
}

bool SamplingPlayer::hear_world(const World& world, std::vector<Vote>& votes, BudgetMeter& meter) {
    std::vector<chess::Move> moves;
    std::vector<std::size_t> voters;
    std::vector<std::pair<std::size_t, double>> ends;
    for (std::size_t i = 0; i < votes.size(); ++i) {
        const auto& action = votes[i].action;
        const auto move =
            chess::to_legal_move(world.position, action.from, action.to, action.promotion);
        if (!move)
            continue;
        chess::Position after = world.position;
        after.do_move(*move);
        if (const auto value = ended(after)) {
            ends.emplace_back(i, *value);
            continue;
        }
        moves.push_back(*move);
        voters.push_back(i);
    }
    const auto add = [&](std::size_t i, double value) {
        votes[i].sum += world.weight * value;
        votes[i].weight += world.weight;
    };
    if (voting_ == Voting::Best) {
        std::size_t first = votes.size();
        for (const auto& [i, value] : ends)
            if (value >= kMateValue)
                first = i;
        if (first == votes.size() && !moves.empty()) {
            const auto best = judge_->best(world.position, meter);
            for (std::size_t k = 0; k < moves.size(); ++k)
                if (moves[k] == best)
                    first = voters[k];
        }
        for (const auto i : voters)
            add(i, 0);
        for (const auto& [i, value] : ends)
            add(i, value);
        if (first < votes.size())
            votes[first].firsts += world.weight;
        return !meter.exhausted();
    }
    std::vector<int> scores(moves.size());
    if (!judge_->score(world.position, moves, scores, meter))
        return false;
    for (std::size_t k = 0; k < moves.size(); ++k)
        add(voters[k], bounded(scores[k]));
    for (const auto& [i, value] : ends)
        add(i, value);
    return meter.poll();
}

// A try that is legal nowhere in the sample is the last resort.
double SamplingPlayer::worth(const Vote& vote, double total) const {
    if (vote.weight <= 0)
        return -10;
    double value = voting_ == Voting::Mean ? vote.sum / vote.weight
                                           : vote.firsts / vote.weight + 0.5 * vote.sum / total;
    if (refusal_public_)
        value -= kPublicRefusalCost * (1 - vote.weight / total);
    value -= kRepeatCost * vote.times_stood;
    if (vote.resets_clock && quiet_plies() > kLongQuiet && value > kAhead)
        value += kClockBonus;
    return value;
}

Action SamplingPlayer::choose(const TryList& tries,
                              const std::vector<World>& worlds,
                              BudgetMeter& meter) {
    std::vector<Vote> votes;
    for (const auto& action : tries)
        votes.push_back({.action = action,
                         .times_stood = times_stood(action),
                         .resets_clock = view().own().on(action.from) == chess::kPawn});
    double total = 0;
    std::size_t heard = 0;
    for (const auto& world : worlds) {
        const bool more = hear_world(world, votes, meter);
        total += world.weight;
        ++heard;
        if (!more)
            break;
    }
    const auto best = std::max_element(
        votes.begin(), votes.end(),
        [&](const Vote& a, const Vote& b) { return worth(a, total) < worth(b, total); });
    SearchInfo info;
    info.value = worth(*best, total);
    info.line = best->action.text();
    info.depth = static_cast<int>(heard);
    report(info, meter);
    return best->action;
}

std::vector<OptionSpec> sampling_options(int boards, int worlds, int depth) {
    return {OptionSpec::integer("boards", boards, 10, 100000, "boards in the pool"),
            OptionSpec::integer("worlds", worlds, 1, 100000, "boards that vote, at most"),
            OptionSpec::free_text("engine", "builtin",
                                  "who scores a board: builtin, uci:stockfish, uci:gnuchess"),
            OptionSpec::integer("depth", depth, 0, 30,
                                "half-moves searched behind each try; 0: captures only"),
            OptionSpec::integer("chain", 4, 0, 1000, "altered histories a board and turn"),
            OptionSpec::free_text("prior", "none",
                                  "how the opponent is thought to move: none, standard, or a file "
                                  "of nebel profile learn-moves")};
}

BeliefPlayer::Settings sampling_settings(const Options& options, BoardSource source) {
    BeliefPlayer::Settings settings;
    settings.source = source;
    settings.belief.boards = static_cast<std::size_t>(options.integer("boards"));
    settings.belief.chain_steps = static_cast<int>(options.integer("chain"));
    settings.belief.prior.kinds = load_move_kinds(options.text("prior"));
    settings.worlds = static_cast<std::size_t>(options.integer("worlds"));
    return settings;
}

std::unique_ptr<BoardJudge> sampling_judge(const Options& options) {
    return JudgeRegistry::instance().make(options.text("engine"),
                                          static_cast<int>(options.integer("depth")));
}

}  // namespace nebel::kriegspiel
