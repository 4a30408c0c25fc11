#include <gtest/gtest.h>

#include <algorithm>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "kriegspiel/finish/conversion.hpp"
#include "kriegspiel/finish/finisher.hpp"
#include "kriegspiel/finish/hunt_search.hpp"
#include "kriegspiel/finish/pair_table.hpp"
#include "kriegspiel/finish/pawn_table.hpp"
#include "kriegspiel/finish/region_table.hpp"
#include "kriegspiel/heard_hunt.hpp"

namespace nebel::kriegspiel {

namespace {

using chess::bit;
using chess::Bitboard;
using chess::Square;

/// The umpire of a game that starts with the bare king elsewhere; nothing where it cannot stand.
std::optional<Referee> with_king_on(const Rules& rules, const std::string& fen, Square king) {
    auto setup = chess::parse_fen(fen).value().setup();
    const auto bare = chess::make_piece(~setup.side, chess::kKing);
    for (auto& piece : setup.board)
        if (piece == bare)
            piece = chess::kNoPiece;
    if (setup.board[king] != chess::kNoPiece)
        return std::nullopt;
    setup.board[king] = bare;
    if (!setup.validate())
        return std::nullopt;
    auto referee = Referee::from_start(rules, chess::to_fen(chess::Position(setup)));
    if (!referee || referee->outcome())
        return std::nullopt;
    return *referee;
}

/// Every world that sounds the same to a seat: the slow truth that the sets must equal.
class Worlds {
 public:
    Worlds(const Rules& rules, const std::string& fen) {
        for (const Square s : chess::Squares(rules.start().shape().mask))
            if (auto referee = with_king_on(rules, fen, s)) {
                referee->open();
                worlds_.push_back(std::move(*referee));
            }
    }

    void own_try(const Action& action, const Answer<Event>& real, Seat seat) {
        std::vector<Referee> kept;
        for (auto& world : worlds_) {
            const auto answer = world.act(action);
            if (answer.verdict == real.verdict && answer.events[seat] == real.events[seat])
                kept.push_back(world);
        }
        worlds_ = std::move(kept);
    }

    void hidden_move(const Answer<Event>& real, Seat seat) {
        std::vector<Referee> kept;
        Bitboard seen = 0;
        for (const auto& world : worlds_) {
            chess::MoveList moves;
            chess::generate_legal(world.position(), moves);
            for (const auto move : moves) {
                Referee next = world;
                const auto answer = next.act({move.from(), move.to(), move.promotion()});
                if (answer.events[seat] == real.events[seat] && !chess::contains(seen, move.to())) {
                    seen |= bit(move.to());
                    kept.push_back(std::move(next));
                }
            }
        }
        worlds_ = std::move(kept);
    }

    [[nodiscard]] Bitboard kings(Seat seat) const {
        Bitboard kings = 0;
        for (const auto& world : worlds_)
            kings |= bit(world.position().king_square(~colour_of(seat)));
        return kings;
    }

