#include "kriegspiel/players/stalemate_guard.hpp"

#include <gtest/gtest.h>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "game/registry.hpp"
#include "game/table.hpp"
#include "kriegspiel/game.hpp"
#include "kriegspiel/recorded_game.hpp"

namespace nebel::kriegspiel {

namespace {

using chess::Square;

Action action(const char* text) {
    return Action::parse(text).value();
}

// The risk of a try where everything is known.
double risk_of(const char* fen, const char* text) {
    const MetaBoard board(Rules(), chess::parse_fen(fen).value(), chess::kWhite);
    const MetaDensity density(board);
    return StalemateRisk(board, density).after(action(text));
}

// White with a queen, a rook and pawns, Black with a king and a few men anywhere; White to move.
std::optional<chess::Position> few_enemies(Rng& rng, int men) {
    std::string board(64, '1');
    const auto put = [&](char man, bool pawn) {
        while (true) {
            const auto s = pawn ? 8 + rng.below(48) : rng.below(64);
            if (board[s] == '1') {
                board[s] = man;
                return;
            }
        }
    };
    for (const char man : {'k', 'K', 'Q', 'Q', 'R', 'B'})
        put(man, false);
    for (int i = 0; i < 3; ++i)
        put('P', true);
    for (int i = 0; i < men; ++i) {
        const char kind = "ppppnbrq"[rng.below(8)];
        put(kind, kind == 'p');
    }
    std::string fen;
    for (std::size_t i = 0; i < 64; ++i) {
        if (i > 0 && i % 8 == 0)
            fen += '/';
        const bool grows = board[i] == '1' && i % 8 != 0 && board[i - 1] == '1';
        if (grows)
            ++fen.back();
        else
            fen += board[i];
    }
    auto position = chess::parse_fen(fen + " w - - 0 1");
    if (!position)
        return std::nullopt;
    return *position;
}

}  // namespace

TEST(StalemateRisk, SeesBlockedPawnsPinnedMenAndPawnsBehindTheirKing) {
    // A pawn on a4 that a3 blocks; the queen's step to g6 leaves the corner no square.
    EXPECT_DOUBLE_EQ(risk_of("7k/8/8/8/p7/P4K2/8/6Q1 w - - 0 1", "g1g6"), 1);
    EXPECT_DOUBLE_EQ(risk_of("7k/8/8/8/p7/P4K2/8/6Q1 w - - 0 1", "g1g5"), 0);
    EXPECT_DOUBLE_EQ(risk_of("7k/8/8/8/p7/5K2/8/6Q1 w - - 0 1", "g1g6"), 0) << "the pawn is free";
    EXPECT_DOUBLE_EQ(risk_of("7k/8/8/8/p7/PP3K2/8/6Q1 w - - 0 1", "g1g6"), 0) << "it can take";
    // The pawn stands on the king's only square, blocked by ours or by the king itself.
    EXPECT_DOUBLE_EQ(risk_of("k7/p7/P7/8/8/5K2/8/1R6 w - - 0 1", "f3e3"), 1);
    EXPECT_DOUBLE_EQ(risk_of("6R1/8/8/8/4B3/7p/7k/2K5 w - - 0 1", "c1c2"), 1);
    EXPECT_DOUBLE_EQ(risk_of("6R1/8/8/8/4B3/8/p6k/2K5 w - - 0 1", "c1c2"), 0) << "h3 is free";
    EXPECT_DOUBLE_EQ(risk_of("6R1/8/8/8/4B3/7p/7k/2K5 w - - 0 1", "g8h8"), 0) << "so is the file";
    // A bishop on a6 that the queen on a3 pins, once the last other man is taken.
    EXPECT_GT(risk_of("6QQ/k2P4/b7/8/8/Q1P4p/3BN1P1/1Q2KB2 w - - 0 1", "g2h3"), 0.5);
    EXPECT_DOUBLE_EQ(risk_of("6QQ/k2P4/b7/8/8/Q1P4p/3BN1P1/1Q2KB2 w - - 0 1", "e1f2"), 0);
    // Four pawns, each before one of ours or before another that is.
    EXPECT_GT(risk_of("8/2R3Q1/3kB3/3Pp3/p3p3/P3P2p/2N4R/6K1 w - - 0 1", "g7h7"), 0.9);
    EXPECT_LT(risk_of("8/2R3Q1/3kB3/3Pp3/p3p3/P3P2p/2N3R1/6K1 w - - 0 1", "g7h7"), 0.4)
        << "the last one is free; where there are many that is not seen for certain";
}

// Whatever is stalemated in fact has a risk, and hardly anything else where all is known.
TEST(StalemateRisk, MissesNoStalemateOfOneMan) {
    Rng rng(3);
    int stalemates = 0;
    int alarms = 0;
    int tried = 0;
    for (int i = 0; i < 6000; ++i) {
        const int men = static_cast<int>(rng.below(2));
        const auto position = few_enemies(rng, men);
        if (!position)
            continue;
        const MetaBoard board(Rules(), *position, chess::kWhite);
        const MetaDensity density(board);
        const StalemateRisk risk(board, density);
        chess::MoveList moves;
        chess::generate_legal(*position, moves);
        for (const chess::Move move : moves) {
            chess::Position after = *position;
            after.do_move(move);
            const bool stalemate = !after.in_check() && !chess::has_legal_move(after);
            const double told = risk.after({move.from(), move.to(), move.promotion()});
            ++tried;
            stalemates += stalemate;
            alarms += told > 0 && !stalemate;
            if (stalemate) {
                EXPECT_GT(told, 0.4)
                    << chess::to_fen(*position) << " " << move.from() << "-" << move.to();
            }
        }
    }
    EXPECT_GT(stalemates, 500);
    EXPECT_LT(alarms, stalemates / 10) << tried;
}

TEST(StalemateGuard, LeavesOutWhatMayStalemateAndKeepsTheRest) {
    const char* fen = "7k/8/8/8/p7/P4K2/8/6Q1 w - - 0 1";
    const MetaBoard board(Rules(), chess::parse_fen(fen).value(), chess::kWhite);
    TryList tries;
    for (const char* text : {"g1g6", "g1g5", "f3f4"})
        tries.push_back(action(text));
    const StalemateGuard guard(board);
    ASSERT_TRUE(guard.watching());
    const TryList safe = guard.safe(tries);
    ASSERT_EQ(safe.size(), 2u);
    EXPECT_EQ(safe[0].text(), "g1g5");
    EXPECT_EQ(safe[1].text(), "f3f4");
    TryList only;
    only.push_back(action("g1g6"));
    EXPECT_EQ(guard.safe(only).size(), 1u) << "something must be tried";
}

// In the dark nearly everything may stalemate, some tries hardly ever. Those are made when the
// fifty moves begin to run out, and not before.
TEST(StalemateGuard, AcceptsASmallRiskOnlyWhenADrawIsNear) {
    const auto known = chess::parse_fen("4k3/8/8/8/6P1/8/8/QRB1K2Q w - - 0 1").value();
    const OwnMen own = MetaBoard(Rules(), known, chess::kWhite).own();
    MetaBoard board(Rules(), own, true, 1, 1);
    const auto wait = [&](int rounds) {
        for (int i = 0; i < rounds; ++i)
            for (const char* text : {"e1e2", "e2e1"}) {
                board.pseudo(action(text), {});
                board.meta({});
            }
    };
    const auto risk = [&](const Action& queen) {
        const MetaDensity density(board);
        return StalemateRisk(board, density).after(queen);
    };
    wait(9);
    ASSERT_EQ(board.quiet_plies(), 36);
    TryList tries;
    std::size_t harmless = 0;
    for (const auto to : chess::Squares(chess::queen_attacks(chess::kH1, own.all()))) {
        const Action queen{chess::kH1, to, chess::kNoType};
        const double told = risk(queen);
        if (told > 8 * StalemateGuard::kAccepted)
            continue;
        tries.push_back(queen);
        harmless += told <= StalemateGuard::kAccepted;
    }
    ASSERT_GT(harmless, 0u);
    ASSERT_LT(harmless, tries.size());
    EXPECT_EQ(StalemateGuard(board).safe(tries).size(), harmless);
    wait(14);
    ASSERT_EQ(board.quiet_plies(), 92);
    EXPECT_EQ(StalemateGuard(board).safe(tries).size(), tries.size());
}

TEST(StalemateGuard, IsSilentWhereADrawIsWelcomeOrStalemateWins) {
    const auto watching = [](const char* rules, const char* fen) {
        const Rules parsed = Rules::parse(rules).value();
        const MetaBoard board(parsed, chess::parse_fen(fen).value(), chess::kWhite);
        return StalemateGuard(board).watching();
    };
    EXPECT_TRUE(watching("wild16", "7k/8/8/8/p7/P4K2/8/6Q1 w - - 0 1"));
    EXPECT_FALSE(watching("rand", "7k/8/8/8/p7/P4K2/8/6Q1 w - - 0 1"));
    EXPECT_FALSE(watching("wild16", "7k/8/8/8/p7/P4K2/q7/6R1 w - - 0 1"));
    EXPECT_FALSE(watching("wild16", "7k/ppppppp1/8/8/8/P4K2/8/1QQ3Q1 w - - 0 1")) << "too many men";
}

// The enemy's last free man has just taken on d2 and could be taken back; but then its king on f6
// has no square, and the pawn on h5 stands before our rook.
TEST(StalemateGuard, KeepsPlayersFromTakingBackIntoAStalemate) {
    const char* fen = "4Q3/3B3Q/5k2/3Q2bp/3P3R/2P3N1/P2PK1P1/RNBQ4 b - - 0 1";
    for (const char* name : {"metaposition", "mcts-a", "mcts-b", "mcts-c"}) {
        const Rules rules = Rules::parse("wild16").value();
        nebel::Table<Kriegspiel> table(rules, Referee::from_start(rules, fen).value());
        const auto player = PlayerRegistry<Kriegspiel>::instance().make(name);
        player->begin(rules, Seat::First, 1);
        for (const auto& event : table.opening(Seat::First))
            player->hear(event);
        const auto answer = table.act(action("g5d2"));
        ASSERT_EQ(answer.verdict, Verdict::Accepted);
        for (const auto& event : answer.events[Seat::First])
            player->hear(event);
        Budget budget;
        budget.nodes = 100;
        const Action chosen = player->act(budget);
        EXPECT_NE(chosen.text(), "e2d2") << name;
    }
}

// A handful of boards has soon lost sight of the king; what cannot be excluded has not.
TEST(StalemateGuard, KeepsAChampionThatKnowsLittle) {
    constexpr auto kStart = "8/8/4k3/7p/7P/8/3BPPQ1/QR1QKB1R w - - 0 1";
    const Rules rules;
    for (std::uint64_t seed = 1; seed <= 16; ++seed) {
        nebel::Table<Kriegspiel> table(rules, Referee::from_start(rules, kStart).value());
        const auto game = recorded_game(rules, std::move(table),
                                        "champion:boards=3,worlds=2,chain=0", "random", seed);
        ASSERT_TRUE(game.outcome);
        EXPECT_NE(game.outcome->reason, Reason::Stalemate) << seed;
    }
}

}  // namespace nebel::kriegspiel
