#include "kriegspiel/belief/move_model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "kriegspiel/belief/move_learning.hpp"
#include "kriegspiel/recorded_game.hpp"

namespace nebel::kriegspiel {

namespace {

MoveModel::Weights random_weights(std::uint64_t seed) {
    Rng rng(seed);
    MoveModel::Weights weights;
    for (auto& weight : weights)
        weight = static_cast<float>(2 * rng.real() - 1);
    return weights;
}

/// Positions of a random game with something said before each.
template <class Visit>
void walk(std::uint64_t seed, int plies, Visit&& visit) {
    Rng rng(seed);
    auto position =
        chess::parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").value();
    Said heard;
    for (int i = 0; i < plies; ++i) {
        chess::MoveList moves;
        chess::generate_legal(position, moves);
        if (moves.empty())
            return;
        visit(position, moves, heard);
        const auto move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
        heard = {};
        if (position.is_capture(move))
            heard.capture = position.capture_square(move);
        heard.pawn_count = static_cast<std::int8_t>(rng.below(3));
        position.do_move(move);
    }
}

}  // namespace

TEST(MoveKinds, AllThatShipAreExpectedAndOnesThatAreNamedAlike) {
    double total = 0;
    for (const auto& kind : load_move_kinds("standard")) {
        EXPECT_GT(kind.share, 0);
        total += kind.share;
    }
    EXPECT_NEAR(total, 1, 1e-9);
    const auto named = load_move_kinds("champion+samplers");
    ASSERT_EQ(named.size(), 2u);
    EXPECT_EQ(named[0].share, named[1].share);
    EXPECT_EQ(named[1].model, load_move_model("samplers"));
}

// The product of tables that play uses is the sum of features that learning uses.
TEST(MoveModel, SharesAreTheExponentialOfTheFeaturesWeights) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const MoveModel model(random_weights(seed), nullptr, 0.1);
        walk(seed, 120, [&](const auto& position, const auto& moves, const Said& heard) {
            std::vector<double> chances(moves.size());
            model.weigh(position, moves, heard, chances);
            const MoveFeatures features(position, heard);
            std::vector<double> expected;
            double total = 0;
            for (const auto move : moves) {
                double sum = 0;
                features.visit(move, [&](int index) {
                    ASSERT_GE(index, 0);
                    ASSERT_LT(index, MoveFeatures::kCount);
                    sum += model.weights()[static_cast<std::size_t>(index)];
                });
                expected.push_back(std::exp(sum));
                total += expected.back();
            }
            double whole = 0;
            for (std::size_t i = 0; i < moves.size(); ++i) {
                const double want =
                    0.1 / static_cast<double>(moves.size()) + 0.9 * expected[i] / total;
                EXPECT_NEAR(chances[i], want, 1e-5);
                EXPECT_NEAR(model.probability(position, moves[i], heard), want, 1e-5);
                whole += chances[i];
            }
            EXPECT_NEAR(whole, 1, 1e-6);
        });
    }
}

TEST(MoveModel, TheStandardOneTakesBack) {
    const auto model = MoveModel::standard();
    const auto position =
        chess::parse_fen("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2").value();
    Said heard;
    heard.capture = chess::kD5;
    const auto retake =
        chess::to_legal_move(position, chess::kD8, chess::kD5, chess::kNoType).value();
    EXPECT_GT(model->probability(position, retake, heard),
              3 * model->probability(position, retake, Said{}));
}

TEST(MoveModel, KnowsWhoMovedLast) {
    MoveModel::Weights weights{};
    weights[MoveFeatures::kAgain + 1] = 2;
    weights[MoveFeatures::kBack + 1] = -2;
    const MoveModel model(weights, nullptr, 0);
    // A knight alone with its king: five moves of the king, and the knight's from c3.
    const auto position = chess::parse_fen("7k/8/8/8/8/2N5/8/K7 w - - 0 1").value();
    const auto chance = [&](chess::Square to, chess::Move last) {
        const Said nothing;
        const auto move = chess::to_legal_move(position, chess::kC3, to, chess::kNoType).value();
        return model.probability(position, move, Mover(nothing, last));
    };
    const chess::Move came(chess::kB1, chess::kC3);
    EXPECT_GT(chance(chess::kD5, came), chance(chess::kD5, {}));
    EXPECT_LT(chance(chess::kB1, came), chance(chess::kB1, {}));
    EXPECT_DOUBLE_EQ(chance(chess::kB1, chess::Move(chess::kA2, chess::kA1)),
                     chance(chess::kD5, chess::Move(chess::kA2, chess::kA1)));
}

TEST(MoveModel, PawnsTakeUnaskedWhereNobodyIsTold) {
    const auto model = load_move_model("samplers");
    const auto position = chess::parse_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").value();
    const auto take =
        chess::to_legal_move(position, chess::kE4, chess::kD5, chess::kNoType).value();
    Said told;
    told.pawn_count = 1;
    const Said nothing;
    Said denied;
    denied.pawn_any = 0;
    const auto chance = [&](const Said& heard, bool probes) {
        return model->probability(position, take, Mover(heard, {}, 0, probes));
    };
    EXPECT_GT(chance(told, false), 2 * chance(nothing, false));
    EXPECT_EQ(chance(nothing, true), chance(told, false));
    // Whoever has asked "Any?" and heard a no does not try.
    EXPECT_EQ(chance(denied, true), chance(denied, false));
    // With nothing in reach there is nothing to find out.
    const auto apart = chess::parse_fen("4k3/8/3p4/8/4P3/8/8/4K3 w - - 0 1").value();
    EXPECT_FALSE(Mover(nothing, {}, 0, true).pawns_can_take(apart));
    EXPECT_TRUE(Mover(nothing, {}, 0, true).pawns_can_take(position));
}

