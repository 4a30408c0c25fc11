#include <gtest/gtest.h>

#include <map>

#include "chess/fen.hpp"
#include "kriegspiel/belief/densities.hpp"
#include "kriegspiel/belief/densities_query.hpp"
#include "kriegspiel/game.hpp"
#include "kriegspiel/players/mcts_a_model.hpp"
#include "kriegspiel/players/mcts_b_model.hpp"
#include "kriegspiel/players/mcts_c_model.hpp"
#include "kriegspiel/recorded_game.hpp"

namespace nebel::kriegspiel {

namespace {

using chess::Square;

// The densities of the first seat at its turns of a random game.
template <class F>
void follow(const std::string& rules_text, std::uint64_t seed, F&& f) {
    const auto record = recorded_game(rules_text, "capturer", "capturer", seed, 150);
    Densities densities(record.rules, Seat::First, nullptr);
    for (const auto& event : record.opening[Seat::First])
        densities.hear(event);
    for (const auto& entry : record.actions) {
        if (densities.view().my_turn())
            f(densities, entry);
        for (const auto& event : entry.heard[Seat::First])
            densities.hear(event);
    }
}

TryList tries_of(const View& view) {
    TryList tries;
    view.actions(tries);
    return tries;
}

WeighedMessages weighed(const Densities& densities) {
    WeighedMessages model{WeighedSettings{}};
    model.set_root(densities.model(), densities.view().rules().says(), tries_of(densities.view()),
                   densities.view().turn().check_kinds());
    return model;
}

std::uint32_t key(const char* text) {
    return try_key(Action::parse(text).value());
}

}  // namespace

TEST(LightMen, MoveAndReachLikeTheMenOfAView) {
    for (const char* rules : {"wild16", "berkeley,board=6x6"}) {
        int moves = 0;
        follow(rules, 11, [&](const Densities& densities, const auto& entry) {
            if (entry.seat != Seat::First || !entry.accepted || entry.action.is_any())
                return;
            OwnMen own = densities.view().own();
            LightMen light(own);
            light.for_each_reach([&](Square from, chess::PieceType type, chess::Bitboard targets) {
                EXPECT_EQ(own.on(from), type);
                EXPECT_EQ(reach(own, from), targets);
            });
            own.move(entry.action.from, entry.action.to, entry.action.promotion);
            light.move(entry.action.from, entry.action.to, entry.action.promotion);
            for (int type = 0; type <= chess::kKing; ++type)
                EXPECT_EQ(light.of(static_cast<chess::PieceType>(type)),
                          type == 0 ? own.all() : own.of(static_cast<chess::PieceType>(type)));
            const Square some = chess::lsb(own.all() & ~own.of(chess::kKing));
            if (own.all() & ~own.of(chess::kKing)) {
                own.lose(some);
                light.lose(some);
                EXPECT_EQ(light.all(), own.all());
            }
            ++moves;
        });
        EXPECT_GT(moves, 20) << rules;
    }
}

TEST(Outlook, TablesSayWhatTheDensitiesSay) {
    follow("wild16", 5, [&](const Densities& densities, const auto&) {
        const DensityMaps& maps = densities.maps();
        const OwnMen& own = densities.view().own();
        const Outlook view(maps, ~own.colour());
        for (int i = 0; i < 64; ++i) {
            const auto s = static_cast<Square>(i);
            EXPECT_NEAR(view.piece_control(s, own.all()) + view.pawn_threat(s),
                        control(maps, own, s), 1e-3);
            EXPECT_NEAR(view.pawn_threat(s), pawn_threat(maps, own, s), 1e-4);
        }
    });
}

TEST(WeighedMessages, ChancesAddUpAndMakeTheMovesValue) {
    int seen = 0;
    for (const char* rules : {"berkeley", "wild16"})
        follow(rules, 8, [&](const Densities& densities, const auto&) {
            const WeighedMessages model = weighed(densities);
            WeighedMessages::State state;
            model.begin(state);
            WeighedMessages::Moves moves;
            model.moves(state, moves);
            EXPECT_FALSE(moves.empty());
            const bool quiet = !densities.view().rules().says().refusal_public;
            for (const auto& move : moves) {
                WeighedMessages::Outcomes outcomes;
                model.outcomes(state, move.key, outcomes);
                float chances = 0;
                float sum = 0;
                for (const auto& outcome : outcomes) {
                    EXPECT_GE(outcome.probability, 0);
                    EXPECT_LE(std::abs(outcome.value), 1.1F);
                    chances += outcome.probability;
                    sum += outcome.probability * outcome.value;
                }
                EXPECT_NEAR(chances, 1, 2e-3);
                // A refusal that nobody hears leads to the best of the other moves.
                EXPECT_GE(move.value, sum - 1e-5);
                if (!quiet) {
                    EXPECT_NEAR(move.value, sum, 1e-5);
                }
                ++seen;
            }
        });
    EXPECT_GT(seen, 1000);
}

TEST(WeighedMessages, PrefersMaterialAndShunsPawns) {
    const auto rules = Rules::parse("wild16").value();
    const auto model_of = [&](const char* fen) {
        const auto board = chess::parse_fen(fen).value();
        return DensityModel(board, rules, Seat::First);
    };
    const auto values = [&](const char* fen) {
        WeighedMessages model{WeighedSettings{}};
        const DensityModel densities = model_of(fen);
        TryList tries;
        Turn().list(densities.own(), 10, tries);
        model.set_root(densities, rules.says(), tries, 0);
        WeighedMessages::State state;
        model.begin(state);
        WeighedMessages::Moves moves;
        model.moves(state, moves);
        std::map<std::uint32_t, float> result;
        for (const auto& move : moves)
            result[move.key] = move.value;
        result[0] = model.value(state);
        return result;
    };
    // Whole boards are known here, so the densities are certain. A knight may go before a pawn.
    const auto near_pawn = values("4k3/8/3p4/8/8/3N4/8/4K3 w - - 0 1");
    EXPECT_LT(near_pawn.at(key("d3c5")), near_pawn.at(key("d3b4")));
    EXPECT_LT(near_pawn.at(key("d3e5")), near_pawn.at(key("d3f4")));
    // An undefended pawn is there to be taken.
    const auto prey = values("4k3/8/8/2p5/8/3N4/8/4K3 w - - 0 1");
    for (const auto& [move, value] : prey) {
        if (move != 0) {
            EXPECT_LE(value, prey.at(key("d3c5")) + 1e-6);
        }
    }
    EXPECT_GT(values("4k3/8/8/8/8/3Q4/8/4K3 w - - 0 1").at(0) + 1e-6,
              values("4k3/8/8/8/8/3R4/8/4K3 w - - 0 1").at(0));
    EXPECT_GT(values("4k3/8/8/8/8/3Q4/8/4K3 w - - 0 1").at(0),
              values("4k3/3r4/8/8/8/3Q4/8/4K3 w - - 0 1").at(0));
}

TEST(WeighedMessages, PlayFollowsWhatWasHeard) {
    const auto rules = Rules::parse("wild16").value();
    WeighedMessages model{WeighedSettings{}};
    const DensityModel start(rules.start(), rules, Seat::First);
    TryList tries;
    Turn().list(start.own(), 15, tries);
    model.set_root(start, rules.says(), tries, 0);
    WeighedMessages::State state;
    model.begin(state);
    const float pieces = state.pieces;
    model.play(state, key("g1f3"), WeighedMessages::kTakesPiece, 1U + chess::kF3);
    EXPECT_EQ(state.pieces, pieces - 1);
    EXPECT_EQ(state.men.on(chess::kF3), chess::kNoType);
    EXPECT_EQ(chess::popcount(state.men.all()), 15);
    model.play(state, key("e2e4"), WeighedMessages::kQuiet, WeighedMessages::kSilence);
    EXPECT_EQ(state.men.on(chess::kE4), chess::kPawn);
}

namespace {

// A model whose root is a board that is known for certain.
struct KnownBoard {
    explicit KnownBoard(const char* fen, const WeighedSettings& settings = {}) : model(settings) {
        const auto rules = Rules::parse("wild16").value();
        const auto board = chess::parse_fen(fen).value();
        const DensityModel densities(board, rules, Seat::First);
        TryList tries;
        Turn().list(densities.own(), 10, tries);
        model.set_root(densities, rules.says(), tries, 0);
        model.begin(state);
    }
    // Chance that our man is lost after this move and answer.
    [[nodiscard]] float lost(const char* move, WeighedMessages::Answer answer) const {
        WeighedMessages::Outcomes outcomes;
        model.outcomes(state, key(move), outcomes);
        float all = 0;
        float lost = 0;
        for (const auto& outcome : outcomes)
            if (outcome.answer == answer) {
                all += outcome.probability;
                lost += outcome.message == WeighedMessages::kSilence ? 0 : outcome.probability;
            }
        EXPECT_GT(all, 0) << move;
        return lost / all;
    }
    [[nodiscard]] float value() const { return model.value(state); }

