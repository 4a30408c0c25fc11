#include "kriegspiel/belief/metaposition.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "chess/fen.hpp"
#include "kriegspiel/recorded_game.hpp"

namespace nebel::kriegspiel {

namespace {

/// How large the metapositions of some games were.
struct Size {
    double bits = 0;
    int boards = 0;
    [[nodiscard]] double mean() const { return bits / std::max(1, boards); }
};

// Both seats listen to a recorded game; after every action the truth must be inside.
testing::AssertionResult holds_the_truth(const GameRecord<Kriegspiel>& record, Size& size) {
    auto referee = Referee::from_start(record.rules, record.start).value();
    referee.open();
    PerSeat<std::optional<Metaposition>> listeners;
    for (const Seat seat : kSeats) {
        listeners[seat].emplace(record.rules, seat);
        for (const auto& event : record.opening[seat])
            listeners[seat]->hear(event);
        if (!referee.outcome() && !listeners[seat]->contains(referee.position()))
            return testing::AssertionFailure() << "opening, " << seat_name(seat);
    }
    for (std::size_t i = 0; i < record.actions.size(); ++i) {
        const auto& entry = record.actions[i];
        referee.act(entry.action);
        if (referee.outcome())
            break;
        for (const Seat seat : kSeats) {
            auto& listener = *listeners[seat];
            std::string heard;
            const std::string before = listener.board().text();
            for (const auto& event : entry.heard[seat]) {
                listener.hear(event);
                heard += event.text() + "; ";
            }
            if (!listener.contains(referee.position()))
                return testing::AssertionFailure()
                       << record.rules.text() << " action " << i << " " << entry.action.text()
                       << " by " << seat_name(entry.seat) << ", listener " << seat_name(seat)
                       << " heard " << heard << "\n"
                       << before << "then\n"
                       << listener.board().text() << "truth " << chess::to_fen(referee.position());
            if (referee.to_act() == seat) {
                size.bits += listener.board().bits_per_square();
                ++size.boards;
            }
        }
    }
    return testing::AssertionSuccess();
}

constexpr const char* kRulesets[] = {"wild16", "berkeley", "berkeley_any", "cincinnati",
                                     "rand",   "english",  "open"};

std::uint64_t games() {
    const char* many = std::getenv("NEBEL_METAPOSITION_GAMES");
    return many ? std::strtoull(many, nullptr, 10) : 3;
}

void print(const std::string& what, const Size& size) {
    if (std::getenv("NEBEL_METAPOSITION_GAMES"))
        std::printf("%-28s %6.3f bits a square over %d turns\n", what.c_str(), size.mean(),
                    size.boards);
}

// Random play from a position whose enemy men neither seat is told.
GameRecord<Kriegspiel> game_from(const std::string& rules_text,
                                 const char* fen,
                                 std::uint64_t seed) {
    const auto rules = Rules::parse(rules_text).value();
    nebel::Table<Kriegspiel> table(rules, Referee::from_start(rules, fen).value());
    PerSeat<std::optional<View>> views;
    for (const Seat seat : kSeats) {
        views[seat].emplace(rules, seat);
        for (const auto& event : table.opening(seat))
            views[seat]->hear(event);
    }
    Rng rng(seed);
    for (int i = 0; i < 150 && !table.outcome(); ++i) {
        const auto answer = table.act(views[table.to_act()]->random_action(rng));
        for (const Seat seat : kSeats)
            for (const auto& event : answer.events[seat])
                views[seat]->hear(event);
    }
    return table.record();
}

}  // namespace

// NEBEL_METAPOSITION_GAMES plays more of them and prints how large the metapositions are.
TEST(Metaposition, TheTruthIsAlwaysInside) {
    for (const std::string ruleset : kRulesets) {
        Size size;
        for (std::uint64_t seed = 0; seed < games(); ++seed)
            for (const auto& [first, second] :
                 {std::pair{"random", "random"}, {"capturer", "capturer"}, {"capturer", "random"}})
                ASSERT_TRUE(holds_the_truth(recorded_game(ruleset, first, second, seed, 500), size))
                    << "seed " << seed;
        print(ruleset, size);
        if (ruleset == "open")
            EXPECT_EQ(size.mean(), 0.0);
        else
            EXPECT_LT(size.mean(), 2.4) << ruleset;
    }
}

TEST(Metaposition, TheTruthIsInsideOnSmallBoards) {
    for (const std::string board : {"silverman4x4", "reduced4x4", "gardner5x5", "losalamos6x6",
                                    "5x5", "6x6", "7x7", "8x4", "5x8"})
        for (const std::string ruleset : kRulesets) {
            Size size;
            for (std::uint64_t seed = 0; seed < games(); ++seed)
                ASSERT_TRUE(holds_the_truth(
                    recorded_game(ruleset + ",board=" + board, "capturer", "random", seed, 200),
                    size))
                    << "seed " << seed;
            print(ruleset + " " + board, size);
        }
}

// The enemy's men are not told: everything is possible, and then less and less.
TEST(Metaposition, TheTruthIsInsideFromOtherStarts) {
    for (const char* fen :
         {"7k/8/8/8/8/8/8/KQ6 w - - 0 1", "4k3/pppp4/8/8/4p3/8/PPPPPPPP/RNBQKBNR b KQ - 0 1",
          "r3k2r/8/8/3Pp3/8/8/8/R3K2R w KQkq e6 0 2", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1",
          "8/4k3/8/8/8/8/4r3/4K3 w - - 0 1", "8/8/8/3k4/8/2B5/3K4/5B2 w - - 30 60"})
        for (const std::string ruleset : kRulesets) {
            Size size;
            for (std::uint64_t seed = 0; seed < games(); ++seed)
                ASSERT_TRUE(holds_the_truth(game_from(ruleset, fen, seed), size))
                    << fen << " seed " << seed;
        }
}

}  // namespace nebel::kriegspiel