TEST(MoveModel, WhoHasToProbeWithPawns) {
    const auto probes = [](const char* rules) { return probes_pawns(Rules::parse(rules).value()); };
    EXPECT_FALSE(probes("wild16"));
    EXPECT_FALSE(probes("cincinnati"));
    EXPECT_FALSE(probes("rand"));
    EXPECT_TRUE(probes("berkeley"));
    EXPECT_TRUE(probes("berkeley_any"));
    EXPECT_TRUE(probes("english"));
}

// The rook a1 guards the knight a5 and nothing else; the king guards nothing.
TEST(MoveModel, KnowsWhatAMoveLeavesUnguarded) {
    MoveModel::Weights weights{};
    weights[MoveFeatures::kUnguards + 2] = -2;  // a piece
    weights[MoveFeatures::kGuards] = 1;         // a pawn
    const MoveModel model(weights, nullptr, 0);
    const auto position = chess::parse_fen("7k/8/8/N7/8/7P/8/R3K3 w - - 0 1").value();
    const auto chance = [&](chess::Square from, chess::Square to) {
        const Said nothing;
        const auto move = chess::to_legal_move(position, from, to, chess::kNoType).value();
        return model.probability(position, move, Mover(nothing));
    };
    const double quiet = chance(chess::kA1, chess::kA2);
    EXPECT_NEAR(chance(chess::kA1, chess::kB1) / quiet, std::exp(-2.0), 1e-5);
    EXPECT_NEAR(chance(chess::kA1, chess::kA3) / quiet, std::exp(1.0), 1e-5);
    EXPECT_NEAR(chance(chess::kE1, chess::kF2) / quiet, 1, 1e-5);
    // The knight itself may leave its guard.
    EXPECT_NEAR(chance(chess::kA5, chess::kB3) / quiet, 1, 1e-5);
}

TEST(MoveModel, KindsAreNamedOrReadFromFiles) {
    EXPECT_GT(load_move_kinds("standard").size(), 2u);
    EXPECT_EQ(load_move_kinds("standard").front().model, MoveModel::standard());
    EXPECT_EQ(load_move_kinds("waiting+broad").size(), 2u);
    EXPECT_EQ(load_move_kinds("waiting+broad").back().model, MoveModel::standard());
    EXPECT_TRUE(load_move_kinds("none").empty());
    EXPECT_THROW(load_move_kinds("broad+no/such/file"), UserError);
}

TEST(MoveModel, TextGoesInAndOut) {
    const MoveModel model(random_weights(9));
    const auto again = MoveModel::parse(model.text());
    ASSERT_TRUE(again.has_value());
    for (std::size_t i = 0; i < model.weights().size(); ++i)
        EXPECT_NEAR(again->weights()[i], model.weights()[i], 1e-4);
}

TEST(MoveModel, TextThatIsNoModelIsRefused) {
    const auto text = MoveModel(random_weights(9)).text();
    EXPECT_FALSE(MoveModel::parse(""));
    EXPECT_FALSE(MoveModel::parse(text + "0.5 one more\n"));
    EXPECT_FALSE(MoveModel::parse(text.substr(text.find('\n') + 1)));
    EXPECT_FALSE(MoveModel::parse("nan" + text.substr(text.find(' '))));
    EXPECT_FALSE(MoveModel::parse("much" + text.substr(text.find(' '))));
    EXPECT_THROW(load_move_model("no/such/file"), UserError);
    EXPECT_EQ(load_move_model("none"), nullptr);
}

TEST(MoveModel, NamesTellEveryFeatureApart) {
    std::set<std::string> names;
    for (int i = 0; i < MoveFeatures::kCount; ++i)
        names.insert(MoveFeatures::name(i));
    EXPECT_EQ(names.size(), static_cast<std::size_t>(MoveFeatures::kCount));
}

TEST(MoveLearning, FindsWhatAPlayerAlwaysDoes) {
    MoveLearning learning;
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
        learning.add(recorded_game("wild16", "capturer", "capturer", seed, 160),
                     PerSeat<bool>{{true, true}});
    MoveLearning::Settings settings;
    settings.passes = 25;
    double first = 0;
    double last = 0;
    const auto model = learning.fit(
        settings, [&](int pass, double likelihood) { (pass == 1 ? first : last) = likelihood; });
    EXPECT_GT(last, first);
    EXPECT_GT(model.weights()[MoveFeatures::kToldPawnTake], 0.5F);
    const auto score = learning.score(model);
    EXPECT_GT(score.decisions, 0u);
    EXPECT_GT(score.model, score.uniform + 0.1);
}

}  // namespace nebel::kriegspiel
