#include "kriegspiel/choice/second_look.hpp"

#include <boost/unordered/unordered_flat_map.hpp>

#include "chess/movegen.hpp"
#include "kriegspiel/prove/heard.hpp"

namespace nebel::kriegspiel {

namespace {

/// Answers of the opponent on one board.
constexpr int kAnswers = 2;

std::uint32_t number_of(chess::Move move) {
    return static_cast<std::uint32_t>(move.from()) << 12 |
           static_cast<std::uint32_t>(move.to()) << 4 |
           static_cast<std::uint32_t>(move.promotion());
}

}  // namespace

SecondLook::SecondLook(const Rules& rules,
                       const ReplyModel& model,
                       std::vector<Action> tries,
                       std::uint64_t seed)
    : rules_(rules),
      model_(model),
      tries_(std::move(tries)),
      outlooks_(tries_.size()),
      rng_(seed) {}

bool SecondLook::look(const chess::Position& board,
                      double weight,
                      const Opponent& opponent,
                      BudgetMeter& meter) {
    ++boards_;
    const Rng luck(rng_.next());
    std::uint64_t nodes = 0;
    for (std::size_t i = 0; i < tries_.size(); ++i) {
        const auto& action = tries_[i];
        const auto move = chess::to_legal_move(board, action.from, action.to, action.promotion);
        if (move)
            play(board, *move, weight, opponent, luck, outlooks_[i], nodes);
    }
    meter.spend_node(nodes);
    return meter.poll();
}

void SecondLook::play(const chess::Position& board,
                      chess::Move move,
                      double weight,
                      const Opponent& opponent,
                      Rng luck,
                      Outlook& outlook,
                      std::uint64_t& nodes) const {
    chess::Position after = board;
    after.do_move(move);
    outlook.weight += weight;
    if (standing(after, rules_) != Standing::GoesOn) {
        outlook.settled += weight * model_.value(board, move, opponent);
        return;
    }
    const auto said = said_of(board, move, after, rules_.says());
    const auto own_words = fingerprint(said);
    for (int k = 0; k < kAnswers; ++k) {
        const auto answer = model_.answer(after, said, opponent, luck);
        chess::Position then = after;
        then.do_move(answer);
        const double share = weight / kAnswers;
        const auto stands = standing(then, rules_);
        if (stands != Standing::GoesOn) {
            outlook.settled += stands == Standing::Mated ? -share : 0;
            continue;
        }
        Future future;
        future.heard = own_words * 0x9e3779b97f4a7c15ULL +
                       fingerprint(said_of(after, answer, then, rules_.says()));
        future.weight = share;
        future.first = static_cast<std::uint32_t>(outlook.votes.size());
        chess::MoveList moves;
        chess::generate_legal(then, moves);
        for (const auto second : moves) {
            if (second.is_promotion() && second.promotion() != chess::kQueen)
                continue;
            outlook.votes.push_back(
                {number_of(second),
                 static_cast<float>(model_.value(then, second, {opponent.kind, answer}))});
        }
        future.votes = static_cast<std::uint32_t>(outlook.votes.size()) - future.first;
        nodes += future.votes;
        outlook.futures.push_back(future);
    }
}

// The worth of the best ordered list of tries for boards that sound alike: a refusal costs nothing,
// so on each board counts the first try of the list that is legal there.
double SecondLook::best_list(const Outlook& outlook, const std::vector<std::uint32_t>& group) {
    struct Mean {
        double sum = 0;
        double weight = 0;
    };
    boost::unordered_flat_map<std::uint32_t, Mean> means;
    for (const auto index : group) {
        const auto& future = outlook.futures[index];
        for (std::uint32_t v = 0; v < future.votes; ++v) {
            const auto& vote = outlook.votes[future.first + v];
            auto& mean = means[vote.action];
            mean.sum += future.weight * vote.value;
            mean.weight += future.weight;
        }
    }
    double sum = 0;
    for (const auto index : group) {
        const auto& future = outlook.futures[index];
        double highest = -2;
        double value = 0;
        for (std::uint32_t v = 0; v < future.votes; ++v) {
            const auto& vote = outlook.votes[future.first + v];
            const auto& mean = means[vote.action];
            if (mean.sum / mean.weight > highest) {
                highest = mean.sum / mean.weight;
                value = vote.value;
            }
        }
        sum += future.weight * value;
    }
    return sum;
}

double SecondLook::value(std::size_t index) const {
    const auto& outlook = outlooks_[index];
    if (outlook.weight <= 0)
        return -1;
    boost::unordered_flat_map<std::uint64_t, std::vector<std::uint32_t>> groups;
    for (std::uint32_t i = 0; i < outlook.futures.size(); ++i)
        groups[outlook.futures[i].heard].push_back(i);
    double sum = outlook.settled;
    for (const auto& [heard, group] : groups)
        sum += best_list(outlook, group);
    return sum / outlook.weight;
}

}  // namespace nebel::kriegspiel
