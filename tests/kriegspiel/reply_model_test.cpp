#include "kriegspiel/choice/reply_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/random_games.hpp"

namespace nebel::kriegspiel {

namespace {

double value_of(const ReplyModel& model, const char* fen, chess::Square from, chess::Square to) {
    const auto board = chess::parse_fen(fen).value();
    const auto move = chess::to_legal_move(board, from, to, chess::kNoType);
    EXPECT_TRUE(move) << fen;
    return model.value(board, *move);
}

ReplyModel::Settings blind() {
    ReplyModel::Settings settings;
    settings.attentive = 0;
    return settings;
}

/// Values of all moves, in full, and as the second look asks for them.
struct Judged {
    std::vector<double> fully;
    std::vector<double> closely;
};
Judged judged(const ReplyModel& model,
              const chess::Position& board,
              const chess::MoveList& moves,
              std::size_t closely) {
    Judged result{{}, std::vector<double>(moves.size())};
    for (const auto move : moves)
        result.fully.push_back(model.value(board, move));
    model.values(board, moves, {}, closely, result.closely);
    return result;
}

ReplyModel::Settings as_the_champion() {
    ReplyModel::Settings settings;
    settings.attentive = 0.64;
    settings.threat = 0.22;
    settings.pawn_threat = 0.67;
    settings.moves = {MoveModel::standard()};
    settings.worth = load_blind_worth("standard");
    return settings;
}

}  // namespace

// Told or not, the opponent takes with its pawn what it can: where nobody tells, it tries.
TEST(ReplyModel, AnOpponentThatIsNotToldTriesItsPawns) {
    auto settings = as_the_champion();
    settings.attentive = 0;
    constexpr const char* kBoard = "4k3/8/8/3p4/8/8/8/R3K2Q w - - 0 1";
    for (const char* rules : {"berkeley", "berkeley_any", "cincinnati"}) {
        const ReplyModel model(Rules::parse(rules).value(), settings);
        EXPECT_NEAR(value_of(model, kBoard, chess::kH1, chess::kE4),
                    value_of(ReplyModel(Rules(), settings), kBoard, chess::kH1, chess::kE4), 1e-9)
            << rules;
    }
}

TEST(ReplyModel, EndsOfTheGameAreWorthTheirResult) {
    const ReplyModel model(Rules(), {});
    EXPECT_EQ(value_of(model, "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", chess::kA1, chess::kA8), 1);
    // Stalemate throws a won game away, but wins where the rules say so.
    constexpr const char* kStuck = "7k/8/8/6Q1/8/8/8/K7 w - - 0 1";
    EXPECT_LT(value_of(model, kStuck, chess::kG5, chess::kG6), -0.3);
    const ReplyModel rand(Rules::parse("rand").value(), {});
    EXPECT_EQ(value_of(rand, kStuck, chess::kG5, chess::kG6), 1);
}

TEST(ReplyModel, ABlindOpponentTakesBackButSeldomHitsByAccident) {
    const ReplyModel model(Rules(), blind());
    // The queen takes a pawn: guarded by a rook it is lost, unguarded it is not.
    const double guarded =
        value_of(model, "3r2k1/5ppp/8/3p4/8/8/5PPP/3Q2K1 w - - 0 1", chess::kD1, chess::kD5);
    const double unguarded =
        value_of(model, "2r3k1/5ppp/8/3p4/8/8/5PPP/3Q2K1 w - - 0 1", chess::kD1, chess::kD5);
    EXPECT_LT(guarded, unguarded - 0.3);
    // Standing quietly in a rook's way is a small risk to a blind one, a certain loss otherwise.
    constexpr const char* kQuiet = "3r2k1/5ppp/8/8/8/8/5PPP/Q5K1 w - - 0 1";
    auto sees = blind();
    sees.attentive = 1;
    const double accident = value_of(model, kQuiet, chess::kA1, chess::kD4);
    EXPECT_GT(accident, 0.2);
    EXPECT_LT(value_of(ReplyModel(Rules(), sees), kQuiet, chess::kA1, chess::kD4), -0.2);
    auto unlucky = blind();
    unlucky.accident = 0.9;
    EXPECT_LT(value_of(ReplyModel(Rules(), unlucky), kQuiet, chess::kA1, chess::kD4),
              accident - 0.3);
}

// The pawn could have the queen for nothing; the rook's mate on the first rank is better.
TEST(ReplyModel, AnAttentiveOpponentMatesBeforeItTakes) {
    auto sees = blind();
    sees.attentive = 1;
    const ReplyModel model(Rules(), sees);
    const auto answer_to = [&](const char* fen) {
        Rng luck(1);
        return model.answer(chess::parse_fen(fen).value(), {}, {}, luck).to();
    };
    EXPECT_EQ(answer_to("4r1k1/5p1p/8/6p1/7Q/8/5PPP/6K1 b - - 0 1"), chess::kE1);
    EXPECT_EQ(answer_to("4r1k1/5p1p/8/6p1/7Q/7P/5PP1/6K1 b - - 0 1"), chess::kH4);
}

// Black's rook mates on the first rank unless the king gets air.
TEST(ReplyModel, AMoveThatLetsTheOpponentMateIsWorthLess) {
    constexpr const char* kBackRank = "4r1k1/5ppp/8/8/8/8/R4PPP/6K1 w - - 0 1";
    auto sees = blind();
    sees.attentive = 1;
    const ReplyModel attentive(Rules(), sees);
    EXPECT_EQ(value_of(attentive, kBackRank, chess::kA2, chess::kA3), -1);
    EXPECT_GT(value_of(attentive, kBackRank, chess::kH2, chess::kH3), -0.5);
    // One that moves by habit mates by chance.
    auto by_habit = blind();
    by_habit.moves = {MoveModel::standard()};
    const ReplyModel fitted(Rules(), by_habit);
    EXPECT_LT(value_of(fitted, kBackRank, chess::kA2, chess::kA3),
              value_of(fitted, kBackRank, chess::kH2, chess::kH3) - 0.02);
}

// We are told of captures that a pawn can make, and the opponent does not see it stand there.
TEST(ReplyModel, WhatAPawnThreatensHasAPriceOfItsOwn) {
    auto settings = blind();
    settings.moves = {MoveModel::standard()};
    const auto gain = [&](const char* fen, chess::Square from, chess::Square to) {
        settings.threat = settings.pawn_threat = 0;
        const double without = value_of(ReplyModel(Rules(), settings), fen, from, to);
        settings.pawn_threat = 0.5;
        return value_of(ReplyModel(Rules(), settings), fen, from, to) - without;
    };
    constexpr auto kFork = "6k1/8/2n1n3/8/3P4/8/8/6K1 w - - 0 1";
    EXPECT_GT(gain(kFork, chess::kD4, chess::kD5), 0.02);
    EXPECT_EQ(gain(kFork, chess::kG1, chess::kF1), 0);
    EXPECT_EQ(gain("6k1/8/8/2n5/8/8/8/R5K1 w - - 0 1", chess::kA1, chess::kC1), 0);
}

// A queen that takes a guarded pawn is worth less than one that stays.
TEST(ReplyModel, TheFittedOpponentTakesBackToo) {
    ReplyModel::Settings settings;
    settings.attentive = 0;
    settings.moves = {MoveModel::standard()};
    const ReplyModel model(Rules(), settings);
    const auto board = chess::parse_fen("2r3k1/5ppp/4p3/3p4/8/8/5PPP/3Q2K1 w - - 0 1").value();
    const auto value = [&](chess::Square to) {
        return model.value(board,
                           chess::to_legal_move(board, chess::kD1, to, chess::kNoType).value());
    };
    EXPECT_LT(value(chess::kD5) + 0.2, value(chess::kD4));
    EXPECT_LT(value(chess::kC2), value(chess::kB3));  // the rook may stumble on c2
}

// Many moves at once, each looked at closely: nothing but a shorter way to write it.
TEST(ReplyModel, AllMovesJudgedCloselyAreWorthWhatEachIs) {
    for (const double attentive : {0.0, 0.64, 1.0}) {
        auto settings = as_the_champion();
        settings.attentive = attentive;
        const ReplyModel model(Rules(), settings);
        chess::testing::for_random_positions(
            11, 1, 16, [&](const chess::Position& board, const chess::MoveList& moves) {
                const auto [fully, closely] = judged(model, board, moves, moves.size());
                for (std::size_t i = 0; i < moves.size(); ++i)
                    ASSERT_DOUBLE_EQ(closely[i], fully[i]);
            });
    }
}

// Where only a few are, the best move must still be the best one, and the others may not look
// better than it. On average the guesses are neither too kind nor too harsh.
TEST(ReplyModel, AFewMovesJudgedCloselyFindTheBest) {
    const ReplyModel model(Rules(), as_the_champion());
    int boards = 0;
    int same = 0;
    int guessed = 0;
    double off = 0;
    chess::testing::for_random_positions(
        12, 1, 50, [&](const chess::Position& board, const chess::MoveList& moves) {
            if (moves.size() < 12)
                return;
            const auto [fully, closely] = judged(model, board, moves, 4);
            ++boards;
            const auto best = std::ranges::max_element(fully) - fully.begin();
            same += std::ranges::max_element(closely) - closely.begin() == best;
            for (std::size_t i = 0; i < moves.size(); ++i) {
                ASSERT_LE(std::abs(closely[i]), 1);
                off += closely[i] - fully[i];
                guessed += closely[i] != fully[i];
                if (board.is_capture(moves[i])) {
                    ASSERT_DOUBLE_EQ(closely[i], fully[i]);
                }
            }
        });
    EXPECT_GT(boards, 300);
    EXPECT_GT(same, boards * 95 / 100);
    EXPECT_GT(guessed, 5 * boards);
    EXPECT_NEAR(off / guessed, 0, 0.01);
}

// The knight is pinned and a pawn will take it, of which the opponent is told: what that costs the
// moves that are judged closely it costs the others.
TEST(ReplyModel, WhatEveryMoveLosesIsNotForgottenWhereItIsGuessed) {
    const ReplyModel model(Rules(), as_the_champion());
    const auto board = chess::parse_fen("4r1k1/8/8/8/3p4/4N3/PP4PP/4K3 w - - 0 1").value();
    chess::MoveList moves;
    for (const char* to : {"a3", "a4", "b3", "b4", "g3", "g4", "h3", "h4"}) {
        const chess::Square target = *chess::parse_square(to);
        const auto from = chess::make_square(chess::file_of(target), 1);
        moves.push_back(*chess::to_legal_move(board, from, target, chess::kNoType));
    }
    const auto [fully, closely] = judged(model, board, moves, 2);
    for (std::size_t i = 0; i < moves.size(); ++i)
        EXPECT_NEAR(closely[i], fully[i], 0.01) << i;
}

}  // namespace nebel::kriegspiel
