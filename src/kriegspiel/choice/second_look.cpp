#include "kriegspiel/choice/second_look.hpp"

#include <boost/unordered/unordered_flat_map.hpp>
#include <cmath>
#include <limits>

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
    weights_.push_back(weight);
    const Rng luck(rng_.next());
    std::uint64_t nodes = 0;
    for (std::size_t i = 0; i < tries_.size(); ++i) {
        const auto& action = tries_[i];
        const auto move = chess::to_legal_move(board, action.from, action.to, action.promotion);
        outlooks_[i].settled.push_back(move ? 0 : std::numeric_limits<double>::quiet_NaN());
        if (move)
            play(board, *move, opponent, luck, outlooks_[i], nodes);
    }
    meter.spend_node(nodes);
    return meter.poll();
}

void SecondLook::play(const chess::Position& board,
                      chess::Move move,
                      const Opponent& opponent,
                      Rng luck,
                      Outlook& outlook,
                      std::uint64_t& nodes) const {
    chess::Position after = board;
    after.do_move(move);
    if (standing(after, rules_) != Standing::GoesOn) {
        outlook.settled.back() = model_.value(board, move, opponent);
        return;
    }
    const auto said = said_of(board, move, after, rules_.says());
    const auto own_words = fingerprint(said);
    for (int k = 0; k < kAnswers; ++k) {
        const auto answer = model_.answer(after, said, opponent, luck);
        chess::Position then = after;
        then.do_move(answer);
        const auto stands = standing(then, rules_);
        if (stands != Standing::GoesOn) {
            outlook.settled.back() -= stands == Standing::Mated ? 1.0 / kAnswers : 0;
            continue;
        }
        Future future;
        future.heard = own_words * 0x9e3779b97f4a7c15ULL +
                       fingerprint(said_of(after, answer, then, rules_.says()));
        future.board = static_cast<std::uint32_t>(weights_.size() - 1);
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

void SecondLook::add_best_list(const Outlook& outlook,
                               const std::vector<std::uint32_t>& group,
                               std::vector<double>& values) const {
    boost::unordered_flat_map<std::uint32_t, Ballots::Try> numbers;
    for (const auto index : group) {
        const auto& future = outlook.futures[index];
        for (std::uint32_t v = 0; v < future.votes; ++v)
            numbers.emplace(outlook.votes[future.first + v].action,
                            static_cast<Ballots::Try>(numbers.size()));
    }
    Ballots ballots(numbers.size());
    for (const auto index : group) {
        const auto& future = outlook.futures[index];
        ballots.next_board(weights_[future.board]);
        for (std::uint32_t v = 0; v < future.votes; ++v) {
            const auto& vote = outlook.votes[future.first + v];
            ballots.vote(numbers.at(vote.action), vote.value);
        }
    }
    const std::vector<double> free(numbers.size(), 0.0);
    const auto list = ballots.best_list(free);
    for (std::size_t i = 0; i < group.size(); ++i)
        values[outlook.futures[group[i]].board] += list.values[i] / kAnswers;
}

Ballots SecondLook::judgement() const {
    std::vector<std::vector<double>> values;
    for (const auto& outlook : outlooks_) {
        boost::unordered_flat_map<std::uint64_t, std::vector<std::uint32_t>> groups;
        for (std::uint32_t i = 0; i < outlook.futures.size(); ++i)
            groups[outlook.futures[i].heard].push_back(i);
        values.push_back(outlook.settled);
        for (const auto& [heard, group] : groups)
            add_best_list(outlook, group, values.back());
    }
    Ballots ballots(tries_.size());
    for (std::size_t b = 0; b < weights_.size(); ++b) {
        ballots.next_board(weights_[b]);
        for (Ballots::Try i = 0; i < tries_.size(); ++i)
            if (!std::isnan(values[i][b]))
                ballots.vote(i, values[i][b]);
    }
    return ballots;
}

}  // namespace nebel::kriegspiel
