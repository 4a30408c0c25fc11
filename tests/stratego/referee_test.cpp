#include <gtest/gtest.h>

#include "game/record_json.hpp"
#include "sandbox.hpp"

namespace nebel::stratego {
namespace {

constexpr std::string_view kSetup = "DFIKDDLJHDFBJCHGDFBFBGDEHBIDIEEHEGBMBGDE";

std::vector<std::string> texts(const Answer<Event>& answer, Seat seat) {
    std::vector<std::string> all;
    for (const Event& event : answer.events[seat])
        all.push_back(event.text());
    return all;
}

TEST(StrategoReferee, SeatsSetUpThenPlay) {
    Rng rng(1);
    Referee referee(*Rules::parse("micro"), rng);
    EXPECT_EQ(referee.start_text(), "empty");
    EXPECT_EQ(texts(referee.open(), Seat::First), std::vector<std::string>{});
    EXPECT_EQ(play(referee, "a1a2").verdict, Verdict::Invalid);
    EXPECT_EQ(play(referee, "GGM").verdict, Verdict::Invalid);
    EXPECT_EQ(play(referee, kSetup).verdict, Verdict::Invalid);

    const auto red = play(referee, "GHM");
    EXPECT_EQ(texts(red, Seat::First), std::vector<std::string>{"setup red GHM"});
    EXPECT_EQ(texts(red, Seat::Second), std::vector<std::string>{"ready red"});
    EXPECT_EQ(referee.to_act(), Seat::Second);
    const auto blue = play(referee, "HMG");
    EXPECT_EQ(texts(blue, Seat::First),
              (std::vector<std::string>{"ready blue", "board red 3x4 GHMAAAAAA???"}));
    EXPECT_EQ(texts(blue, Seat::Second),
              (std::vector<std::string>{"setup blue HMG", "board blue 3x4 ???AAAAAASYT"}));
    EXPECT_EQ(referee.to_act(), Seat::First);
    EXPECT_EQ(play(referee, "GHM").verdict, Verdict::Invalid);
    play_all(referee, {"b1b2", "a4a3", "b2b3", "a3a2"});
    const auto last = play(referee, "b3b4");
    EXPECT_EQ(
        texts(last, Seat::Second),
        (std::vector<std::string>{"strike red b3 b4 captain flag flag", "end 1-0 flag_taken"}));
    EXPECT_EQ(play(referee, "a2a1").why, "the game is over");
}

TEST(StrategoReferee, DealtSetupsAreTheStart) {
    for (const char* rules_text : {"classic,setup=random", "barrage,setup=human"}) {
        const auto rules = *Rules::parse(rules_text);
        Rng one(7);
        Rng same(7);
        Rng another(8);
        const Referee a(rules, one);
        const Referee b(rules, same);
        const Referee c(rules, another);
        EXPECT_EQ(a.start_text(), b.start_text());
        EXPECT_NE(a.start_text(), c.start_text());
        const auto again = Referee::from_start(rules, a.start_text());
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(again->state_text(), a.state_text());
    }
}

TEST(StrategoReferee, StartsThatAreNone) {
    const auto classic = *Rules::parse("classic");
    const std::string setup(kSetup);
    for (const std::string& text :
         {std::string(), std::string("full"), setup, setup + "/" + setup.substr(1),
          setup + "/" + setup + "/" + setup, std::string(100, 'A'), std::string(99, 'a')})
        EXPECT_FALSE(Referee::from_start(classic, text)) << text;
    EXPECT_TRUE(Referee::from_start(classic, setup + "/" + setup));
    EXPECT_FALSE(Referee::from_start(*Rules::parse("classic,setup=random"), "empty"));
    EXPECT_FALSE(Referee::from_start(*Rules::parse("tiny"), "LHIMAAAAAAAATUSY"));
    EXPECT_TRUE(Referee::from_start(*Rules::parse("tiny"), "GHIMAAAAAAAATUSY"));
    EXPECT_FALSE(Referee::from_start(*Rules::parse("tiny"), "GHIMAAAA_AAATUSY"));
    EXPECT_FALSE(Referee::from_start(*Rules::parse("tiny"), "GHIAAAAAAAAATUSY"));
}

TEST(StrategoReferee, FaultsOfMoves) {
    auto referee = board_with({"Hc4", "Da4", "Bb4", "Mj1", "Yj10", "Pi9", "Td7", "Ra9"});
    const std::pair<const char*, Fault> cases[] = {
        {"c4c5", Fault::NotOnBoard},                          // a lake
        {"d4d5", Fault::NotOnBoard},                          // a lake, and nobody there
        {"e4e5", Fault::NotOwnMan},                           // nobody there
        {"i9i8", Fault::NotOwnMan},                           // the enemy's
        {"b4b5", Fault::CannotWalk},                          // a bomb
        {"j1j2", Fault::CannotWalk},                          // the flag
        {"a4b4", Fault::OwnManThere},                         // one's own bomb
        {"c4e4", Fault::TooFar},                              // a captain two squares
        {"c4d5", Fault::NotOnBoard},                          // diagonally into a lake
        {"c4d3", Fault::TooFar},                              // diagonally
        {"a4c2", Fault::TooFar},                              // a scout diagonally
        {"a4a10", Fault::TooFar},                             // a scout over an enemy
        {"a4c4", Fault::OwnManThere}, {"a4a9", Fault::None},  // a scout strikes from afar
        {"a4a8", Fault::None},        {"c4d4", Fault::None},
    };
    for (const auto& [move, fault] : cases) {
        EXPECT_EQ(text(referee.position().fault(Action::parse(move)->move)), text(fault)) << move;
        Referee copy = referee;
        EXPECT_EQ(play(copy, move).why, text(fault)) << move;
    }
    auto small = board_with({"Ga1", "Mc1", "Sa4", "Yc4"}, "micro");
    EXPECT_EQ(play(small, "a1d1").why, text(Fault::NotOnBoard));
    EXPECT_EQ(play(small, "c4c5").why, text(Fault::NotOnBoard));
}

TEST(StrategoReferee, AScoutDoesNotJumpLakes) {
    auto referee = board_with({"Dc4", "De5", "Mj1", "Yj10", "Pc7", "Pb5"});
    EXPECT_EQ(play(referee, "c4c7").why, text(Fault::TooFar));
    EXPECT_EQ(play(referee, "e5b5").why, text(Fault::TooFar));
    EXPECT_EQ(play(referee, "e5e10").verdict, Verdict::Accepted);
}

TEST(StrategoReferee, WhoCannotMoveLoses) {
    // Red takes the last blue man that walks.
    auto taken = board_with({"Ha4", "Ra5", "Na10", "Mj1", "Yj10"});
    play_all(taken, {"a4a5"});
    EXPECT_EQ(taken.outcome(), win_for(Seat::First, Reason::NoMove));

    // Red loses its last one itself.
    auto lost = board_with({"Ha4", "Na5", "Mj1", "Yj10", "Ri9"});
    play_all(lost, {"a4a5", "i9i8"});
    EXPECT_EQ(lost.outcome(), win_for(Seat::Second, Reason::NoMove));

    // Both lose their last one at once.
    auto both = board_with({"Ha4", "Ta5", "Mj1", "Yj10"});
    play_all(both, {"a4a5"});
    EXPECT_EQ(both.outcome(), draw(Reason::NobodyCanMove));

    // Red never had one that can.
    auto walled = board_with({"Ma1", "Bb1", "Yj10", "Ri9"});
    EXPECT_EQ(walled.outcome(), win_for(Seat::Second, Reason::NoMove));
    auto nobody = board_with({"Ma1", "Yj10"});
    EXPECT_EQ(nobody.outcome(), draw(Reason::NobodyCanMove));
}

TEST(StrategoReferee, WhoMayNotMoveForRepetitionLosesToo) {
    auto referee = board_with({"Ha1", "Ba3", "Bb1", "Bb2", "Mj1", "Yj10", "Ta9"});
    play_all(referee, {"a1a2", "a9b9", "a2a1", "b9c9", "a1a2", "c9d9"});
    EXPECT_EQ(referee.outcome(), win_for(Seat::Second, Reason::NoMove));
}

TEST(StrategoReferee, Limits) {
    auto quiet = board_with({"Ha4", "Rb5", "Mj1", "Yj10", "Qi9", "Gj4"}, "classic,quiet=3");
    play_all(quiet, {"a4a5", "b5a5", "j4j5", "i9i8"});
    EXPECT_FALSE(quiet.outcome());
    play_all(quiet, {"j5j6"});
    EXPECT_EQ(quiet.outcome(), draw(Reason::QuietLimit));

    auto cap = board_with({"Ha4", "Rb9", "Mj1", "Yj10"}, "classic,cap=2");
    play_all(cap, {"a4a5"});
    EXPECT_FALSE(cap.outcome());
    play_all(cap, {"b9b8"});
    EXPECT_EQ(cap.outcome(), draw(Reason::PlyLimit));
}

TEST(StrategoReferee, AGivenBoardReplaysFromItsRecord) {
    const auto rules = *Rules::parse("tiny");
    Table<Stratego> table(rules, *Referee::from_start(rules, "GHIMaaaaAaaaTUSY"));
    for (const char* move : {"a1a2", "a4a3", "a2a3"})
        ASSERT_EQ(table.act(*Action::parse(move)).verdict, Verdict::Accepted);
    const auto record = table.record();
    EXPECT_EQ(record.start, "GHIMAAAAAAAATUSY");
    EXPECT_TRUE(replay(record));
    const auto again = record_from_line<Stratego>(record_to_line(record));
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, record);
}

}  // namespace
}  // namespace nebel::stratego
