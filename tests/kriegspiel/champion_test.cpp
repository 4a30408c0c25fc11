#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "game/registry.hpp"
#include "kriegspiel/choice/try_table.hpp"
#include "kriegspiel/recorded_game.hpp"

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

}  // namespace

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

TEST(TryTable, BoardsWhereATryIsIllegalDoNotVoteOnIt) {
    const ReplyModel model(Rules(), {});
    TryList tries;
    tries.push_back({chess::kA1, chess::kA8, chess::kNoType});
    tries.push_back({chess::kA1, chess::kA2, chess::kNoType});
    TryTable table(tries, model);
    BudgetMeter meter{Budget{}};
    const auto open = chess::parse_fen("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1").value();
    const auto blocked = chess::parse_fen("6k1/p4ppp/8/8/8/8/8/R6K w - - 0 1").value();
    table.judge(open, 1, meter);
    table.judge(blocked, 3, meter);
    EXPECT_DOUBLE_EQ(table.values()[0].mean(), 1);
    EXPECT_DOUBLE_EQ(table.values()[0].legal(), 0.25);
    EXPECT_DOUBLE_EQ(table.values()[1].legal(), 1);
    EXPECT_EQ(meter.nodes(), 3u);
}

TEST(TryTable, TriesFarBehindDropOutAndTheBestStays) {
    const ReplyModel model(Rules(), {});
    TryList tries;
    tries.push_back({chess::kD1, chess::kD5, chess::kNoType});  // takes a guarded pawn
    tries.push_back({chess::kD1, chess::kD4, chess::kNoType});
    TryTable table(tries, model);
    BudgetMeter meter{Budget{}};
    const auto board = chess::parse_fen("2r3k1/5ppp/4p3/3p4/8/8/5PPP/3Q2K1 w - - 0 1").value();
    for (int i = 0; i < 60; ++i)
        table.judge(board, 1, meter);
    EXPECT_FALSE(table.values()[0].racing);
    EXPECT_TRUE(table.values()[1].racing);
    EXPECT_EQ(table.values()[1].votes, 60);
    EXPECT_LT(table.values()[0].votes, 60);
}

TEST(TryTable, WhereADrawByQuietMovesIsNearALeadMustDoSomething) {
    const ReplyModel model(Rules(), {});
    TryList tries;
    tries.push_back({chess::kA1, chess::kB1, chess::kNoType});
    tries.push_back({chess::kH2, chess::kH3, chess::kNoType});
    tries.push_back({chess::kA1, chess::kA8, chess::kNoType});
    const auto board = chess::parse_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").value();
    BudgetMeter meter{Budget{}};
    TryTable early(tries, model);
    TryTable late(tries, model, 0.5);
    early.judge(board, 1, meter);
    late.judge(board, 1, meter);
    EXPECT_LT(late.values()[0].mean(), early.values()[0].mean() - 0.2);
    EXPECT_DOUBLE_EQ(late.values()[1].mean(), early.values()[1].mean());  // a pawn's move
    EXPECT_DOUBLE_EQ(late.values()[2].mean(), 1);                         // mate
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

TEST(Champion, PlaysEveryRulesetAndSmallBoards) {
    const std::string player = "champion:boards=60,worlds=20";
    for (const auto& says : all_announcements())
        EXPECT_FALSE(
            recorded_game(std::string(says.name), player, "capturer", 2, 16).actions.empty());
    for (const char* rules : {"wild16,board=silverman4x4", "berkeley_any,board=5x5"})
        EXPECT_FALSE(recorded_game(rules, "capturer", player, 3, 30).actions.empty());
}

TEST(Champion, IsReproducibleAtFixedNodes) {
    Budget budget;
    budget.nodes = 800;
    const std::string player = "champion:boards=60,worlds=20";
    EXPECT_EQ(recorded_game("wild16", player, "random", 5, 20, budget),
              recorded_game("wild16", player, "random", 5, 20, budget));
}

// Threads are beliefs of their own that are heard together: no race decides what is played.
TEST(Champion, IsReproducibleWithThreads) {
    Budget budget;
    budget.nodes = 400;
    const std::string two = "champion:boards=60,worlds=20,threads=2";
    const auto game = recorded_game("wild16", two, "random", 5, 20, budget);
    EXPECT_EQ(game, recorded_game("wild16", two, "random", 5, 20, budget));
    EXPECT_NE(game,
              recorded_game("wild16", "champion:boards=60,worlds=20", "random", 5, 20, budget));
}

// Two pools, and fewer boards that may vote than pools: each of them still has a say. By lot the
// mate takes much longer.
TEST(Champion, DoesNotMoveByLotWhereFewerBoardsVoteThanThereArePools) {
    Budget budget;
    budget.nodes = 12000;
    EXPECT_EQ(recorded_game("wild16", "champion:worlds=1", "random", 3, 220, budget).outcome,
              win_for(Seat::First, Reason::Checkmate));
}

// A large price on refusals that only we hear, or a large prize: fewer and more of them.
TEST(Champion, AsksMoreWhereARefusalIsWorthSomething) {
    const auto refusals = [](const std::string& probe) {
        const auto record =
            recorded_game("wild16", "champion:boards=60,worlds=20,probe=" + probe, "random", 5, 60);
        return std::ranges::count_if(record.actions, [](const auto& action) {
            return action.seat == Seat::First && !action.accepted;
        });
    };
    EXPECT_GT(refusals("1"), refusals("-1") + 3);
}

// So few boards are a poor belief, and then an opponent that is thought to see is played otherwise.
TEST(Champion, IsMoreCarefulWhereTheBeliefIsPoor) {
    const std::string player = "champion:boards=20,worlds=10,attentive=0,doubt=";
    EXPECT_NE(recorded_game("wild16", player + "1", "random", 5, 40),
              recorded_game("wild16", player + "0", "random", 5, 40));
}

// All plans begin with one of these; by itself the champion brings out a knight.
TEST(Champion, OpensByAPlanDrawnByLot) {
    std::set<std::string> firsts;
    for (std::uint64_t seed = 1; seed <= 8; ++seed)
        firsts.insert(
            recorded_game("wild16", "champion:boards=30,worlds=10,plan=2", "random", seed, 1)
                .actions.front()
                .action.text());
    EXPECT_GE(firsts.size(), 2U);
    for (const auto& first : firsts)
        EXPECT_TRUE(first == "c2c3" || first == "g2g3" || first == "e2e3") << first;
}

TEST(Champion, MatesARandomPlayer) {
    EXPECT_EQ(recorded_game("wild16", "champion:boards=100,worlds=30", "random", 3).outcome,
              win_for(Seat::First, Reason::Checkmate));
}

}  // namespace nebel::kriegspiel
