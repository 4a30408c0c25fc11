#include "search/expectimax.hpp"

#include <gtest/gtest.h>

#include "darkchess/players/expectimax.hpp"
#include "darkchess/playout.hpp"
#include "game/battery.hpp"
#include "positions.hpp"

namespace nebel::darkchess {

namespace {

using testing::few_men;

/// Dark chess as the plain search sees it: every legal action, every man a flip may show.
struct Rulebook {
    using Position = Board;
    using Action = darkchess::Action;
    using Actions = darkchess::Actions;
    struct Outcome {
        int weight;
        Man shown;
    };
    using Outcomes = InlineVec<Outcome, kAllMen.size()>;
    static constexpr int kHighest = kMaxEvaluation;

    void actions(const Board& board, Actions& list) const {
        generate(board, list);
        std::stable_partition(list.begin(), list.end(), [&](Action action) {
            return !action.is_flip() && is_man(board.at(action.to));
        });
    }
    [[nodiscard]] bool by_chance(const Board&, Action action) const { return action.is_flip(); }
    void outcomes(const Board& board, Action, Outcomes& list) const {
        for (const Man m : kAllMen)
            if (board.dark_left(m) > 0)
                list.push_back({board.dark_left(m), m});
    }
    [[nodiscard]] Board after(Board board, Action action) const {
        board.move(action.from, action.to);
        return board;
    }
    [[nodiscard]] Board after(Board board, Action action, Outcome outcome) const {
        board.flip(action.from, outcome.shown);
        return board;
    }
    [[nodiscard]] int value(const Board& board) const {
        return no_men(board) || no_move(board) ? -kHighest : evaluate(board, Material(board));
    }
};

ExpectimaxResult searched(const Board& board,
                          const Budget& budget,
                          const Rules& rules = {},
                          ExpectimaxSettings settings = {}) {
    settings.hash = 4;
    ExpectimaxEngine engine(settings);
    Rng rng(1);
    return engine.search(Course(rules, board), budget, rng);
}

Budget nodes(std::uint64_t count) {
    Budget budget;
    budget.nodes = count;
    return budget;
}

/// The weaker side plays the move that the tables say lasts longest; nothing else is as stubborn.
Action best_defence(const Board& board) {
    Actions actions;
    generate(board, actions);
    Action best = actions[0];
    int longest = -1;
    for (const Action action : actions) {
        Board next = board;
        next.move(action.from, action.to);
        if (no_men(next))
            return action;
        const auto value = EndgameTable::get(next)->probe(next);
        const int lasts = value.result == EndgameValue::Result::Win ? value.plies : 1000;
        if (lasts > longest) {
            longest = lasts;
            best = action;
        }
    }
    return best;
}

}  // namespace

TEST(ExpectimaxRulebook, StarOneAndTwoAnswerWhatPlainSearchAnswers) {
    Rng rng(23);
    const Rulebook game;
    std::array<std::uint64_t, 3> looked{};
    for (int round = 0; round < 60; ++round) {
        std::vector<testing::Fate> fates(32, testing::Fate::Captured);
        for (int i = 0; i < 6; ++i)
            fates[rng.below(32)] = testing::Fate::Standing;
        for (int i = 0; i < 3; ++i)
            fates[rng.below(32)] = testing::Fate::Dark;
        const Board board = testing::scattered(fates, rng);
        if (!board.coloured())
            continue;
        for (int depth = 0; depth <= 3; ++depth) {
            search::Expectimax<Rulebook> plain(game, search::Pruning::None);
            const int expected = plain.value(board, depth);
            for (const auto pruning : {search::Pruning::Star1, search::Pruning::Star2}) {
                search::Expectimax<Rulebook> pruned(game, pruning);
                ASSERT_EQ(pruned.value(board, depth), expected) << board.text() << " " << depth;
                looked[static_cast<std::size_t>(pruning)] += pruned.nodes();
            }
            looked[0] += plain.nodes();
        }
    }
    EXPECT_LT(looked[1], looked[0] / 2);
    EXPECT_LT(looked[2], looked[0] / 2);
}

TEST(Expectimax, FlipsThatTouchSomething) {
    const Board board = testing::position(testing::kMiddleGame);
    // Brute force from the rules' side: beside a revealed man, or two men apart in a line of it.
    const Squares touching = touching_flips(board);
    for (Square s = 0; s < kSquares; ++s) {
        if (board.at(s) != Man::Dark) {
            EXPECT_EQ(touching & bit(s), 0u);
            continue;
        }
        bool expected = false;
        for (Square t = 0; t < kSquares; ++t)
            if (is_man(board.at(t))) {
                const int distance =
                    std::abs(column_of(s) - column_of(t)) + std::abs(row_of(s) - row_of(t));
                expected |= distance == 1 || (cannon_reach(t, board.occupied()) & bit(s)) != 0;
            }
        EXPECT_EQ((touching & bit(s)) != 0, expected) << square_text(s);
    }
    EXPECT_EQ(touching_flips(Board()), 0u);
}

TEST(Expectimax, TakesWhatHangs) {
    // A rook beside an unguarded knight; a cannon over a screen; a pawn beside the king.
    EXPECT_EQ(searched(few_men("a1R a2n d8g d1P", "red"), nodes(3000)).best.text(), "a1-a2");
    EXPECT_EQ(searched(few_men("a1C a4P a8g d8m d1R", "red"), nodes(3000)).best.text(), "a1-a8");
    EXPECT_EQ(searched(few_men("b1P b2k d8p d5p a7N", "red"), nodes(3000)).best.text(), "b1-b2");
}

TEST(Expectimax, DoesNotTakeAGuardedMan) {
    // The general could take a minister that the king guards.
    const auto result = searched(few_men("b2G b3m b4k d8n a8N a7N", "red"), nodes(20000));
    EXPECT_NE(result.best.text(), "b2-b3");
}

TEST(Expectimax, NodesAreExact) {
    const Board middle = testing::position(testing::kMiddleGame);
    for (const std::uint64_t limit : {1u, 2u, 10u, 1000u, 12345u})
        EXPECT_EQ(searched(middle, nodes(limit)).nodes, limit);
    EXPECT_EQ(searched(middle, {}).nodes, ExpectimaxSettings{}.default_nodes);
}

TEST(Expectimax, TheSameNodesGiveTheSameAnswers) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
        const auto record = battery::random_game<DarkChess>(Rules{}, seed, 60).record();
        for (const auto* player : {"expectimax:hash=4", "champion:hash=4"})
            EXPECT_EQ(battery::answers_of<DarkChess>(player, record, Seat::First, nodes(1500)),
                      battery::answers_of<DarkChess>(player, record, Seat::First, nodes(1500)));
    }
}

