#include "kriegspiel/view.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "chess/movegen.hpp"
#include "game/battery.hpp"
#include "kriegspiel/game.hpp"

namespace nebel::kriegspiel {

namespace {

using testing::Contains;
using testing::Not;

// A seat's view that follows a game from a position.
class Follower {
 public:
    Follower(const std::string& rules, const std::string& fen, Seat seat)
        : referee_(Referee::from_start(Rules::parse(rules).value(), fen).value()),
          view_(referee_.rules(), seat) {
        listen(referee_.open());
    }
    Follower& act(const std::string& action) {
        listen(referee_.act(Action::parse(action).value()));
        return *this;
    }
    std::set<std::string> tries() const {
        TryList list;
        view_.actions(list);
        std::set<std::string> texts;
        for (const auto& action : list)
            texts.insert(action.text());
        EXPECT_EQ(texts.size(), list.size()) << "a try is offered twice";
        return texts;
    }
    const View& view() const { return view_; }

 private:
    void listen(const Answer<Event>& answer) {
        for (const auto& event : answer.events[view_.seat()])
            view_.hear(event);
    }
    Referee referee_;
    View view_;
};

using Texts = std::set<std::string>;

}  // namespace

TEST(View, SlidersPassThroughTheUnseen) {
    Follower white("wild16", "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", Seat::First);
    EXPECT_THAT(white.tries(), Contains("a1a8"));
    EXPECT_THAT(white.tries(), Contains("a1d1"));
    EXPECT_THAT(white.tries(), Not(Contains("a1e1")));
}

TEST(View, PawnsCaptureOnlyWhereSomethingMayStand) {
    Follower none("wild16", "4k3/4n3/8/8/8/8/4P3/4K3 w - - 0 1", Seat::First);
    EXPECT_EQ(none.view().turn().capturing_pawns(), 0u);
    EXPECT_THAT(none.tries(), Not(Contains("e2d3")));
    Follower unknown("berkeley", "4k3/4n3/8/8/8/8/4P3/4K3 w - - 0 1", Seat::First);
    EXPECT_THAT(unknown.tries(), Contains("e2d3"));
    Follower bare("berkeley", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Seat::First);
    EXPECT_THAT(bare.tries(), Not(Contains("e2d3"))) << "a bare king is never taken";
    Follower squares("rand", "4k3/8/8/3p4/P3P3/8/8/4K3 w - - 0 1", Seat::First);
    EXPECT_THAT(squares.tries(), Contains("e4f5"));
    EXPECT_THAT(squares.tries(), Not(Contains("a4b5")));
}

TEST(View, RefusalsAreRememberedForTheTurnOnly) {
    Follower white("wild16", "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", Seat::First);
    white.act("e2e4");
    EXPECT_THAT(white.tries(), Not(Contains("e2e4")));
    EXPECT_THAT(white.tries(), Contains("e2e3"));
    white.act("e1d1").act("e8d8");
    EXPECT_THAT(white.tries(), Contains("e2e4"));
}

TEST(View, ARefusalImpliesMoreOutOfCheck) {
    Follower slide("wild16", "4k3/8/8/R1p3p1/8/8/8/4K3 w - - 0 1", Seat::First);
    slide.act("a5f5");
    EXPECT_THAT(slide.tries(), Not(Contains("a5g5")));
    EXPECT_THAT(slide.tries(), Contains("a5e5"));
    EXPECT_THAT(slide.tries(), Contains("a5a8"));
    Follower pawn("wild16", "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", Seat::First);
    pawn.act("e2e3");
    EXPECT_THAT(pawn.tries(), Not(Contains("e2e4")));
    Follower knight("wild16", "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", Seat::First);
    knight.act("e2c3");
    for (const auto& text : knight.tries())
        EXPECT_NE(text.substr(0, 2), "e2") << "the knight is pinned";
    Follower castle("wild16", "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", Seat::First);
    castle.act("e1f1");
    EXPECT_THAT(castle.tries(), Not(Contains("e1g1")));
    EXPECT_THAT(castle.tries(), Contains("e1c1"));
}

TEST(View, ACheckLimitsTheTriesByItsDirection) {
    // Check on the file: others must land between, or on, the king's file.
    Follower file("wild16", "4r1k1/8/8/8/8/3P4/P7/R3K3 w Q - 0 1", Seat::First);
    const auto tries = file.tries();
    EXPECT_THAT(tries, Not(Contains("e1c1")));
    EXPECT_THAT(tries, Not(Contains("a2a3")));
    EXPECT_THAT(tries, Not(Contains("d3d4")));
    EXPECT_THAT(tries, Contains("e1d2"));
    // Knight: take it or step away.
    Follower knight("wild16", "6k1/8/8/8/8/3n4/8/R3K2Q w - - 0 1", Seat::First);
    EXPECT_THAT(knight.tries(), Contains("h1f3"));
    EXPECT_THAT(knight.tries(), Not(Contains("h1h2")));
    // Two directions: the king alone.
    Follower both("wild16", "4r1k1/8/8/8/8/3n4/8/R3K2Q w - - 0 1", Seat::First);
    for (const auto& text : both.tries())
        EXPECT_EQ(text.substr(0, 2), "e1");
    // A pawn that checks by its double step may be taken in passing.
    Follower passing("wild16", "4k3/3p4/8/4P3/4K3/8/8/8 b - - 0 1", Seat::First);
    passing.act("d7d5");
    EXPECT_THAT(passing.tries(), Contains("e5d6"));
    EXPECT_THAT(passing.tries(), Not(Contains("e5e6")));
}

TEST(View, AnyAndItsConsequences) {
    Follower white("berkeley_any", "4k3/8/8/3p4/P3P3/8/8/4K3 w - - 0 1", Seat::First);
    EXPECT_THAT(white.tries(), Contains("any"));
    white.act("any");
    EXPECT_EQ(white.tries(), (Texts{"a4b5", "e4d5", "e4f5"}));
    white.act("a4b5");
    EXPECT_EQ(white.tries(), (Texts{"e4d5", "e4f5"}));
    Follower no("berkeley_any", "4k3/8/8/8/P3P2n/8/8/4K3 w - - 0 1", Seat::First);
    no.act("any");
    EXPECT_THAT(no.tries(), Not(Contains("any")));
    EXPECT_THAT(no.tries(), Not(Contains("e4d5")));
    Follower english("english", "4k3/8/8/3p4/P3P3/8/8/4K3 w - - 0 1", Seat::First);
    english.act("any");
    EXPECT_EQ(english.tries(), (Texts{"a4b5", "e4d5", "e4f5"}));
    english.act("a4b5");
    EXPECT_THAT(english.tries(), Contains("e1d1"));
}

TEST(View, CountsWhatIsLeft) {
    Follower white("wild16", "4k3/8/8/3p1n2/4P3/8/8/4K3 w - - 0 1", Seat::First);
    EXPECT_EQ(white.view().enemy_men(), 2);
    EXPECT_EQ(white.view().enemy_pawns_left(), 1);
    EXPECT_EQ(white.view().enemy_pieces_left(), 1);
    white.act("e4f5");
    EXPECT_EQ(white.view().enemy_men(), 1);
    EXPECT_EQ(white.view().enemy_pieces_left(), 0);
    EXPECT_EQ(white.view().taken().pieces, 1);
}

TEST(View, LosesItsMenAndRightsAsAnnounced) {
    Follower white("wild16", "4k2r/8/8/8/8/8/8/4K2R b Kk - 0 1", Seat::First);
    EXPECT_TRUE(white.view().own().can_castle_short());
    white.act("h8h1");
    EXPECT_FALSE(white.view().own().can_castle_short());
    EXPECT_EQ(white.view().own().all(), chess::bit(chess::kE1));
    // In English rules the square told is the landing, behind the lost pawn.
    Follower english("english", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", Seat::First);
    english.act("e2e4").act("d4e3");
    EXPECT_EQ(english.view().own().of(chess::kPawn), 0u);
}

// In every ruleset, at every turn of random games: every legal move is offered unless it was...
// never: what is legal cannot be excluded by knowledge. And the own men are exactly the truth's.
TEST(View, OffersEveryLegalMoveAndKnowsItsOwnMen) {
    for (const auto& says : all_announcements()) {
        for (const char* board : {"8x8", "silverman4x4", "5x5", "6x6", "7x7"}) {
            const auto rules = Rules::parse(std::string(says.name) + ",board=" + board).value();
            for (std::uint64_t seed = 0; seed < 6; ++seed) {
                const auto table = battery::random_game<Kriegspiel>(rules, seed);
                auto referee = Referee::from_start(rules, table.record().start).value();
                PerSeat<View> views{{View(rules, Seat::First), View(rules, Seat::Second)}};
                referee.open();
                for (const Seat seat : kSeats)
                    for (const auto& event : table.record().opening[seat])
                        views[seat].hear(event);
                for (const auto& entry : table.record().actions) {
                    const auto& view = views[entry.seat];
                    ASSERT_EQ(view.own(), OwnMen(referee.position(), colour_of(entry.seat)));
                    TryList offered;
                    view.actions(offered);
                    chess::MoveList legal;
                    chess::generate_legal(referee.position(), legal);
                    for (const auto move : legal) {
                        const Action action{move.from(), move.to(), move.promotion()};
                        const bool pawn_capture = is_pawn_capture_try(view.own(), action);
                        if (view.turn().must_capture_with_pawn() && !pawn_capture)
                            continue;
                        ASSERT_NE(std::find(offered.begin(), offered.end(), action), offered.end())
                            << rules.text() << " " << referee.state_text() << " " << action.text()
                            << " " << view.text();
                    }
                    const auto answer = referee.act(entry.action);
                    for (const Seat seat : kSeats)
                        for (const auto& event : answer.events[seat])
                            views[seat].hear(event);
                }
            }
        }
    }
}

}  // namespace nebel::kriegspiel
