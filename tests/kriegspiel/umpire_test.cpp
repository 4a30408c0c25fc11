#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kriegspiel/game.hpp"

// What the umpire says in the cases that random games rarely reach, ruleset by ruleset.
namespace nebel::kriegspiel {

namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

// A referee at a position, answering in event texts. `start` and `placed` lines are left out.
class Table {
 public:
    Table(const std::string& rules, const std::string& fen)
        : referee_(Referee::from_start(Rules::parse(rules).value(), fen).value()) {
        const auto opening = referee_.open();
        for (const Seat seat : kSeats)
            for (const auto& event : opening.events[seat])
                if (event.type != Event::Type::Start && event.type != Event::Type::Placed)
                    said_[seat].push_back(event.text());
    }

    Table& act(const std::string& action) {
        const auto answer = referee_.act(Action::parse(action).value());
        EXPECT_NE(answer.verdict, Verdict::Invalid) << action << ": " << answer.why;
        verdict_ = answer.verdict;
        for (const Seat seat : kSeats) {
            said_[seat].clear();
            for (const auto& event : answer.events[seat])
                said_[seat].push_back(event.text());
        }
        return *this;
    }

    const std::vector<std::string>& white() const { return said_[Seat::First]; }
    const std::vector<std::string>& black() const { return said_[Seat::Second]; }
    Verdict verdict() const { return verdict_; }
    const Referee& referee() const { return referee_; }

 private:
    Referee referee_;
    PerSeat<std::vector<std::string>> said_;
    Verdict verdict_ = Verdict::Accepted;
};

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

}  // namespace

TEST(Umpire, SilentMoveTellsTheOpponentNothingButTheTurn) {
    Table table("wild16", kStart);
    EXPECT_THAT(table.white(), ElementsAre("pawn_tries white 0"));
    table.act("e2e4");
    EXPECT_THAT(table.white(), ElementsAre("moved white e2e4", "pawn_tries black 0"));
    EXPECT_THAT(table.black(), ElementsAre("moved white", "pawn_tries black 0"));
}

TEST(Umpire, RefusalsAreHeardByWhomTheRulesetSays) {
    // White's e4 pawn is blocked by an unseen man on e5: bad luck, not nonsense.
    const std::string blocked = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    struct Case {
        const char* rules;
        bool bad_luck_public;
        const char* nonsense;
        bool nonsense_public;
    };
    for (const auto& [rules, bad_luck_public, nonsense, nonsense_public] :
         {Case{"wild16", false, "illegal", false}, Case{"berkeley", true, "nonsense", false},
          Case{"berkeley_any", true, "nonsense", false}, Case{"cincinnati", true, "nonsense", true},
          Case{"rand", true, "nonsense", true}, Case{"english", true, "illegal", true}}) {
        SCOPED_TRACE(rules);
        Table table(rules, blocked);
        table.act("e4e5");
        EXPECT_EQ(table.verdict(), Verdict::Refused);
        EXPECT_THAT(table.white(), ElementsAre("refused white illegal e4e5"));
        if (bad_luck_public)
            EXPECT_THAT(table.black(), ElementsAre("refused white illegal"));
        else
            EXPECT_THAT(table.black(), IsEmpty());
        table.act("a1a5");  // through the own pawn
        EXPECT_THAT(table.white(), ElementsAre(std::string("refused white ") + nonsense + " a1a5"));
        if (nonsense_public)
            EXPECT_THAT(table.black(), ElementsAre(std::string("refused white ") + nonsense));
        else
            EXPECT_THAT(table.black(), IsEmpty());
    }
}