TEST(Expectimax, AStopFlagIsObeyed) {
    const std::atomic<bool> stop{true};
    Budget budget;
    budget.stop = &stop;
    const auto result = searched(testing::position(testing::kMiddleGame), budget);
    EXPECT_LT(result.nodes, 1000u);
    EXPECT_EQ(why_illegal(testing::position(testing::kMiddleGame), result.best), "");
}

TEST(Expectimax, KnownEndingsAreWonWithinTheQuietLimit) {
    Rng rng(41);
    const Rules rules = *Rules::parse("ntu60");
    for (const std::string men : {"KGk", "CPk", "RRn", "GPkp", "MRRn"}) {
        int won = 0;
        for (int round = 0; round < 8; ++round) {
            std::array<Square, kSquares> squares{};
            for (std::size_t i = 0; i < kSquares; ++i)
                squares[i] = static_cast<Square>(i);
            rng.shuffle(std::span<Square>(squares));
            std::array<Man, kSquares> placed{};
            placed.fill(Man::None);
            for (std::size_t i = 0; i < men.size(); ++i)
                placed[squares[i]] = *man_from_letter(men[i]);
            const Board start = Board::standing(placed, Colour::Red);
            const auto value = EndgameTable::get(start)->probe(start);
            if (value.result != EndgameValue::Result::Win || value.plies > 60)
                continue;
            ExpectimaxSettings settings;
            settings.hash = 1;
            ExpectimaxEngine engine(settings);
            Course course(rules, start);
            std::optional<Outcome> outcome;
            while (!outcome) {
                const bool red = course.board().to_move() == Colour::Red;
                outcome = course.move(red ? engine.search(course, nodes(500), rng).best
                                          : best_defence(course.board()));
            }
            EXPECT_EQ(outcome->result, Result::FirstWins) << start.text();
            EXPECT_EQ(course.plies(), value.plies) << start.text();
            ++won;
        }
        EXPECT_GE(won, 2) << men << " gave too few positions to prove anything";
    }
}