    WeighedMessages model;
    WeighedMessages::State state;
};

}  // namespace

TEST(WeighedMessages, ATakerIsTakenWhereSomethingReachesIt) {
    const auto takes = WeighedMessages::kTakesPawn;
    const float alone = KnownBoard("7k/1p6/8/2p5/8/3N4/8/K7 w - - 0 1").lost("d3c5", takes);
    const float covered = KnownBoard("7k/1r6/1n6/2p5/8/3N4/8/K1r5 w - - 0 1").lost("d3c5", takes);
    EXPECT_LT(alone, 0.12F);
    EXPECT_GT(covered, alone + 0.2F);
    // The last man has nobody to take back for it but its king.
    EXPECT_EQ(KnownBoard("7k/8/8/2p5/8/3N4/8/K7 w - - 0 1").lost("d3c5", takes), 0);
}

TEST(WeighedMessages, ASupportedCheckerIsSaferThanABareOne) {
    const auto checks = WeighedMessages::kChecks;
    const float bare = KnownBoard("4k3/4r3/8/8/8/8/Q7/K7 w - - 0 1").lost("a2g8", checks);
    const float held = KnownBoard("4k3/4r3/8/8/8/8/Q7/K5R1 w - - 0 1").lost("a2g8", checks);
    EXPECT_GT(bare, held);
    EXPECT_LT(bare, 0.6F);  // not as good as lost
}

TEST(WeighedMessages, PawnsAreTakenInPassing) {
    const auto quiet = WeighedMessages::kQuiet;
    const KnownBoard known("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    EXPECT_GT(known.lost("e2e4", quiet), 0.5F);
    EXPECT_EQ(KnownBoard("4k3/8/8/8/6p1/8/4P3/4K3 w - - 0 1").lost("e2e4", quiet), 0);
}

// After e4 and silence a pawn on d5 has most likely just come: it would have taken before.
TEST(WeighedMessages, PawnsThatDidNotTakeAreNotThere) {
    WeighedSettings trusting;
    trusting.arrival = 1;
    const char* fen = "4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1";
    const auto chance = [&](const WeighedSettings& settings) {
        KnownBoard known(fen, settings);
        known.model.play(known.state, key("e2e4"), WeighedMessages::kQuiet,
                         WeighedMessages::kSilence);
        WeighedMessages::Outcomes outcomes;
        known.model.outcomes(known.state, key("e4d5"), outcomes);
        float takes = 0;
        for (const auto& outcome : outcomes)
            takes += outcome.answer == WeighedMessages::kTakesPawn ? outcome.probability : 0;
        return takes;
    };
    EXPECT_GT(chance(trusting), 0.2F);
    EXPECT_LT(chance({}), 0.3F * chance(trusting));
}

TEST(WeighedMessages, ValuesSquaresAndAKingAtHome) {
    // The same men; the bishop sees more from d4, the king is in danger on the fourth rank.
    EXPECT_GT(KnownBoard("rnbqkbnr/8/8/8/3B4/8/8/4K3 w - - 0 1", {.hit = 0, .idle_hit = 0}).value(),
              KnownBoard("rnbqkbnr/8/8/8/8/8/8/B3K3 w - - 0 1", {.hit = 0, .idle_hit = 0}).value());
    WeighedSettings calm;
    calm.idle_hit = 0;
    calm.control = 0;
    const float at_home = KnownBoard("rnbqkbnr/8/8/8/8/8/P7/4K3 w - - 0 1", calm).value();
    const float abroad = KnownBoard("rnbqkbnr/8/8/8/4K3/8/P7/8 w - - 0 1", calm).value();
    EXPECT_GT(at_home, abroad);
    // Nobody is left to hunt it.
    EXPECT_FLOAT_EQ(KnownBoard("4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", calm).value(),
                    KnownBoard("4k3/p7/8/8/4K3/8/P7/8 w - - 0 1", calm).value());
}

TEST(SimulatedUmpire, AnswersByTheDensities) {
    const auto rules = Rules::parse("wild16").value();
    const auto board = chess::parse_fen("4k3/8/8/8/3p4/8/8/R3K3 w - - 0 1").value();
    const DensityModel known(board, rules, Seat::First);
    SimulatedUmpire umpire{{}};
    TryList tries;
    Turn().list(known.own(), 1, tries);
    umpire.set_root(known, rules.says(), tries, 0);
    Rng rng(1);
    const auto heard = [&](const char* text) {
        std::map<std::uint32_t, int> counts;
        for (int i = 0; i < 200; ++i) {
            SimulatedUmpire::State state;
            umpire.begin(state, rng);
            const auto answer = umpire.answer(state, key(text), rng);
            ++counts[answer.message];
            if (answer.message == SimulatedUmpire::kRefused) {
                EXPECT_EQ(answer.then, search::Heard::Then::MyTurn);
                SimulatedUmpire::Moves left;
                umpire.moves(state, left);
                EXPECT_EQ(std::count(left.begin(), left.end(), key(text)), 0);
            }
        }
        return counts;
    };
    EXPECT_EQ(heard("a1a4").at(SimulatedUmpire::kSilence), 200);
    EXPECT_EQ(heard("a1a8")[SimulatedUmpire::kChecks], 200);  // the king stands on e8, in sight
    const auto own_value = umpire.value(known);
    SimulatedUmpire::State state;
    umpire.begin(state, rng);
    EXPECT_NEAR(umpire.simulate(state, rng), own_value, 1e-6);  // k = 1 and nothing was lost
}

TEST(SimulatedUmpire, LongerSimulationsMoveOn) {
    const auto rules = Rules::parse("wild16").value();
    const DensityModel start(rules.start(), rules, Seat::First);
    TryList tries;
    Turn().list(start.own(), 15, tries);
    SimulatedUmpire::Settings settings;
    settings.moves = 10;
    SimulatedUmpire umpire(settings);
    umpire.set_root(start, rules.says(), tries, 0);
    Rng rng(2);
    int lost = 0;
    for (int i = 0; i < 50; ++i) {
        SimulatedUmpire::State state;
        umpire.begin(state, rng);
        const double value = umpire.simulate(state, rng);
        EXPECT_LE(std::abs(value), 1);
        EXPECT_GE(state.model.time(), 6);  // nine turns, a few ended by refusals
        lost += chess::popcount(state.model.own().all()) < 16;
    }
    EXPECT_GT(lost, 10);
}

TEST(PlayedBoards, GuessedBoardsFitTheOwnMenAndTheCounts) {
    int boards = 0;
    int fitting = 0;
    follow("wild16", 21, [&](const Densities& densities, const auto&) {
        const BoardGuesser guesser(densities.maps(), densities.story());
        Rng rng(3);
        for (int i = 0; i < 3; ++i) {
            const auto board = guesser.guess(rng);
            if (!board)
                continue;
            ++boards;
            const View& view = densities.view();
            EXPECT_EQ(OwnMen(*board, chess::kWhite), view.own());
            EXPECT_EQ(chess::popcount(board->pieces(chess::kBlack)), view.enemy_men() + 1);
            fitting += check_kinds(*board) == view.turn().check_kinds();
        }
    });
    EXPECT_GT(boards, 100);
    EXPECT_GT(fitting, boards * 8 / 10);
}

TEST(PlayedBoards, GamesEndAndClearWinsAreAdjudicated) {
    const auto rules = Rules::parse("wild16").value();
    const PlayedBoards model({}, rules, chess::kWhite);
    Rng rng(4);
    const auto value = [&](const char* fen) {
        PlayedBoards::State state{chess::parse_fen(fen).value(), chess::kNoSquare, false};
        return model.simulate(state, rng);
    };
    EXPECT_EQ(value("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), 1.0);
    EXPECT_EQ(value("r3k3/8/8/8/8/8/8/4K3 w - - 0 1"), 0.0);
    EXPECT_EQ(value("4k3/8/8/8/8/8/8/N3K3 w - - 0 1"), 0.5);
    EXPECT_EQ(value("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), 1.0);  // mated where it stands
    double sum = 0;
    for (int i = 0; i < 60; ++i)
        sum += value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    EXPECT_GT(sum, 15);
    EXPECT_LT(sum, 45);
}

TEST(PlayedBoards, MostMovesTakeBack) {
    const auto rules = Rules::parse("wild16").value();
    const PlayedBoards model({}, rules, chess::kWhite);
    Rng rng(5);
    const PlayedBoards::State state{chess::parse_fen("4k3/8/8/3n4/8/4N3/8/4K3 w - - 0 1").value(),
                                    chess::kD5, false};
    int back = 0;
    for (int i = 0; i < 400; ++i)
        back += model.pseudorandom(state, rng)->to() == chess::kD5;
    EXPECT_GT(back, 340);
    EXPECT_LT(back, 400);
}

}  // namespace nebel::kriegspiel