TEST(Umpire, WhatIsNonsense) {
    const std::string fen = "4k3/8/8/8/8/8/P3P3/R3K2R w KQ - 0 1";
    for (const char* action : {"e3e4", "a1a2", "a2a5", "h1g3", "e2e3q", "e1e3", "e1e2"}) {
        Table table("berkeley", fen);
        table.act(action);
        EXPECT_EQ(table.white().front(), std::string("refused white nonsense ") + action);
    }
    // A promotion piece must be named when the pawn arrives, and only then.
    Table table("berkeley", "7k/P7/8/8/8/8/8/4K3 w - - 0 1");
    EXPECT_THAT(table.act("a7a8").white(), ElementsAre("refused white nonsense a7a8"));
    EXPECT_EQ(table.act("a7a8n").verdict(), Verdict::Accepted);
}

TEST(Umpire, ATryRefusedBeforeIsNonsenseWhenRepeated) {
    Table table("berkeley", "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1");
    EXPECT_THAT(table.act("e2e4").white(), ElementsAre("refused white illegal e2e4"));
    EXPECT_THAT(table.act("e2e4").white(), ElementsAre("refused white nonsense e2e4"));
    EXPECT_THAT(table.black(), IsEmpty());
}

TEST(Umpire, CapturesSayWhatTheRulesetSays) {
    const std::string fen = "4k3/8/8/3p1n2/4P3/8/8/4K3 w - - 0 1";
    Table wild("wild16", fen);
    EXPECT_THAT(wild.white(), ElementsAre("pawn_tries white 2"));
    wild.act("e4d5");
    EXPECT_THAT(wild.white(),
                ElementsAre("moved white e4d5", "capture white d5 pawn", "pawn_tries black 0"));
    EXPECT_THAT(wild.black(),
                ElementsAre("moved white", "capture white d5 pawn", "pawn_tries black 0"));
    Table piece("cincinnati", fen);
    EXPECT_THAT(piece.white(), ElementsAre("pawn_tries white yes"));
    piece.act("e4f5");
    EXPECT_THAT(piece.black(),
                ElementsAre("moved white", "capture white f5 piece", "pawn_tries black no"));
    Table square("berkeley", fen);
    EXPECT_THAT(square.white(), IsEmpty());
    square.act("e4f5");
    EXPECT_THAT(square.black(), ElementsAre("moved white", "capture white f5"));
    Table pawns("rand", fen);
    EXPECT_THAT(pawns.white(), ElementsAre("pawn_tries white squares e4"));
}

TEST(Umpire, APromotedManThatFallsIsAPiece) {
    Table table("wild16", "8/P3k3/8/8/8/8/1r5P/4K3 b - - 0 1");
    table.act("b2a2").act("a7a8q").act("a2a8");
    EXPECT_THAT(table.white(), Contains("capture black a8 piece"));
}

TEST(Umpire, ChecksNameTheirDirection) {
    struct Case {
        const char* fen;
        const char* move;
        const char* check;
    };
    for (const auto& [fen, move, check] :
         {Case{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "check black rank"},
          Case{"4k3/8/8/8/8/8/R7/3K4 w - - 0 1", "a2e2", "check black file"},
          // The king on e8 stands on a diagonal of five squares (a4) and one of four (h5).
          Case{"4k3/8/8/8/8/8/4B2P/4K3 w - - 0 1", "e2b5", "check black long"},
          Case{"4k3/8/8/8/8/8/4B2P/4K3 w - - 0 1", "e2h5", "check black short"},
          Case{"4k3/8/8/1N6/8/8/7P/4K3 w - - 0 1", "b5c7", "check black knight"},
          // A pawn checks on a diagonal.
          Case{"4k3/8/3P4/8/8/8/8/4K3 w - - 0 1", "d6d7", "check black long"},
          Case{"4k3/8/5P2/8/8/8/8/4K3 w - - 0 1", "f6f7", "check black short"}}) {
        Table table("wild16", fen);
        table.act(move);
        EXPECT_THAT(table.white(), Contains(check)) << fen;
        EXPECT_THAT(table.black(), Contains(check)) << fen;
    }
}