TEST(Expectimax, WithoutTablesTheEasyOnesAreStillWon) {
    const Rules rules = *Rules::parse("ntu60");
    ExpectimaxSettings settings;
    settings.hash = 4;
    settings.tables = false;
    for (const auto* men : {"a1K b1G d8k", "a8G b3R c1n", "c4R d4R a7p"}) {
        ExpectimaxEngine engine(settings);
        Rng rng(2);
        Course course(rules, few_men(men, "red"));
        std::optional<Outcome> outcome;
        while (!outcome) {
            const bool red = course.board().to_move() == Colour::Red;
            outcome = course.move(red ? engine.search(course, nodes(20000), rng).best
                                      : best_defence(course.board()));
        }
        EXPECT_EQ(outcome->result, Result::FirstWins) << men;
    }
}

TEST(Expectimax, RepetitionIsAvoidedAheadAndSoughtBehind) {
    // Black, behind, can repeat for the third time by d7-d8 and does.
    Course behind(Rules{}, few_men("a1K b1G d1R d8m c8n", "red"));
    for (const auto* action : {"d1-d2", "d8-d7", "d2-d1", "d7-d8", "d1-d2", "d8-d7", "d2-d1"})
        ASSERT_FALSE(behind.move(*Action::parse(action)));
    ExpectimaxSettings settings;
    settings.hash = 1;
    ExpectimaxEngine engine(settings);
    Rng rng(1);
    EXPECT_EQ(engine.search(behind, nodes(20000), rng).best.text(), "d7-d8");

    // The same circle with red to complete it: anything but the repetition.
    Course ahead(Rules{}, few_men("a1K b1G d1R d8m c8n", "black"));
    for (const auto* action : {"d8-d7", "d1-d2", "d7-d8", "d2-d1", "d8-d7", "d1-d2", "d7-d8"})
        ASSERT_FALSE(ahead.move(*Action::parse(action)));
    EXPECT_NE(engine.search(ahead, nodes(20000), rng).best.text(), "d2-d1");
}

TEST(ExpectimaxTime, AClockOutlastsAnyGame) {
    using std::chrono::milliseconds;
    for (const int increment : {0, 100})
        for (const int clock : {300, 2000, 10000, 900000}) {
            milliseconds remaining(clock);
            milliseconds spent(0);
            for (int move = 0; move < 5000; ++move) {
                Budget budget;
                budget.clock = GameClock{remaining, milliseconds(increment)};
                const auto [soft, hard, glance] = allot(budget);
                ASSERT_GE(soft.count(), 1);
                ASSERT_LE(soft, hard);
                // From here on an action is a glance: counted in nodes, not in milliseconds.
                ASSERT_EQ(glance != 0, remaining < milliseconds(100) && increment == 0);
                if (glance != 0)
                    break;
                // Every action takes all it may.
                ASSERT_LT(hard, remaining) << move;
                spent += hard;
                ASSERT_LT(spent, milliseconds(clock + move * increment)) << move;
                remaining += milliseconds(increment) - hard;
            }
        }
    Budget budget;
    budget.time = milliseconds(100);
    EXPECT_EQ(allot(budget), (Allotment{milliseconds(100), milliseconds(100), 0}));
    budget.clock = GameClock{milliseconds(400), milliseconds(0)};
    EXPECT_LT(allot(budget).hard, milliseconds(30));
    EXPECT_EQ(allot({}), Allotment{});
    budget.time = {};
    budget.clock = GameClock{milliseconds(60), milliseconds(0)};
    EXPECT_LE(searched(testing::position(testing::kMiddleGame), budget).nodes, 400u);
}

TEST(Expectimax, TheFirstMoveIsAFlipAndEveryAnswerIsLegal) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        const auto record = battery::random_game<DarkChess>(Rules{}, seed, 120).record();
        const auto player = PlayerRegistry<DarkChess>::instance().make("expectimax:hash=1");
        player->begin(record.rules, Seat::First, seed);
        View view(record.rules, Seat::First);
        for (const auto& entry : record.actions) {
            if (entry.seat == Seat::First) {
                const Action action = player->act(nodes(300));
                ASSERT_EQ(why_illegal(view.board(), action), "");
            }
            for (const auto& event : entry.heard[Seat::First]) {
                player->hear(event);
                view.hear(event);
            }
        }
    }
}

}  // namespace nebel::darkchess