 private:
    std::vector<Referee> worlds_;
};

void expect_exact_sets(const std::string& rules_text, const std::string& ending, int games) {
    SCOPED_TRACE(rules_text + " " + ending);
    // Repetition would make worlds differ by their past alone.
    const auto rules = Rules::parse(rules_text + ",repetition=off").value();
    for (int game = 0; game < games; ++game) {
        const auto number = static_cast<std::uint64_t>(game);
        const auto fen = conversion_start(Ending::parse(ending).value(), rules, 17, number);
        auto referee = Referee::from_start(rules, fen).value();
        const Seat seat = referee.to_act();
        Finisher finisher;
        finisher.begin(rules, seat);
        Worlds worlds(rules, fen);
        Rng rng(5, number);
        const auto tell = [&](const Answer<Event>& answer) {
            for (const auto& event : answer.events[seat])
                finisher.hear(event);
        };
        tell(referee.open());
        for (int i = 0; i < 60 && !referee.outcome(); ++i) {
            if (referee.to_act() == seat) {
                ASSERT_EQ(finisher.king_squares(), worlds.kings(seat)) << referee.state_text();
                const auto action = finisher.view().random_action(rng);
                const auto answer = referee.act(action);
                worlds.own_try(action, answer, seat);
                tell(answer);
            } else {
                chess::MoveList moves;
                chess::generate_legal(referee.position(), moves);
                const auto move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
                const auto answer = referee.act({move.from(), move.to(), move.promotion()});
                worlds.hidden_move(answer, seat);
                tell(answer);
            }
        }
    }
}

OwnMen men_of(const std::string& fen) {
    const auto position = chess::parse_fen(fen).value();
    return {position, position.side()};
}

}  // namespace

TEST(FinishSets, AreExactInEveryRuleset) {
    for (const auto& says : all_announcements())
        if (!says.moves_told)
            expect_exact_sets(std::string(says.name), "KQRBNPK", 2);
}

TEST(FinishSets, AreExactInEveryEndingAndOnSmallBoards) {
    for (const auto* ending : {"KQK", "KRK", "KBBK", "KBNK", "KPPK", "KNNNK"})
        expect_exact_sets("wild16", ending, 2);
    for (const auto* board : {"5x5", "6x6", "4x4", "5x7"})
        expect_exact_sets(std::string("wild16,board=") + board, "KQPK", 2);
}

TEST(FinishSets, WhereEverythingIsSaidTheKingIsSeen) {
    const auto rules = Rules::parse("open").value();
    auto referee = Referee::from_start(rules, "8/8/3k4/8/8/8/8/KR6 w - - 0 1").value();
    Finisher finisher;
    finisher.begin(rules, Seat::First);
    const auto opening = referee.open();
    for (const auto& event : opening.events[Seat::First])
        finisher.hear(event);
    EXPECT_EQ(finisher.king_squares(), bit(chess::kD6));
}

TEST(FinishSets, ADefenderLosesItsLastManInTheMiddleOfAGame) {
    HeardHunt hunt("7k/8/8/3p4/8/8/8/K2R4 w - - 0 1");
    Finisher& finisher = hunt.finisher;
    EXPECT_FALSE(finisher.ready());
    EXPECT_FALSE(finisher.act());
    hunt.act(Action::parse("d1d5").value());
    EXPECT_FALSE(finisher.act()) << "it is not our turn";
    hunt.act(Action::parse("h8g8").value());
    ASSERT_TRUE(finisher.ready());
    EXPECT_TRUE(chess::contains(finisher.king_squares(), chess::kG8));
    // It was silent: the king stood off the rook's lines and is off them now.
    EXPECT_EQ(finisher.king_squares() & (chess::rank_bits(4) | chess::file_bits(3)), 0U);
    EXPECT_TRUE(finisher.act());
}

TEST(FinishSets, HintsNarrowAndWrongHintsAreForgotten) {
    HeardHunt hunt("8/8/3k4/8/8/8/8/KR6 w - - 0 1");
    Finisher& finisher = hunt.finisher;
    const Bitboard before = finisher.king_squares();
    finisher.restrict(bit(chess::kH8));
    EXPECT_EQ(finisher.king_squares(), before) << "a hint is no certainty";
    Rng rng(3);
    SeeingDefender defender;
    while (!hunt.referee.outcome()) {
        if (hunt.referee.to_act() == Seat::First) {
            finisher.restrict(bit(chess::kA8));
            hunt.act(*finisher.act());
        } else {
            hunt.act(defender, rng);
        }
    }
    EXPECT_EQ(hunt.referee.outcome()->reason, Reason::Checkmate);
}

TEST(FinishSets, ItDeclinesWhatCannotBeWon) {
    const Rules rules;
    for (const auto* fen : {"8/8/3k4/8/8/8/8/KN3N2 w - - 0 1", "8/8/3k3p/8/8/8/8/KQ6 w - - 0 1",
                            "8/8/3k4/8/8/8/1B1B4/K7 w - - 0 1"}) {
        auto referee = Referee::from_start(rules, fen).value();
        Finisher finisher;
        finisher.begin(rules, Seat::First);
        const auto opening = referee.open();
        for (const auto& event : opening.events[Seat::First])
            finisher.hear(event);
        EXPECT_FALSE(finisher.act()) << fen;
    }
}

TEST(HuntMemory, WhatAPartTakesTheWholeTakesAtLeast) {
    const Hunters men(men_of("8/8/7k/8/8/8/8/KR6 w - - 0 1"));
    const Hunters others(men_of("8/8/7k/8/8/8/8/K1R5 w - - 0 1"));
    const Bitboard two = bit(chess::kE5) | bit(chess::kF5);
    HuntMemory memory;
    memory.learn(men, two, 500);
    memory.learn(men, two, 400);
    memory.learn(men, two | bit(chess::kG5) | bit(chess::kH5), 900);
    EXPECT_EQ(memory.at_least(men, two), 500);
    EXPECT_EQ(memory.at_least(men, two | bit(chess::kG5)), 500);
    EXPECT_EQ(memory.at_least(men, ~Bitboard{0}), 900);
    EXPECT_EQ(memory.at_least(men, bit(chess::kE5)), kMate);
    EXPECT_EQ(memory.at_least(others, ~Bitboard{0}), kMate);
    memory.clear();
    EXPECT_EQ(memory.at_least(men, ~Bitboard{0}), kMate);
}

TEST(HuntMemory, TurnsTheSearchAwayFromWhatWasTooHopeful) {
    HuntSearch search(Rules(), chess::Shape::standard());
    HuntMemory memory;
    HuntSearch::Question question;
    question.men = Hunters(men_of("8/8/8/8/3K4/4R3/8/k7 w - - 0 1"));
    question.kings = ~question.men.all & ~question.men.attacks().all;
    question.memory = &memory;
    search.prepare(question.men, nullptr);
    Budget budget;
    budget.nodes = 400;
    const auto first = search.find(question, budget);
    ASSERT_TRUE(first);
    EXPECT_GT(first->lesson, first->cost) << "the moves on the way count";
    Hunters after = question.men;
    after.move(first->action);
    // Wherever the first choice leads is now known to take much longer.
    for (const Square s : chess::Squares(~after.all))
        memory.learn(after, bit(s), kDraw - 1);
    const auto second = search.find(question, budget);
    ASSERT_TRUE(second);
    EXPECT_NE(second->action, first->action);
}

TEST(Tables, KnowTheOpenBoardsLongestMates) {
    const auto& shape = chess::Shape::standard();
    for (const auto& [piece, longest] : {std::pair{chess::kQueen, 10}, {chess::kRook, 16}}) {
        const auto& table = EndingTable::shared(shape, {piece});
        const auto& pairs = PairTable::shared(shape, {piece});
        int most = 0;
        for (const Square king : chess::Squares(shape.mask))
            for (const Square man : chess::Squares(shape.mask & ~bit(king))) {
                Hunters men;
                men.king = king;
                men.of[chess::kKing] = bit(king);
                men.of[piece] = bit(man);
                men.all = bit(king) | bit(man);
                const auto* distances = table.attacker_distances(men);
                for (const Square s : chess::Squares(~men.all & ~men.attacks().all)) {
                    if (distances[s] == EndingTable::kNever)
                        continue;
                    most = std::max<int>(most, distances[s]);
                    // Not to see can only take longer.
                    EXPECT_GE(pairs.distance(men, s, s), distances[s]);
                }
            }
        EXPECT_EQ(most, longest);
    }
}

// Wherever the piece stands beside its king, not knowing where the other king is costs less than
// the fifty moves, and a set costs no more than a larger one.
TEST(Tables, OfRegionsBoundEveryHuntFromTotalIgnorance) {
    const auto& shape = chess::Shape::standard();
    Rng rng(3);
    for (const auto piece : {chess::kQueen, chess::kRook}) {
        const auto& table = RegionTable::shared(shape, {piece});
        int most = 0;
        for (const Square king : chess::Squares(shape.mask))
            for (const Square man : chess::Squares(chess::king_attacks(king))) {
                Hunters men;
                men.king = king;
                men.of[chess::kKing] = bit(king);
                men.of[piece] = bit(man);
                men.all = bit(king) | bit(man);
                const Bitboard open = ~men.all & ~men.attacks().all;
                const int whole = table.cost(men, open);
                most = std::max(most, whole);
                const Bitboard part = open & rng.next();
                const Bitboard less = part & rng.next();
                EXPECT_LE(table.cost(men, part), whole);
                EXPECT_LE(table.cost(men, less), table.cost(men, part));
            }
        EXPECT_LT(most, 40 * RegionTable::kMove);
        EXPECT_GT(most, 15 * RegionTable::kMove);
    }
}

// From every bound there is a try after which, whatever is heard, the bound is a move less: so a
// hunt that follows it ends.
TEST(Tables, OfRegionsAlwaysKnowAWayOn) {
    const auto& shape = chess::Shape::standard();
    const CheckMap checks(shape);
    const auto& table = RegionTable::shared(shape, {chess::kRook});
    for (const char* fen : {"8/8/8/3KR3/8/8/8/k7 w - - 0 1", "8/8/8/8/8/8/KR6/7k w - - 0 1",
                            "RK6/8/8/8/8/8/8/7k w - - 0 1"}) {
        const Hunters men(men_of(fen));
        const Bitboard kings = ~men.all & ~men.attacks().all;
        const int cost = table.cost(men, kings);
        HuntTries tries;
        list_tries(men, tries);
        bool found = false;
        for (const auto& action : tries) {
            const Bitboard refused = kings & refused_squares(men, action);
            Hunters after = men;
            after.move(action);
            Split outcome;
            split(after, after.attacks(), checks, kings & ~refused, outcome);
            bool good = refused == 0 || table.cost(men, refused) <= cost;
            for (const auto& branch : outcome.branches)
                good = good && branch.captured == chess::kNoSquare &&
                       table.cost(after, branch.kings) <= cost - RegionTable::kMove;
            found = found || (good && refused != kings);
        }
        EXPECT_TRUE(found) << fen;
    }
}

// With the side that has the pawn to move, 124,960 of the 163,328 placements are won: a figure that
// every solver of this ending finds.
TEST(Tables, OfAPawnCountTheKnownWins) {
    const auto& shape = chess::Shape::standard();
    const auto& table = PawnTable::shared(shape);
    for (const auto colour : {chess::kWhite, chess::kBlack}) {
        int placements = 0;
        int won = 0;
        for (const Square king : chess::Squares(shape.mask))
            for (const Square pawn : chess::Squares(shape.mask & ~bit(king) & ~chess::rank_bits(0) &
                                                    ~chess::rank_bits(7))) {
                Hunters men;
                men.colour = colour;
                men.king = king;
                men.of[chess::kKing] = bit(king);
                men.of[chess::kPawn] = bit(pawn);
                men.all = bit(king) | bit(pawn);
                const Bitboard kings = ~men.all & ~men.attacks().all;
                placements += chess::popcount(kings);
                won += chess::popcount(kings & table.won(men));
            }
        EXPECT_EQ(placements, 163'328);
        EXPECT_EQ(won, 124'960);
    }
}

// Interrupted again and again, the same table comes out.
TEST(Tables, MadeInSlicesAreTheSame) {
    const Rules rules = Rules::parse("wild16,board=5x5").value();
    const auto& shape = rules.start().shape();
    PairTable sliced(shape, {chess::kRook});
    PairTable whole(shape, {chess::kRook});
    BudgetMeter unlimited{Budget{}};
    ASSERT_TRUE(whole.build(unlimited));
    Budget few;
    few.nodes = 3;
    int slices = 0;
    for (bool done = false; !done && slices < 100'000; ++slices) {
        BudgetMeter meter(few);
        done = sliced.build(meter);
    }
    EXPECT_GT(slices, 100);
    EXPECT_LT(slices, 100'000);
    for (const Square king : chess::Squares(shape.mask))
        for (const Square rook : chess::Squares(shape.mask & ~bit(king))) {
            Hunters men;
            men.shape = &shape;
            men.king = king;
            men.of[chess::kKing] = bit(king);
            men.of[chess::kRook] = bit(rook);
            men.all = bit(king) | bit(rook);
            for (const Square a : chess::Squares(shape.mask & ~men.all & ~men.attacks().all))
                for (const Square b : chess::Squares(shape.mask & ~men.all & ~men.attacks().all))
                    ASSERT_EQ(sliced.distance(men, a, b), whole.distance(men, a, b));
        }
}

// On a small board: the chess board's tables of two pieces take seconds.
TEST(Tables, OfTwoPiecesNeverPromiseMoreThanTheOpenBoard) {
    const Rules rules = Rules::parse("wild16,board=5x5").value();
    const auto& shape = rules.start().shape();
    Rng rng(8);
    for (const auto second : {chess::kBishop, chess::kKnight}) {
        const EndingTable table(shape, {chess::kBishop, second});
        const PairTable& pairs = PairTable::shared(shape, {chess::kBishop, second});
        int compared = 0;
        for (int i = 0; i < 4000; ++i) {
            Hunters men;
            men.shape = &shape;
            const auto put = [&](chess::PieceType type) {
                const auto s = chess::make_square(static_cast<int>(rng.below(5)),
                                                  static_cast<int>(rng.below(5)));
                men.of[type] |= bit(s);
                men.all |= bit(s);
                return s;
            };
            men.king = put(chess::kKing);
            put(chess::kBishop);
            put(second);
            if (!pairs.covers(men))
                continue;
            const auto* distances = table.attacker_distances(men);
            const Bitboard kings = shape.mask & ~men.all & ~men.attacks().all;
            for (const Square a : chess::Squares(kings)) {
                const int alone = pairs.distance(men, a, a);
                EXPECT_GE(alone, distances[a]);
                compared += alone != PairTable::kNever;
                for (const Square b : chess::Squares(kings))
                    EXPECT_GE(pairs.distance(men, a, b), alone);
            }
        }
        EXPECT_GT(compared, 1000);
    }
}

}  // namespace nebel::kriegspiel