TEST(Umpire, DoubleChecksNameBothOfEveryPair) {
    struct Case {
        const char* fen;
        const char* move;
        const char* check;
    };
    for (const auto& [fen, move, check] :
         {// knight uncovers file, rank, long and short diagonal
          Case{"4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "e4d6", "check black file knight"},
          Case{"R2N2k1/8/8/8/8/8/8/K7 w - - 0 1", "d8e6", "check black rank"},
          Case{"R3N1k1/8/8/8/8/8/8/K7 w - - 0 1", "e8f6", "check black rank knight"},
          Case{"4k3/8/2N5/8/B7/8/8/K7 w - - 0 1", "c6d4", "check black long"},
          Case{"4k3/8/2N5/8/B7/8/8/2K5 w - - 0 1", "c6b8", "check black long"},
          // bishop uncovers a file and checks on a diagonal
          Case{"4k3/8/8/8/4B3/8/8/K3R3 w - - 0 1", "e4c6", "check black file long"},
          Case{"4k3/8/8/8/4B3/8/8/K3R3 w - - 0 1", "e4g6", "check black file short"},
          // rook uncovers a diagonal and checks on the rank or file
          Case{"4k3/8/2R5/8/B7/8/8/K7 w - - 0 1", "c6c8", "check black rank long"},
          Case{"4k3/8/2R5/8/B7/8/8/K7 w - - 0 1", "c6e6", "check black file long"},
          // a capturing promotion: queen on the rank, rook behind on the file
          Case{"3nk3/4P3/8/8/8/8/8/K3R3 w - - 0 1", "e7d8q", "check black rank file"},
          // king steps aside: one check, discovered, by a man that did not move
          Case{"4k3/8/8/8/8/4K3/8/4R3 w - - 0 1", "e3d3", "check black file"}}) {
        Table table("wild16", fen);
        table.act(move);
        EXPECT_THAT(table.black(), Contains(check)) << fen << " " << move;
    }
}

TEST(Umpire, MateIsSaidInsteadOfTheCheck) {
    Table table("wild16", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    table.act("a1a8");
    EXPECT_THAT(table.black(), ElementsAre("moved white", "end 1-0 checkmate"));
    const auto after = Referee(table.referee()).act(Action::parse("g8h8").value());
    EXPECT_EQ(after.verdict, Verdict::Invalid);
}

TEST(Umpire, StalemateDrawsExceptInRand) {
    const std::string fen = "7k/8/8/6Q1/8/8/8/K7 w - - 0 1";
    EXPECT_THAT(Table("wild16", fen).act("g5g6").black(),
                ElementsAre("moved white", "end 1/2-1/2 stalemate"));
    EXPECT_THAT(Table("rand", fen).act("g5g6").black(),
                ElementsAre("moved white", "end 1-0 stalemate"));
}

TEST(Umpire, EnPassantIsSaidAtThePawnOrAtTheLanding) {
    const std::string fen = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    Table wild("wild16", fen);
    wild.act("d7d5");
    EXPECT_THAT(wild.white(), ElementsAre("moved black", "pawn_tries white 1"));
    wild.act("e5d6");
    EXPECT_THAT(wild.black(),
                ElementsAre("moved white", "capture white d5 pawn", "pawn_tries black 0"));
    Table english("english", fen);
    english.act("d7d5").act("e5d6");
    EXPECT_THAT(english.black(), ElementsAre("moved white", "capture white d6 en_passant"));
}

TEST(Umpire, PinnedEnPassantIsNoPawnTry) {
    // Taking would open the fifth rank to the rook; taking on the d-file would leave the pin line.
    Table rank("wild16", "4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1");
    rank.act("d7d5");
    EXPECT_THAT(rank.white(), ElementsAre("moved black", "pawn_tries white 0"));
    rank.act("e5d6");
    EXPECT_EQ(rank.verdict(), Verdict::Refused);
    EXPECT_THAT(rank.black(), IsEmpty());
    Table file("rand", "4k3/3pr3/8/4P3/8/8/8/4K3 b - - 0 1");
    file.act("d7d5");
    EXPECT_THAT(file.white(), ElementsAre("moved black", "pawn_tries white squares"));
}

TEST(Umpire, EnPassantCanGiveCheckAndAnswerOne) {
    Table gives("wild16", "8/2kp4/8/4P3/8/8/8/4K3 b - - 0 1");
    gives.act("d7d5").act("e5d6");
    EXPECT_THAT(gives.black(), Contains("check black long"));
    // The double step itself checks the king on e4; only en passant takes the checker.
    Table answers("wild16", "4k3/3p4/8/4P3/4K3/8/8/8 b - - 0 1");
    answers.act("d7d5");
    EXPECT_THAT(answers.white(),
                ElementsAre("moved black", "check white long", "pawn_tries white 1"));
    answers.act("e5d6");
    EXPECT_EQ(answers.verdict(), Verdict::Accepted);
}

TEST(Umpire, PromotionCapturesCountOnceAndPromotionIsToldInRandOnly) {
    const std::string fen = "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1";
    Table wild("wild16", fen);
    EXPECT_THAT(wild.white(), ElementsAre("pawn_tries white 1"));
    wild.act("e7d8r");
    EXPECT_THAT(wild.black(), ElementsAre("moved white", "capture white d8 piece",
                                          "check black rank", "pawn_tries black 0"));
    Table rand("rand", fen);
    rand.act("e7d8n");
    EXPECT_THAT(rand.black(), ElementsAre("moved white", "capture white d8 piece",
                                          "promotion white", "end 1/2-1/2 insufficient_material"));
    Table quiet("rand", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1");
    EXPECT_THAT(quiet.act("e7e8b").black(), Contains("promotion white"));
}

TEST(Umpire, CastlingThroughUnseenAttackIsRefused) {
    Table through("wild16", "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    through.act("e1g1");
    EXPECT_THAT(through.white(), ElementsAre("refused white illegal e1g1"));
    EXPECT_THAT(through.black(), IsEmpty());
    through.act("e1c1");
    EXPECT_EQ(through.verdict(), Verdict::Accepted);
    Table blocked("berkeley", "4k3/8/8/8/8/8/8/Rn2K2R w KQ - 0 1");
    EXPECT_THAT(blocked.act("e1c1").white(), ElementsAre("refused white illegal e1c1"));
    Table no_right("berkeley", "4k3/8/8/8/8/8/8/R3K2R w K - 0 1");
    EXPECT_THAT(no_right.act("e1c1").white(), ElementsAre("refused white nonsense e1c1"));
    EXPECT_THAT(no_right.act("e1g1").black(), ElementsAre("moved white"));
    // Castling that gives check with the rook.
    Table gives("wild16", "5k2/8/8/8/8/8/8/4K2R w K - 0 1");
    EXPECT_THAT(gives.act("e1g1").black(), Contains("check black file"));
}

TEST(Umpire, CincinnatiCallsAnUnannouncedPawnCaptureNonsense) {
    Table table("cincinnati", kStart);
    table.act("e2d3");
    EXPECT_THAT(table.white(), ElementsAre("refused white nonsense e2d3"));
    EXPECT_THAT(table.black(), ElementsAre("refused white nonsense"));
    Table rand("rand", "4k3/8/8/3p4/P3P3/8/8/4K3 w - - 0 1");
    EXPECT_THAT(rand.act("a4b5").white(), ElementsAre("refused white nonsense a4b5"));
    EXPECT_THAT(rand.act("e4f5").white(), ElementsAre("refused white illegal e4f5"));
}

TEST(Umpire, AnyYesInBerkeleyBindsToAPawnCapture) {
    Table table("berkeley_any", "4k3/8/8/3p4/P3P3/8/8/4K3 w - - 0 1");
    table.act("any");
    EXPECT_EQ(table.verdict(), Verdict::Accepted);
    EXPECT_THAT(table.white(), ElementsAre("answer white yes"));
    EXPECT_THAT(table.black(), ElementsAre("answer white yes"));
    EXPECT_EQ(table.referee().to_act(), Seat::First);
    EXPECT_THAT(table.act("e1e2").white(), ElementsAre("refused white nonsense e1e2"));
    EXPECT_THAT(table.act("a4b5").white(), ElementsAre("refused white illegal a4b5"));
    EXPECT_THAT(table.black(), ElementsAre("refused white illegal"));
    EXPECT_THAT(table.act("e1e2").white(), ElementsAre("refused white nonsense e1e2"));
    EXPECT_THAT(table.act("any").white(), ElementsAre("refused white nonsense"));
    EXPECT_EQ(table.act("e4d5").verdict(), Verdict::Accepted);
}

TEST(Umpire, AnyNoTakesPawnCapturesOffTheTable) {
    Table table("berkeley_any", kStart);
    table.act("any");
    EXPECT_THAT(table.black(), ElementsAre("answer white no"));
    EXPECT_THAT(table.act("e2d3").white(), ElementsAre("refused white nonsense e2d3"));
    EXPECT_EQ(table.act("e2e4").verdict(), Verdict::Accepted);
    EXPECT_THAT(table.act("any").white(), ElementsAre("answer black no"));
}

TEST(Umpire, AnyYesInEnglishObligesOneTry) {
    Table table("english", "4k3/8/8/3p4/P3P3/8/8/4K3 w - - 0 1");
    EXPECT_THAT(table.act("any").black(), ElementsAre("answer white yes"));
    EXPECT_EQ(table.act("e1e2").verdict(), Verdict::Refused);
    EXPECT_EQ(table.act("a4b5").verdict(), Verdict::Refused);
    EXPECT_EQ(table.act("any").verdict(), Verdict::Refused) << "not twice in a turn";
    EXPECT_EQ(table.act("e1e2").verdict(), Verdict::Accepted) << "free after one try";
}

TEST(Umpire, AnyIsNoQuestionElsewhere) {
    Rng rng(1);
    Referee referee(Rules::parse("wild16").value(), rng);
    referee.open();
    EXPECT_EQ(referee.act(Action::any()).verdict, Verdict::Invalid);
}

TEST(Umpire, DrawRulesAreOptions) {
    const std::string fifty = "4k3/8/8/8/8/8/8/R3K3 w - - 99 80";
    EXPECT_THAT(Table("wild16", fifty).act("a1a2").white(), Contains("end 1/2-1/2 fifty_moves"));
    EXPECT_THAT(Table("wild16,fifty=off", fifty).act("a1a2").white(),
                Not(Contains("end 1/2-1/2 fifty_moves")));
    EXPECT_THAT(Table("wild16,fifty=off,cap=100", fifty).act("a1a2").white(),
                Contains("end 1/2-1/2 ply_limit"));
    // A mate on the hundredth half-move is a mate.
    EXPECT_THAT(Table("wild16", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80").act("a1a8").white(),
                Contains("end 1-0 checkmate"));
    const auto shuffle = [](const std::string& rules) {
        Table table(rules, kStart);
        for (int i = 0; i < 2; ++i)
            table.act("g1f3").act("g8f6").act("f3g1").act("f6g8");
        return table.white().back();
    };
    EXPECT_EQ(shuffle("wild16"), "end 1/2-1/2 repetition");
    EXPECT_EQ(shuffle("wild16,repetition=off"), "pawn_tries white 0");
}

TEST(Umpire, OpenTellsEverything) {
    Table table("open", kStart);
    table.act("e2e4");
    EXPECT_THAT(table.black(), ElementsAre("moved white e2e4"));
    table.act("d7d5").act("e4d5");
    EXPECT_THAT(table.black(), ElementsAre("moved white e4d5", "capture white d5 pawn"));
}

TEST(Umpire, StartsOfAnotherSizeAreRefused) {
    const auto rules = Rules::parse("wild16,board=silverman4x4").value();
    EXPECT_FALSE(Referee::from_start(rules, kStart));
    EXPECT_TRUE(Referee::from_start(rules, "rqkr/pppp/PPPP/RQKR w - - 0 1"));
}

}  // namespace nebel::kriegspiel
