#include "chess/engine.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "chess/movegen.hpp"
#include "chess/quiescence.hpp"
#include "chess/random_games.hpp"
#include "chess/see.hpp"

namespace nebel::chess {
namespace {

using testing::for_random_positions;

Limits nodes(std::uint64_t count) {
    Limits limits;
    limits.budget.nodes = count;
    return limits;
}

Position at(const std::string& fen) {
    return parse_fen(fen).value();
}

/// True when the side to move can force mate within this many half-moves: the engine's claims are
/// checked against a search that knows nothing but the rules.
bool can_force_mate(const Position& pos, int plies) {
    MoveList moves;
    generate_legal(pos, moves);
    for (const Move m : moves) {
        Position after = pos;
        after.do_move(m);
        MoveList replies;
        generate_legal(after, replies);
        if (replies.empty()) {
            if (after.in_check())
                return true;
            continue;
        }
        if (plies < 3)
            continue;
        bool all = true;
        for (const Move reply : replies) {
            Position next = after;
            next.do_move(reply);
            if (!can_force_mate(next, plies - 2)) {
                all = false;
                break;
            }
        }
        if (all)
            return true;
    }
    return false;
}

TEST(Engine, FindsMates) {
    const std::pair<const char*, int> cases[] = {
        {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1},
        {"3k4/8/3K4/8/8/8/8/7R w - - 0 1", 1},
        {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3},
        {"r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 10", 3},
        {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 5},
        {"r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 5},
        {"k3/4/1K2/3R w - - 0 1", 1},
    };
    Engine engine;
    for (const auto& [fen, plies] : cases) {
        const Position pos = at(fen);
        ASSERT_TRUE(can_force_mate(pos, plies)) << fen;
        ASSERT_FALSE(plies > 1 && can_force_mate(pos, plies - 2)) << fen;
        const SearchResult result = engine.search(pos, {}, nodes(300000));
        EXPECT_EQ(result.score, kMate - plies) << fen;
        ASSERT_EQ(result.pv.size(), static_cast<std::size_t>(plies)) << fen;
        Position line = pos;
        for (const Move m : result.pv)
            line.do_move(*to_legal_move(line, m.from(), m.to(), m.promotion()));
        EXPECT_TRUE(line.in_check() && !has_legal_move(line)) << fen;
    }
}

TEST(Engine, PlaysLegalMovesOnEverySizeWithinItsNodes) {
    Engine engine;
    int n = 0;
    for_random_positions(51, 1, 60, [&](const Position& pos, const MoveList& moves) {
        if (n++ % 7 != 0)
            return;
        const std::uint64_t limit = 1 + static_cast<std::uint64_t>(n) % 700;
        const SearchResult result = engine.search(pos, {}, nodes(limit));
        ASSERT_LE(result.nodes, limit);
        if (moves.empty()) {
            ASSERT_FALSE(result.best);
            ASSERT_EQ(result.score, pos.in_check() ? -kMate : 0);
            return;
        }
        ASSERT_NE(std::find(moves.begin(), moves.end(), result.best), moves.end()) << to_fen(pos);
        Position line = pos;
        for (const Move m : result.pv) {
            const auto legal = to_legal_move(line, m.from(), m.to(), m.promotion());
            ASSERT_TRUE(legal) << to_uci(m) << " in " << to_fen(line);
            line.do_move(*legal);
        }
    });
}

TEST(Engine, IsAPureFunctionOfItsArguments) {
    const Position pos = at("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    Engine fresh;
    const SearchResult first = fresh.search(pos, {}, nodes(20000));
    EXPECT_EQ(first.nodes, 20000u);
    Engine used;
    for (int i = 0; i < 130; ++i)  // more than the table has generations
        used.search(Position(), {}, nodes(200));
    EXPECT_EQ(used.search(pos, {}, nodes(20000)), first);
    EXPECT_EQ(used.search(pos, {}, nodes(20000)), first);
}

TEST(Engine, StopsAtItsDepthAndReportsEachIteration) {
    Engine engine;
    std::vector<int> depths;
    engine.on_info([&](const SearchResult& info) { depths.push_back(info.depth); });
    Limits limits;
    limits.depth = 5;
    EXPECT_EQ(engine.search(Position(), {}, limits).depth, 5);
    EXPECT_EQ(depths, (std::vector<int>{1, 2, 3, 4, 5}));
}

TEST(Engine, CountsTheNodesOfItsQuiescence) {
    Engine engine;
    Limits limits;
    limits.depth = 1;
    // The root and at least one quiet position behind each of its twenty moves.
    EXPECT_GE(engine.search(Position(), {}, limits).nodes, 21u);
}

TEST(Engine, ObeysTheStopFlagAndRootMoves) {
    Engine engine;
    const std::atomic<bool> stop{true};
    Limits limits;
    limits.budget.stop = &stop;
    const SearchResult stopped = engine.search(Position(), {}, limits);
    EXPECT_LE(stopped.nodes, 1000u);
    EXPECT_TRUE(to_legal_move(Position(), stopped.best.from(), stopped.best.to(), kNoType));
    Limits only = nodes(2000);
    only.root_moves = {Move(kA2, kA3), Move(kH2, kH3)};
    const Move best = engine.search(Position(), {}, only).best;
    EXPECT_TRUE(best == Move(kA2, kA3) || best == Move(kH2, kH3));
}

TEST(Engine, KnowsARepetitionFromTheHistory) {
    Position pos = at("8/8/8/8/4k3/8/Q7/4K3 b - - 0 1");
    History history(pos);
    for (const Move m : {Move(kE4, kE5), Move(kA2, kA3), Move(kE5, kE4), Move(kA3, kA2)}) {
        pos.do_move(*to_legal_move(pos, m.from(), m.to(), kNoType));
        history.push(pos);
    }
    Engine engine;
    EXPECT_LT(engine.search(pos, {}, nodes(5000)).score, -500);
    const SearchResult repeating = engine.search(pos, history.keys(), nodes(5000));
    EXPECT_EQ(repeating.score, 0);
    EXPECT_EQ(repeating.best, Move(kE4, kE5));
}

/// Plays both sides and expects the strong one to mate.
void expect_win(const std::string& fen) {
    Engine engine;
    Position pos = at(fen);
    History history(pos);
    for (int ply = 0; ply < 120; ++ply) {
        if (!has_legal_move(pos)) {
            EXPECT_TRUE(pos.in_check()) << "stalemate from " << fen;
            return;
        }
        ASSERT_FALSE(history.is_threefold()) << fen << " repeated at " << to_fen(pos);
        ASSERT_FALSE(is_fifty_moves(pos)) << fen;
        pos.do_move(engine.search(pos, history.keys(), nodes(4000)).best);
        history.push(pos);
    }
    ADD_FAILURE() << "no mate from " << fen << ": " << to_fen(pos);
}

TEST(Engine, WinsWonEndgames) {
    expect_win("8/8/8/4k3/8/8/8/3QK3 w - - 0 1");
    expect_win("8/8/8/4k3/8/8/8/R3K3 w - - 0 1");
    expect_win("8/8/8/4k3/8/8/4P3/3QK3 w - - 0 1");
    expect_win("5/2k2/5/5/QK3 w - - 0 1");
    expect_win("6/2k3/6/6/6/RK4 w - - 0 1");
}

TEST(Engine, BeatsRandomPlayOnEverySize) {
    Engine engine;
    int wins = 0;
    int games = 0;
    for (const char* name : {"4x4", "reduced4x4", "5x5", "6x6", "7x7", "8x8", "5x7", "8x5"}) {
        Rng rng(9, static_cast<std::uint64_t>(games));
        Position pos = *start_position(name);
        History history(pos);
        ++games;
        for (int ply = 0; ply < 200 && has_legal_move(pos) && !history.is_threefold(); ++ply) {
            MoveList moves;
            generate_legal(pos, moves);
            pos.do_move(pos.side() == kBlack
                            ? engine.search(pos, history.keys(), nodes(1500)).best
                            : moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
            history.push(pos);
        }
        if (pos.side() == kWhite && pos.in_check() && !has_legal_move(pos))
            ++wins;
    }
    EXPECT_GE(wins, games - 1);
}

TEST(Evaluate, IsTheSameForBothColours) {
    for_random_positions(52, 1, 80, [](const Position& pos, const MoveList&) {
        // Turn the board round and swap the colours.
        chess::Setup mirrored = pos.setup();
        const int last = pos.shape().height - 1;
        for (const Square s : Squares(pos.shape().mask)) {
            const Piece p = pos.piece_on(make_square(file_of(s), last - rank_of(s)));
            mirrored.board[s] = p == kNoPiece ? p : make_piece(~colour_of(p), type_of(p));
        }
        mirrored.side = ~pos.side();
        mirrored.castling =
            static_cast<std::uint8_t>((pos.castling() & 3) << 2 | (pos.castling() >> 2));
        if (pos.ep_square() != kNoSquare)
            mirrored.ep = make_square(file_of(pos.ep_square()), last - rank_of(pos.ep_square()));
        const Position other(mirrored);
        ASSERT_EQ(evaluate(pos), evaluate(other)) << to_fen(pos);
        ASSERT_LT(std::abs(evaluate(pos)), kMateBound);
    });
}

TEST(Evaluate, PrefersMaterial) {
    EXPECT_GT(evaluate(at("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")), 500);
    EXPECT_LT(evaluate(at("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1")), -500);
    EXPECT_EQ(evaluate(at("4k3/8/8/8/8/8/8/N3K3 w - - 0 1")), 0);
    EXPECT_GT(evaluate(at("k3/4/4/KQ2 w - - 0 1")), 300);
}

TEST(Quiesce, SeesWhatHangs) {
    const Position hanging = at("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
    EXPECT_LT(evaluate(hanging), -400);
    EXPECT_GT(quiesce(hanging), 50);
    EXPECT_EQ(quiesce(at("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")), 0);      // stalemate
    EXPECT_EQ(quiesce(at("R6k/8/6K1/8/8/8/8/8 b - - 0 1")), -kMate);  // mate
    EXPECT_EQ(quiesce(at("7k/8/6K1/8/8/8/8/8 b - - 0 1")), 0);
}

TEST(Quiesce, CarriesAnEvaluationOn) {
    EXPECT_EQ(quiesce_from(at("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"), 77), 77);
    // What the queen is worth is added, wherever the evaluation began.
    const Position hanging = at("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
    EXPECT_GT(quiesce_from(hanging, 0), 700);
    EXPECT_EQ(quiesce_from(hanging, 500) - quiesce_from(hanging, 0), 500);
    EXPECT_LT(quiesce_from(at("4k3/8/8/8/8/8/p7/4K3 b - - 0 1"), 0), 1200);
    EXPECT_GT(quiesce_from(at("4k3/8/8/8/8/8/p7/4K3 b - - 0 1"), 0), 600);  // it promotes
}

TEST(Quiesce, CarriedEvaluationsComeNearTheTrueOnes) {
    double off = 0;
    double changed = 0;
    int checked = 0;
    for_random_positions(53, 20, 80, [&](const Position& pos, const MoveList& moves) {
        if (moves.empty() || is_insufficient_material(pos))
            return;
        const int fully = quiesce(pos);
        const int carried = quiesce_from(pos, evaluate(pos));
        if (is_mate_score(fully) || is_mate_score(carried))
            return;
        off += std::abs(carried - fully);
        changed += std::abs(fully - evaluate(pos));
        ++checked;
    });
    EXPECT_GT(checked, 500);
    EXPECT_LT(off, changed / 5) << "of " << checked;
}

TEST(StaticExchange, CountsTheWholeSeries) {
    const auto see = [](const char* fen, const char* uci) {
        const Position pos = at(fen);
        return static_exchange(pos, to_legal_move(pos, *parse_uci(uci)).value());
    };
    const int pawn = exchange_value(kPawn);
    const int knight = exchange_value(kKnight);
    const int rook = exchange_value(kRook);
    const int queen = exchange_value(kQueen);
    EXPECT_EQ(see("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5"), pawn);
    EXPECT_EQ(see("4k3/8/2p5/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5"), pawn - rook);
    EXPECT_EQ(see("4k3/8/2p5/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5"), knight - pawn);
    // The rook behind joins in; without it the exchange would lose.
    EXPECT_EQ(see("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), pawn);
    EXPECT_EQ(see("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), pawn - rook);
    // The bishop behind the pawn keeps the other one from taking back.
    EXPECT_EQ(see("4k3/5b2/4p3/3p4/8/1Q6/B7/4K3 w - - 0 1", "b3d5"), pawn - queen);
    EXPECT_EQ(see("4k3/8/4p3/3n4/8/1B6/Q7/4K3 w - - 0 1", "b3d5"),
              knight - exchange_value(kBishop) + pawn);
    EXPECT_EQ(see("4k3/8/8/KPp5/8/8/8/8 w - c6 0 2", "b5c6"), pawn);
    EXPECT_EQ(see("3r2k1/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q"), rook + queen - pawn);
    EXPECT_EQ(see("2r3k1/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8q"), -pawn);
    // A king may not take a defended man.
    EXPECT_EQ(see("8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), pawn);
}

TEST(StaticExchange, WinsAtMostItsStakeAndHoldsWhereItLosesNothing) {
    int losing = 0;
    const auto look = [&](const Position& pos, const MoveList& moves) {
        for (const Move m : moves) {
            const int exchange = static_exchange(pos, m);
            ASSERT_LE(exchange, exchange_stake(pos, m)) << to_fen(pos) << ' ' << to_uci(m);
            ASSERT_EQ(exchange_holds(pos, m), exchange >= 0) << to_fen(pos) << ' ' << to_uci(m);
            losing += exchange < 0;
        }
    };
    for_random_positions(54, 2, 80, look);
    for (const auto& fen : testing::tricky_fens()) {
        const Position pos = at(fen);
        MoveList moves;
        generate_legal(pos, moves);
        look(pos, moves);
    }
    EXPECT_GT(losing, 500);
}

}  // namespace
}  // namespace nebel::chess
