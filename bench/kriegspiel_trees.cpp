#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "core/text.hpp"
#include "kriegspiel/recorded_game.hpp"

// How many nodes a second the tree searches over the umpire's messages look at: mcts-b, and mcts-c
// with one and two threads, from the same middle games, taking turns. Only answers that were
// searched for are timed; belief work inside them counts. The last row is what the machine itself
// can do: two players of one thread that share nothing, at the same time.
//
//   kriegspiel_trees [MILLISECONDS AN ANSWER (100)] [ROUNDS (5)]
namespace nebel::kriegspiel {

namespace {

/// A seat's story up to a turn at which it has to search.
struct MiddleGame {
    Rules rules;
    std::vector<Event> heard;
};

struct Spent {
    double nodes = 0;
    double seconds = 0;     ///< on the wall
    double processors = 0;  ///< seconds of processor time, all threads together

    void operator+=(const Spent& other) {
        nodes += other.nodes;
        seconds += other.seconds;
        processors += other.processors;
    }
    [[nodiscard]] double rate() const { return nodes / seconds; }
};

double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Calls the body, which returns how many nodes it looked at.
template <class Body>
Spent timed(Body&& body) {
    const double processors = processor_seconds();
    const auto start = std::chrono::steady_clock::now();
    const std::uint64_t nodes = body();
    const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - start;
    return {static_cast<double>(nodes), gone.count(), processor_seconds() - processors};
}

void sit_down(Player<Kriegspiel>& player, const MiddleGame& game) {
    player.begin(game.rules, Seat::First, 7);
    for (const auto& event : game.heard)
        player.hear(event);
}

std::uint64_t nodes_of_answer(Player<Kriegspiel>& player, const Budget& budget) {
    const std::uint64_t before = player.work().nodes;
    player.act(budget);
    return player.work().nodes - before;
}

std::vector<MiddleGame> middle_games() {
    constexpr std::uint64_t kGames = 8;
    constexpr std::size_t kFrom = 50;  // tries of both sides
    Budget little;
    little.nodes = 500;
    const auto probe = PlayerRegistry<Kriegspiel>::instance().make("mcts-c");
    std::vector<MiddleGame> found;
    for (std::uint64_t seed = 1; seed <= kGames; ++seed) {
        const auto record =
            recorded_game("wild16", "mcts-c", "metaposition", seed, kFrom + 20, little);
        MiddleGame game{record.rules, record.opening[Seat::First]};
        for (std::size_t i = 0; i < record.actions.size(); ++i) {
            const auto& entry = record.actions[i];
            if (i >= kFrom && entry.seat == Seat::First) {
                sit_down(*probe, game);
                if (nodes_of_answer(*probe, little) >= little.nodes) {
                    found.push_back(game);
                    break;
                }
            }
            const auto& heard = entry.heard[Seat::First];
            game.heard.insert(game.heard.end(), heard.begin(), heard.end());
        }
    }
    return found;
}

class Row {
 public:
    /// `players` answer at the same time, each on a thread of its own.
    Row(std::string title, const std::vector<std::string>& players) : title_(std::move(title)) {
        for (const auto& text : players)
            players_.push_back(PlayerRegistry<Kriegspiel>::instance().make(text));
    }

    Spent answer(const MiddleGame& game, const Budget& budget) {
        for (auto& player : players_)
            sit_down(*player, game);
        if (players_.size() == 1)
            return timed([&] { return nodes_of_answer(*players_[0], budget); });
        return timed([&] {
            std::atomic<std::uint64_t> nodes = 0;
            {
                std::vector<std::jthread> threads;
                for (auto& player : players_)
                    threads.emplace_back([&] { nodes += nodes_of_answer(*player, budget); });
            }
            return nodes.load();
        });
    }

    void end_round(const Spent& spent) { rounds_.push_back(spent); }
    [[nodiscard]] const std::string& title() const { return title_; }
    [[nodiscard]] const std::vector<Spent>& rounds() const { return rounds_; }

 private:
    std::string title_;
    std::vector<std::unique_ptr<Player<Kriegspiel>>> players_;
    std::vector<Spent> rounds_;
};

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

template <class F>
double median_of(const Row& row, F&& f) {
    std::vector<double> values;
    for (std::size_t i = 0; i < row.rounds().size(); ++i)
        values.push_back(f(i, row.rounds()[i]));
    return median(values);
}

void run(std::chrono::milliseconds time, int rounds) {
    const auto games = middle_games();
    Budget budget;
    budget.time = time;
    std::vector<Row> rows;
    rows.emplace_back("mcts-b:k=1", std::vector<std::string>{"mcts-b:k=1"});
    rows.emplace_back("mcts-c", std::vector<std::string>{"mcts-c"});
    rows.emplace_back("mcts-c:threads=2", std::vector<std::string>{"mcts-c:threads=2"});
    rows.emplace_back("two mcts-c at once", std::vector<std::string>{"mcts-c", "mcts-c"});
    const Row& one = rows[1];

    fmt::print("{} middle games, {} ms an answer, median of {} rounds\n", games.size(),
               time.count(), rounds);
    for (int round = 0; round < rounds; ++round) {
        std::vector<Spent> spent(rows.size());
        for (const auto& game : games)
            for (std::size_t i = 0; i < rows.size(); ++i)
                spent[i] += rows[i].answer(game, budget);
        for (std::size_t i = 0; i < rows.size(); ++i)
            rows[i].end_round(spent[i]);
    }
    fmt::print("{:<20}{:>12}{:>18}{:>18}{:>14}\n", "", "nodes/s", "nodes/processor-s",
               "processors used", "of mcts-c");
    for (const Row& row : rows)
        fmt::print(
            "{:<20}{:>12.0f}{:>18.0f}{:>18.2f}{:>14.2f}\n", row.title(),
            median_of(row, [](std::size_t, const Spent& s) { return s.rate(); }),
            median_of(row, [](std::size_t, const Spent& s) { return s.nodes / s.processors; }),
            median_of(row, [](std::size_t, const Spent& s) { return s.processors / s.seconds; }),
            median_of(row, [&](std::size_t i, const Spent& s) {
                return s.rate() / one.rounds()[i].rate();
            }));
}

}  // namespace

}  // namespace nebel::kriegspiel

int main(int argc, char** argv) {
    const auto time = argc > 1 ? nebel::parse_number<int>(argv[1]) : 100;
    const auto rounds = argc > 2 ? nebel::parse_number<int>(argv[2]) : 5;
    if (argc > 3 || !time || !rounds || *time < 1 || *rounds < 1) {
        fmt::print(stderr, "usage: kriegspiel_trees [MILLISECONDS AN ANSWER] [ROUNDS]\n");
        return 2;
    }
    nebel::kriegspiel::run(std::chrono::milliseconds(*time), *rounds);
}
