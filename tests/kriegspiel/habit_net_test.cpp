#include "kriegspiel/belief/habit_net.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/start_positions.hpp"
#include "kriegspiel/belief/move_learning.hpp"
#include "kriegspiel/recorded_game.hpp"

namespace nebel::kriegspiel {

namespace {

HabitNet random_net(std::uint64_t seed) {
    Rng rng(seed);
    HabitNet::Weights weights;
    for (auto* rows : {&weights.in, &weights.bias, &weights.to, &weights.from})
        for (auto& row : *rows)
            for (float& weight : row)
                weight = static_cast<float>(rng.real() - 0.5);
    return HabitNet(std::move(weights));
}

std::set<int> inputs_of(const char* fen, const Said& heard, chess::Move last = {}) {
    const auto inputs = HabitNet::inputs(chess::parse_fen(fen).value(), Mover(heard, last));
    return {inputs.begin(), inputs.end()};
}

}  // namespace

TEST(HabitNet, KnowsWhatTheMoverKnowsAndNoMore) {
    Said heard;
    const auto here = inputs_of("4k3/pp6/8/8/8/8/4P3/4K3 w - - 0 9", heard);
    // Where the other side's men stand makes no difference, how many they are does.
    EXPECT_EQ(here, inputs_of("k7/8/5n2/8/1r6/8/4P3/4K3 w - - 0 9", heard));
    EXPECT_NE(here, inputs_of("4k3/p7/8/8/8/8/4P3/4K3 w - - 0 9", heard));
    EXPECT_NE(here, inputs_of("4k3/pp6/8/8/4P3/8/8/4K3 w - - 0 9", heard));
    EXPECT_NE(here, inputs_of("4k3/pp6/8/8/8/8/4P3/4K3 w - - 0 30", heard));
    EXPECT_NE(here, inputs_of("4k3/pp6/8/8/8/8/4P3/4K3 w - - 0 9", heard,
                              chess::Move(chess::kD1, chess::kE1)));
    heard.capture = chess::kD5;
    const auto lost = inputs_of("4k3/pp6/8/8/8/8/4P3/4K3 w - - 0 9", heard);
    EXPECT_NE(here, lost);
    heard.pawn_count = 1;
    EXPECT_NE(lost, inputs_of("4k3/pp6/8/8/8/8/4P3/4K3 w - - 0 9", heard));
}

TEST(HabitNet, BothColoursLookAlike) {
    Said white;
    white.capture = chess::kD4;
    Said black;
    black.capture = chess::kD5;
    EXPECT_EQ(inputs_of("4k2r/8/8/3p4/8/2N5/4P3/4K2R w K - 0 9", white,
                        chess::Move(chess::kB1, chess::kC3)),
              inputs_of("4k2r/4p3/2n5/8/3P4/8/8/4K2R b k - 0 9", black,
                        chess::Move(chess::kB8, chess::kC6)));
}

TEST(HabitNet, TextGoesInAndOut) {
    const auto net = random_net(3);
    const auto again = HabitNet::parse(net.text());
    ASSERT_TRUE(again.has_value());
    for (std::size_t i = 0; i < net.weights().to.size(); ++i)
        for (std::size_t k = 0; k < HabitNet::kHidden; ++k)
            EXPECT_NEAR(again->weights().to[i][k], net.weights().to[i][k], 0.5 / 127);
    // What was rounded once is not rounded again.
    EXPECT_EQ(HabitNet::parse(again->text())->text(), again->text());
}

TEST(HabitNet, TextThatIsNoNetIsRefused) {
    const auto text = random_net(3).text();
    EXPECT_FALSE(HabitNet::parse(""));
    EXPECT_FALSE(HabitNet::parse(text + text));
    EXPECT_FALSE(HabitNet::parse(text.substr(text.find('\n') + 1)));
    EXPECT_FALSE(HabitNet::parse(text.substr(0, text.size() / 2)));
    EXPECT_FALSE(HabitNet::parse("in nan" + text.substr(text.find('\n'))));
    auto odd = text;
    odd[text.find('\n') + 3] = 'x';
    EXPECT_FALSE(HabitNet::parse(odd));
}

// On the usual board a move's share is that of its features times e to its liking; elsewhere habits
// say nothing.
TEST(MoveModel, HabitsAreAFactor) {
    const MoveModel::Weights weights{};
    const auto net =
        std::make_shared<const HabitNet>(HabitNet::parse(random_net(5).text()).value());
    const MoveModel model(weights, net, 0);
    const Said nothing;
    const auto position =
        chess::parse_fen("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 3")
            .value();
    chess::MoveList moves;
    chess::generate_legal(position, moves);
    std::vector<double> chances(moves.size());
    model.weigh(position, moves, Mover(nothing), chances);
    const auto hidden = net->hidden(HabitNet::inputs(position, Mover(nothing)));
    const auto liking = [&](chess::Move move) {
        return net->liking(hidden, HabitNet::target(position, move),
                           HabitNet::source(position, move));
    };
    for (std::size_t i = 1; i < moves.size(); ++i)
        EXPECT_NEAR(std::log(chances[i] / chances[0]), liking(moves[i]) - liking(moves[0]), 0.02);
    const auto again = MoveModel::parse(model.text());
    ASSERT_TRUE(again.has_value());
    EXPECT_NE(again->habits(), nullptr);
    EXPECT_FALSE(MoveModel::parse(model.text() + "ff\n"));

    const auto small = chess::start_position("gardner5x5").value();
    moves.clear();
    chess::generate_legal(small, moves);
    model.weigh(small, moves, Mover(nothing), std::span(chances).first(moves.size()));
    EXPECT_NEAR(chances[0], 1.0 / static_cast<double>(moves.size()), 1e-6);
}

TEST(MoveLearning, HabitsExplainMoreThanSingleMoves) {
    MoveLearning learning;
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
        learning.add(recorded_game("wild16", "hider", "random", seed, 80),
                     PerSeat<bool>{{true, false}});
    const auto fitted = [&](bool habits) {
        MoveLearning::Settings settings;
        settings.passes = 12;
        settings.habits_from = habits ? 1 : 1000000;
        double last = 0;
        const auto model = learning.fit(settings, [&](int, double likely) { last = likely; });
        EXPECT_EQ(model.habits() != nullptr, habits);
        return std::pair(last, learning.score(model).model);
    };
    const auto with = fitted(true);
    const auto without = fitted(false);
    EXPECT_GT(with.first, without.first);
    EXPECT_GT(with.second, without.second);
}

}  // namespace nebel::kriegspiel
