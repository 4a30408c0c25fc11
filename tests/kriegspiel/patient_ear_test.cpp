#include "kriegspiel/patient_ear.hpp"

#include <gtest/gtest.h>

#include "chess/start_positions.hpp"
#include "game/battery.hpp"
#include "kriegspiel/recorded_game.hpp"

namespace nebel::kriegspiel {

namespace {

// Everything a seat hears of a real game comes through as it was.
void expect_heard_as_it_came(const GameRecord<Kriegspiel>& record) {
    for (const Seat seat : kSeats) {
        PatientEar ear(record.rules, seat);
        View view(record.rules, seat);
        for (const auto& event : record.heard_by(seat)) {
            const auto heard = ear.hear(event);
            view.hear(event);
            ASSERT_EQ(heard.objection, "") << record.rules.text() << ": " << event.text();
            ASSERT_EQ(heard.events.size(), 1u) << event.text();
            ASSERT_EQ(heard.events[0], event) << record.rules.text();
        }
        EXPECT_EQ(ear.view(), view);
    }
}

// What an ear makes of lines in wild16, as White; its answers are e2e4 whenever it is asked.
struct Conversation {
    PatientEar ear{Rules(), Seat::First};

    std::string hear(const char* text) { return said(ear.hear(Event::parse(text).value())); }
    static std::string said(const PatientEar::Heard& heard) {
        std::string all;
        for (const auto& event : heard.events)
            all += event.text() + ";";
        return all + (heard.objection.empty() ? "" : "!");
    }
};

}  // namespace

TEST(PatientEar, HearsARealUmpireAsHeIs) {
    for (const auto& says : all_announcements())
        for (std::uint64_t seed = 1; seed <= 4; ++seed)
            expect_heard_as_it_came(
                recorded_game(std::string(says.name), "capturer", "random", seed, 300));
    for (const auto& board : chess::start_positions())
        for (const char* ruleset : {"wild16,board=", "rand,board=", "english,board="})
            expect_heard_as_it_came(
                recorded_game(ruleset + std::string(board.name), "random", "capturer", 7, 150));
}

TEST(PatientEar, HearsOtherStartsAsTheyAre) {
    for (const auto& says : all_announcements())
        for (const char* fen :
             {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
              "4k3/1P6/8/8/8/8/6p1/4K3 b - - 0 1"}) {
            const auto rules = Rules::parse(says.name).value();
            nebel::Table<Kriegspiel> table(rules, Referee::from_start(rules, fen).value());
            Rng rng(5);
            for (int i = 0; i < 60 && !table.outcome(); ++i)
                table.act(battery::rebuilt_view<Kriegspiel>(table.record(), table.to_act())
                              .random_action(rng));
            expect_heard_as_it_came(table.record());
        }
}

TEST(PatientEar, PutsInWhatMustHaveHappened) {
    Conversation c;
    c.ear.acted(Action::parse("e2e4").value());
    // The own move was never told, then the opponent's: the answer was made.
    EXPECT_EQ(c.hear("moved black"), "moved white e2e4;moved black;!");
    EXPECT_EQ(c.hear("moved black"), "!");  // told twice
    c.ear.acted(Action::parse("d2d4").value());
    EXPECT_EQ(c.hear("moved white"), "moved white d2d4;!");  // without saying which
    EXPECT_EQ(c.hear("moved white d2d4"), "!");              // told twice
    // Two own moves in a row: the opponent has moved in between. A question alone says so too.
    EXPECT_EQ(c.hear("moved white g1f3"), "moved black;moved white g1f3;!");
    EXPECT_EQ(Conversation::said(c.ear.asked_to_act()), "moved black;!");
    EXPECT_EQ(Conversation::said(c.ear.asked_to_act()), "");
    EXPECT_TRUE(c.ear.view().my_turn());
    c.ear.acted(Action::parse("f3g5").value());
    EXPECT_EQ(c.hear("refused white illegal"), "refused white illegal f3g5;");
}

TEST(PatientEar, LeavesOutWhatCannotBe) {
    for (const char* text :
         {"moved white e2e5", "moved white e4e5", "moved white e2e4q", "moved black e7e5",
          "capture white e4 pawn", "capture black e4 pawn", "check white knight rank file",
          "check white rank", "check black knight", "pawn_tries white 3", "pawn_tries white yes",
          "pawn_tries black 1", "answer white yes", "promotion white", "placed white queen e4",
          "refused black illegal"}) {
        Conversation c;
        c.hear("pawn_tries white 0");
        EXPECT_EQ(c.hear(text), "!") << text;
    }
    for (const char* text :
         {"capture black e4 pawn", "capture black e1 piece", "capture white e4 pawn",
          "check white file", "check white long", "check black knight"}) {
        Conversation c;
        c.hear("moved white g1f3");
        c.hear("moved black");
        EXPECT_EQ(c.hear(text), "!") << text;
    }
    Conversation c;
    c.hear("moved white e2e4");
    EXPECT_EQ(c.hear("capture white d5 pawn"), "!");
    EXPECT_EQ(c.hear("check black knight rank"), "check black rank knight;");
    EXPECT_EQ(c.hear("moved black"), "moved black;");
    EXPECT_EQ(c.hear("capture black e4 piece"), "capture black e4 pawn;!");  // it was a pawn
    EXPECT_EQ(c.hear("capture black d2 pawn"), "!");                         // one man a move
    EXPECT_EQ(c.hear("check white short"), "!");  // f2 is in the way, the e-file is open
    EXPECT_EQ(c.hear("check white file"), "check white file;");
    EXPECT_EQ(c.hear("check white file"), "!");
    EXPECT_EQ(c.hear("end 0-1 checkmate"), "end 0-1 checkmate;");
    EXPECT_EQ(c.hear("moved white d2d4"), "!");
}

TEST(PatientEar, PlaysOnWhereTheUmpireLeavesNothing) {
    Conversation c;
    TryList tries;
    c.ear.view().actions(tries);
    for (const auto& action : tries)
        c.hear(("refused white illegal " + action.text()).c_str());
    EXPECT_EQ(c.ear.helpless(), "");
    TryList again;
    c.ear.view().actions(again);
    EXPECT_EQ(again.size(), tries.size());

    Conversation start;
    start.hear("start white 8 7 15");
    EXPECT_NE(start.ear.helpless(), "");
    EXPECT_EQ(start.hear("moved white e2e4"), "!");
    start.hear("placed white rook a1");
    start.hear("placed white king e1");
    EXPECT_EQ(start.ear.helpless(), "");
}

}  // namespace nebel::kriegspiel
