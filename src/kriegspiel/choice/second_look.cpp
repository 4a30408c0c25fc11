#include "kriegspiel/choice/second_look.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "chess/movegen.hpp"
#include "kriegspiel/prove/heard.hpp"

namespace nebel::kriegspiel {

namespace {

/// Answers of the opponent on one board.
constexpr int kAnswers = 2;
/// Quiet second tries of one board that are judged in full.
constexpr std::size_t kClosely = 4;
/// Boards come as often as their weight says, so each of them counts as much as another.
constexpr double kAlike = 1;
constexpr Ballots::Try kNoNumber = ~Ballots::Try{0};

std::uint32_t number_of(chess::Move move) {
    return static_cast<std::uint32_t>(move.from()) << 12 |
           static_cast<std::uint32_t>(move.to()) << 4 |
           static_cast<std::uint32_t>(move.promotion());
}

}  // namespace

SecondLook::SecondLook(const Rules& rules,
                       const ReplyModel& model,
                       std::vector<Action> tries,
                       std::uint64_t seed,
                       const QuietClock& clock)
    : rules_(rules),
      model_(model),
      tries_(std::move(tries)),
      clock_(clock),
      outlooks_(tries_.size()),
      rng_(seed) {}

bool SecondLook::look(const chess::Position& board, const Opponent& opponent, BudgetMeter& meter) {
    const Rng luck(rng_.next());
    std::uint64_t nodes = 0;
    for (std::size_t i = 0; i < tries_.size(); ++i) {
        const auto& action = tries_[i];
        const auto move = chess::to_legal_move(board, action.from, action.to, action.promotion);
        outlooks_[i].settled.push_back(move ? 0 : std::numeric_limits<double>::quiet_NaN());
        if (move)
            play(board, *move, opponent, luck, outlooks_[i], nodes);
    }
    ++boards_;
    meter.spend_node(nodes);
    return meter.poll();
}

void SecondLook::play(const chess::Position& board,
                      chess::Move move,
                      const Opponent& opponent,
                      Rng luck,
                      Outlook& outlook,
                      std::uint64_t& nodes) {
    chess::Position after = board;
    after.do_move(move);
    if (standing(after, rules_) != Standing::GoesOn) {
        outlook.settled.back() = model_.value(board, move, opponent);
        return;
    }
    const auto said = said_of(board, move, after, rules_.says());
    const auto own_words = fingerprint(said);
    const bool quiet = QuietClock::runs_on(board, move);
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
        future.board = boards_;
        future.first = static_cast<std::uint32_t>(outlook.votes.size());
        chess::MoveList all;
        chess::generate_legal(then, all);
        chess::MoveList moves;
        for (const auto second : all)
            if (!second.is_promotion() || second.promotion() == chess::kQueen)
                moves.push_back(second);
        std::array<double, chess::MoveList::capacity()> values;
        model_.values(then, moves, {opponent.kind, answer}, kClosely,
                      std::span(values).first(moves.size()));
        const bool still_quiet = quiet && QuietClock::runs_on(after, answer);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (still_quiet && QuietClock::runs_on(then, moves[i]))
                values[i] = clock_.faded(values[i]);
            const auto action =
                actions_.emplace(number_of(moves[i]), static_cast<std::uint32_t>(actions_.size()))
                    .first->second;
            outlook.votes.push_back({action, static_cast<float>(values[i])});
        }
        future.votes = static_cast<std::uint32_t>(outlook.votes.size()) - future.first;
        nodes += future.votes;
        outlook.futures.push_back(future);
    }
}

SecondLook::Numbers SecondLook::number(const Outlook& outlook, const Group& group) const {
    Numbers numbers{std::vector<Ballots::Try>(actions_.size(), kNoNumber)};
    for (const auto index : group) {
        const auto& future = outlook.futures[index];
        for (std::uint32_t v = 0; v < future.votes; ++v) {
            auto& number = numbers.of[outlook.votes[future.first + v].action];
            if (number == kNoNumber)
                number = numbers.count++;
        }
    }
    return numbers;
}

Ballots SecondLook::count(const Outlook& outlook,
                          const Group& group,
                          const Numbers& numbers) const {
    Ballots ballots(numbers.count);
    for (const auto index : group) {
        const auto& future = outlook.futures[index];
        ballots.next_board(kAlike);
        for (std::uint32_t v = 0; v < future.votes; ++v) {
            const auto& vote = outlook.votes[future.first + v];
            ballots.vote(numbers.of[vote.action], vote.value);
        }
    }
    return ballots;
}

std::optional<std::vector<double>> SecondLook::crossed(const Outlook& outlook,
                                                       const Group& group,
                                                       const Numbers& numbers) const {
    std::array<Group, 2> halves;
    for (const auto index : group)
        halves[outlook.futures[index].board % 2].push_back(index);
    if (halves[0].empty() || halves[1].empty())
        return std::nullopt;
    const std::vector<double> free(numbers.count, 0.0);
    const std::array<Ballots, 2> ballots{count(outlook, halves[0], numbers),
                                         count(outlook, halves[1], numbers)};
    std::array<std::vector<double>, 2> values;
    for (std::size_t half = 0; half < 2; ++half)
        values[half] = ballots[half].values_of(ballots[1 - half].best_list(free).order);
    std::vector<double> result;
    std::array<std::size_t, 2> next{};
    for (const auto index : group) {
        const std::size_t half = outlook.futures[index].board % 2;
        result.push_back(values[half][next[half]++]);
    }
    return result;
}

std::vector<double> SecondLook::values_of(const Outlook& outlook) const {
    auto values = outlook.settled;
    Group all(outlook.futures.size());
    std::iota(all.begin(), all.end(), 0U);
    // For what is heard on one half of the boards only there is no list but one for everything.
    const auto unheard = crossed(outlook, all, number(outlook, all));
    boost::unordered_flat_map<std::uint64_t, Group> groups;
    for (const auto index : all)
        groups[outlook.futures[index].heard].push_back(index);
    for (const auto& [heard, group] : groups) {
        const auto numbers = number(outlook, group);
        const std::vector<double> free(numbers.count, 0.0);
        const auto flattering = count(outlook, group, numbers).best_list(free).values;
        const auto other = crossed(outlook, group, numbers);
        for (std::size_t i = 0; i < group.size(); ++i) {
            const double harsh = other     ? (*other)[i]
                                 : unheard ? (*unheard)[group[i]]
                                           : flattering[i];
            values[outlook.futures[group[i]].board] += (flattering[i] + harsh) / 2 / kAnswers;
        }
    }
    return values;
}

Ballots SecondLook::judgement() const {
    std::vector<std::vector<double>> values;
    for (const auto& outlook : outlooks_)
        values.push_back(values_of(outlook));
    Ballots ballots(tries_.size());
    for (std::size_t b = 0; b < boards_; ++b) {
        ballots.next_board(kAlike);
        for (Ballots::Try i = 0; i < tries_.size(); ++i)
            if (!std::isnan(values[i][b]))
                ballots.vote(i, values[i][b]);
    }
    return ballots;
}

}  // namespace nebel::kriegspiel
