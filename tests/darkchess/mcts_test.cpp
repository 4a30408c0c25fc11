#include <gtest/gtest.h>

#include <cmath>

#include "darkchess/players/mcts_game.hpp"
#include "endgame_solver.hpp"
#include "game/battery.hpp"
#include "one_game.hpp"
#include "positions.hpp"
#include "search/uct_search.hpp"
#include "twins.hpp"

namespace nebel::darkchess {

namespace {

using Chance = search::ChanceTree<MctsGame>;
using Group = search::GroupTree<MctsGame>;

Budget simulations(std::uint64_t count) {
    Budget budget;
    budget.simulations = count;
    return budget;
}

MctsGame small_playouts() {
    MctsGame game;
    game.limits.quiet = 40;
    return game;
}

template <class Tree>
search::UctResult<Action> think(const Board& board, std::uint64_t count) {
    search::UctSearch<Tree> search(search::UctSettings{}, 1);
    return search.run(small_playouts(), Course(Rules{}, board), 3, simulations(count),
                      [](const auto&) {});
}

/// Won positions of one set of men for the side to move, within so many plies.
std::vector<Board> won_positions(const std::string& men,
                                 const testing::Endgame& exact,
                                 int plies,
                                 std::size_t wanted) {
    Rng rng(8);
    std::vector<Board> found;
    while (found.size() < wanted) {
        std::array<Man, kSquares> squares{};
        squares.fill(Man::None);
        for (const char letter : men) {
            std::size_t at = rng.below(kSquares);
            while (squares[at] != Man::None)
                at = rng.below(kSquares);
            squares[at] = *man_from_letter(letter);
        }
        const Board board =
            Board::standing(squares, rng.below(2) == 0 ? Colour::Red : Colour::Black);
        const int value = exact.value(board);
        if (value % 2 == 0 && value > 2 && value <= plies + 1)
            found.push_back(board);
    }
    return found;
}

template <class Tree>
void expect_wins_kept() {
    testing::Endgame::Family family;
    for (const std::string men : {"Kg", "KGk", "KPk", "CPk"}) {
        const auto& exact = testing::Endgame::get(men, family);
        for (const Board& board : won_positions(men, exact, 5, 6)) {
            const auto result = think<Tree>(board, 6000);
            EXPECT_EQ(result.best_move().proof, search::win_of(result.side)) << board.text();
            EXPECT_LT(result.simulations, 6000u) << "a certain win ends the search";
            Board next = board;
            const bool took =
                is_man(next.move(result.best_move().action.from, result.best_move().action.to));
            if (!took) {
                EXPECT_EQ(exact.value(next) % 2, 1) << "lost for the opponent: " << board.text();
            }
        }
    }
}

}  // namespace

TEST(MctsTree, ChanceNodesKeepForcedWins) {
    expect_wins_kept<Chance>();
}
TEST(MctsTree, GroupNodesKeepForcedWins) {
    expect_wins_kept<Group>();
}

// Whatever a tree holds for certain at the root is what the retrograde solver says.
TEST(MctsTree, CertainMovesAgreeWithTheSolver) {
    testing::Endgame::Family family;
    const auto& exact = testing::Endgame::get("Kg", family);
    int certain = 0;
    for (const Board& board : won_positions("Kg", exact, 7, 12))
        for (const auto& move : think<Chance>(board, 3000).moves) {
            Board next = board;
            if (is_man(next.move(move.action.from, move.action.to)))
                continue;
            const int value = exact.value(next);
            if (move.proof == search::Proof::Side0Wins) {
                ++certain;
                EXPECT_EQ(value % 2, 1) << board.text() << " " << move.action.text();
            } else if (move.proof == search::Proof::Side1Wins) {
                ++certain;
                EXPECT_TRUE(value != 0 && value % 2 == 0);
            }
        }
    EXPECT_GT(certain, 5);
}

TEST(MctsTree, AFlipShowsMenAsOftenAsTheyAreLeft) {
    const Board board = testing::position(testing::kMiddleGame);
    search::UctSettings settings;
    settings.exploration = 50;  // everything alike
    search::UctSearch<Chance> search(settings, 1);
    MctsGame game = small_playouts();
    game.limits.plies = 1;
    search.run(game, Course(Rules{}, board), 3, simulations(30000), [](const auto&) {});
    const auto& tree = search.tree(0);
    std::array<double, kManCodes> seen{};
    double flips = 0;
    for (const auto& child : tree.children(tree.root())) {
        ASSERT_EQ(child.is_chance, child.action.is_flip());
        if (!child.is_chance)
            continue;
        ASSERT_EQ(child.weight, 19u);
        for (const auto& shown : tree.children(child)) {
            ASSERT_EQ(static_cast<int>(shown.weight), board.dark_left(shown.chance));
            ASSERT_GT(shown.weight, 0u);
            seen[index(shown.chance)] += shown.visits;
            flips += shown.visits;
        }
    }
    ASSERT_GT(flips, 20000);
    double chi = 0;
    for (const Man m : kAllMen) {
        const double expected = flips * board.dark_left(m) / 19;
        if (expected > 0)
            chi += (seen[index(m)] - expected) * (seen[index(m)] - expected) / expected;
        else
            EXPECT_EQ(seen[index(m)], 0);
    }
    EXPECT_LT(chi, 13 + 5 * std::sqrt(2 * 13.0));
}

TEST(MctsTree, EvaluationJudgesDrawnPlayouts) {
    MctsGame game = small_playouts();
    game.limits.quiet = 1;  // the first quiet ply ends the playout
    Rng rng(1);
    const auto value = [&](std::string_view men) {
        return game.playout(Course(Rules{}, testing::few_men(men, "red")), rng);
    };
    game.draw = 0.3;
    EXPECT_EQ(value("a1K d8p"), 0.3);
    game.evaluate = true;
    EXPECT_EQ(value("a1K d8p"), 1);
    EXPECT_EQ(value("a1P d8k"), 0);
    EXPECT_EQ(value("a1P d8p"), 0.3);
    EXPECT_EQ(value("a1R d8c"), 0.3) << "the paper gives both the same weight";
}

// With a limit of 100 in the playout and 40 in the game, 10 quiet plies gone.
TEST(MctsTree, APlayoutStartsWithTheQuietPliesThatAreLeft) {
    Course course(*Rules::parse("seed40"), testing::few_men("a1G d8g", "red"));
    for (int i = 0; i < 5; ++i) {
        const Square red = i % 2 == 0 ? 0 : 1;
        const Square black = i % 2 == 0 ? 31 : 30;
        course.move({red, static_cast<Square>(1 - red)});
        course.move({black, static_cast<Square>(61 - black)});
    }
    ASSERT_EQ(course.board().quiet(), 10);
    const auto quiet_plies = [&](QuietStart start, bool capture_resets) {
        MctsGame game;
        game.limits.quiet = 100;
        game.limits.capture_resets = capture_resets;
        game.quiet_start = start;
        return 100 - game.first_quiet(course);
    };
    EXPECT_EQ(quiet_plies(QuietStart::Remaining, true), 30);
    EXPECT_EQ(quiet_plies(QuietStart::Game, true), 90);
    EXPECT_EQ(quiet_plies(QuietStart::Zero, true), 100);
    EXPECT_EQ(quiet_plies(QuietStart::Remaining, false), 100);
}

TEST(MctsPlayer, SpendsExactlyItsSimulationsAndCountsThem) {
    for (const std::string name : {"mcts-chance", "mcts-group", "mcts-chance:threads=3"}) {
        const auto player = PlayerRegistry<DarkChess>::instance().make(name);
        std::vector<SearchInfo> told;
        player->on_info = [&](const SearchInfo& info) { told.push_back(info); };
        player->begin(Rules{}, Seat::First, 1);
        player->act(simulations(700));
        ASSERT_FALSE(told.empty()) << name;
        EXPECT_EQ(told.back().simulations, 700u) << name;
        EXPECT_EQ(player->work().simulations, 700u) << name;
        EXPECT_GE(player->work().nodes, 700u) << name;
        EXPECT_FALSE(told.back().line.empty());
        player->begin(Rules{}, Seat::First, 1);
        EXPECT_EQ(player->work().simulations, 0u) << "a new game";
    }
    const auto player = PlayerRegistry<DarkChess>::instance().make("mcts-group:simulations=123");
    player->begin(Rules{}, Seat::First, 1);
    player->act({});
    EXPECT_EQ(player->work().simulations, 123u) << "its own default without a budget";
}

TEST(MctsPlayer, TimeAndTheStopFlagEndASearch) {
    const std::atomic<bool> stop{true};
    Budget budget;
    budget.stop = &stop;
    budget.simulations = 1000000000;
    const auto player = PlayerRegistry<DarkChess>::instance().make("mcts-chance:threads=2");
    player->begin(Rules{}, Seat::First, 1);
    player->act(budget);
    EXPECT_LT(player->work().simulations, 2000u);
    Budget time;
    time.time = std::chrono::milliseconds(5);
    player->act(time);
}

TEST(MctsPlayer, EqualSeedsEqualGames) {
    const auto rules = *Rules::parse("seed40");
    for (const std::string name :
         {"mcts-chance", "mcts-group:policy=capture-avoid", "mcts-chance:threads=2,policy=random"})
        EXPECT_EQ(testing::one_game(name, "capturer", rules, 4, simulations(60)),
                  testing::one_game(name, "capturer", rules, 4, simulations(60)))
            << name;
}

TEST(MctsPlayer, OptionsAreCheckedAndHeeded) {
    const auto& registry = PlayerRegistry<DarkChess>::instance();
    EXPECT_THROW((void)registry.make("mcts-chance:policy=none"), UserError);
    EXPECT_THROW((void)registry.make("mcts-chance:draw=2"), UserError);
    const auto record = battery::random_game<DarkChess>(Rules{}, 5, 60).record();
    const auto plain =
        battery::answers_of<DarkChess>("mcts-chance", record, Seat::First, simulations(80));
    for (const auto* changed :
         {"mcts-group", "mcts-chance:policy=trap", "mcts-chance:playout=5", "mcts-chance:eval=on",
          "mcts-chance:playout=20,counter=paper", "mcts-chance:quiet_start=zero,playout=20",
          "mcts-chance:exploration=3", "mcts-chance:draw=0", "mcts-chance:final=mean",
          "mcts-chance:threads=2"})
        EXPECT_NE(battery::answers_of<DarkChess>(changed, record, Seat::First, simulations(80)),
                  plain)
            << changed;
}

TEST(MctsPlayer, KeepsPlayingInTheLeastMemory) {
    const auto player = PlayerRegistry<DarkChess>::instance().make("mcts-chance:memory=1");
    player->begin(Rules{}, Seat::First, 1);
    player->act(simulations(40000));
    EXPECT_EQ(player->work().simulations, 40000u);
}

TEST(MctsPlayer, BeatsRandomPlay) {
    EXPECT_GE(testing::points("mcts-chance", "random", Rules{}, 3, simulations(1000)), 5.5);
    EXPECT_GE(testing::points("mcts-group", "random", Rules{}, 2, simulations(300)), 3);
}

TEST(MctsSecret, TwinsPlayTheSame) {
    Rng rng(18);
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const auto record =
            battery::random_game<DarkChess>(Rules{}, seed, 10 + 6 * static_cast<int>(seed))
                .record();
        const auto other = testing::twin(record, rng);
        ASSERT_NE(record.start, other.start);
        for (const Seat seat : kSeats)
            battery::expect_secret_kept(record, other, seat,
                                        {"mcts-chance", "mcts-group", "reference:depth=2"},
                                        simulations(40));
    }
}

}  // namespace nebel::darkchess
