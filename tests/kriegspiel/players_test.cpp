#include <gtest/gtest.h>

#include "game/registry.hpp"
#include "game/table.hpp"
#include "kriegspiel/game.hpp"
#include "kriegspiel/recorded_game.hpp"

namespace nebel::kriegspiel {

namespace {

using Registry = PlayerRegistry<Kriegspiel>;

GameRecord<Kriegspiel> play(const std::string& rules,
                            const std::string& first,
                            const std::string& second,
                            std::uint64_t seed,
                            const Budget& budget = {}) {
    return recorded_game(rules, first, second, seed, 100000, budget);
}

}  // namespace

TEST(Players, NeverRepeatARefusedTry) {
    for (const char* name : {"random", "recapture", "capturer"})
        for (const char* rules : {"wild16", "berkeley_any", "english", "rand"}) {
            const auto record = play(rules, name, name, 3);
            std::vector<Action> refused;
            for (const auto& entry : record.actions) {
                for (const auto& action : refused)
                    EXPECT_NE(action, entry.action) << name << " " << rules;
                if (entry.accepted && !entry.action.is_any())
                    refused.clear();
                else
                    refused.push_back(entry.action);
            }
        }
}

// After the opponent's capture, the first try that reaches the square goes there if there is one.
TEST(Players, RecaptureTakesBack) {
    int chances = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const auto record = play("wild16", "recapture", "random", seed);
        View view(record.rules, Seat::First);
        chess::Square lost = chess::kNoSquare;
        for (const auto& event : record.opening[Seat::First])
            view.hear(event);
        for (const auto& entry : record.actions) {
            if (entry.seat == Seat::First && lost != chess::kNoSquare) {
                TryList tries;
                view.actions(tries);
                bool can = false;
                for (const auto& action : tries)
                    can |= action.to == lost;
                if (can) {
                    ++chances;
                    EXPECT_EQ(entry.action.to, lost);
                }
            }
            if (entry.seat == Seat::Second && entry.accepted)
                lost = chess::kNoSquare;
            for (const auto& event : entry.heard[Seat::First]) {
                view.hear(event);
                if (event.type == Event::Type::Capture && event.seat == Seat::Second)
                    lost = event.square;
                if (event.type == Event::Type::Moved && event.seat == Seat::First)
                    lost = chess::kNoSquare;
            }
        }
    }
    EXPECT_GT(chances, 10);
}

TEST(Players, CapturerTakesEveryPawnTry) {
    const auto record = play("wild16", "capturer", "capturer", 11);
    int turns = 0;
    bool announced = false;
    bool after_loss = false;
    for (const auto& entry : record.actions) {
        if (announced && !after_loss) {
            // The first try of the turn is a pawn's diagonal step.
            ++turns;
            EXPECT_NE(chess::file_of(entry.action.from), chess::file_of(entry.action.to));
        }
        announced = after_loss = false;
        for (const auto& event : entry.heard[other(entry.seat)]) {
            announced |= event.type == Event::Type::PawnTries && event.count > 0;
            after_loss |= event.type == Event::Type::Capture;
        }
    }
    EXPECT_GT(turns, 0);
}

TEST(Players, AlphabetaWinsPlainChessAndRefusesTheDark) {
    Budget budget;
    budget.nodes = 2000;
    EXPECT_EQ(play("open", "alphabeta", "random", 1, budget).outcome,
              win_for(Seat::First, Reason::Checkmate));
    EXPECT_EQ(play("open,board=silverman4x4", "random", "alphabeta:depth=4", 2)
                  .outcome->score(Seat::Second),
              1.0);
    const auto player = Registry::instance().make("alphabeta");
    EXPECT_THROW(player->begin(Rules(), Seat::First, 1), PlayerFailure);
}

TEST(Players, AospWinsPlaysEveryRulesetAndCountsItsWork) {
    const std::string aosp = "aosp:boards=80,worlds=20";
    EXPECT_EQ(play("wild16", aosp, "random", 3).outcome, win_for(Seat::First, Reason::Checkmate));
    for (const auto& says : all_announcements())
        EXPECT_TRUE(recorded_game(std::string(says.name), aosp, "capturer", 2, 60).actions.size() >
                    0);
    EXPECT_EQ(recorded_game("wild16", aosp, aosp, 5, 60),
              recorded_game("wild16", aosp, aosp, 5, 60));
}

TEST(Players, AlphabetaIsReproducibleAtFixedNodes) {
    Budget budget;
    budget.nodes = 500;
    EXPECT_EQ(play("open", "alphabeta", "alphabeta", 7, budget),
              play("open", "alphabeta", "alphabeta", 7, budget));
}

TEST(Players, UnknownNamesAndOptionsAreExplained) {
    for (const char* text : {"nobody", "alphabeta:depth=0", "alphabeta:deep=3", "random:x=1"})
        EXPECT_THROW((void)Registry::instance().make(text), UserError) << text;
    try {
        (void)Registry::instance().make("alphabeta:depth=99");
        FAIL();
    } catch (const UserError& error) {
        EXPECT_NE(std::string(error.what()).find("1..60"), std::string::npos) << error.what();
    }
}

}  // namespace nebel::kriegspiel
