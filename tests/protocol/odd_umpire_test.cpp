#include "protocol/odd_umpire.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "kriegspiel/recorded_game.hpp"
#include "protocol/nep_engine.hpp"

namespace nebel::protocol {
namespace {

using kriegspiel::Kriegspiel;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using testing_support::OddUmpire;

// Small options, so that much is asked in little time.
const std::map<std::string, std::string> kSmall{
    {"aosp", "boards=20,worlds=5"},
    {"champion", "boards=20,worlds=4"},
    {"hs", "boards=20,worlds=5"},
    {"ismcts", "boards=20,worlds=10"},
    {"los", "worlds=5"},
    {"mcts-a", "boards=histories"},
    {"metaposition", "depth=2,width=3"},
    {"pimc", "boards=20,worlds=4,depth=0"},
};

struct Talk {
    int questions = 0;
    int actions = 0;
    int errors = 0;  ///< to a question
};

// Each question has exactly one answer, whatever was said before.
void talk(NepEngine<Kriegspiel>& engine, const std::vector<std::string>& lines, Talk& talk) {
    const std::atomic<bool> stop{false};
    for (const auto& line : lines) {
        int answers = 0;
        const bool question = line.starts_with("go");
        engine.say = [&](std::string_view said) {
            if (said.starts_with("action ")) {
                ++answers;
                ++talk.actions;
            } else if (said.starts_with("error ") && question) {
                ++answers;
                ++talk.errors;
            }
        };
        engine.handle(line, stop);
        EXPECT_EQ(answers, question ? 1 : 0) << line;
        talk.questions += question ? 1 : 0;
    }
}

std::vector<std::string> converse(const std::vector<std::string>& lines) {
    NepEngine<Kriegspiel> engine("random", 1);
    std::vector<std::string> said;
    engine.say = [&](std::string_view line) { said.emplace_back(line); };
    const std::atomic<bool> stop{false};
    for (const auto& line : lines)
        engine.handle(line, stop);
    return said;
}

}  // namespace

TEST(OddUmpire, EveryPlayerPlaysOn) {
    const std::vector<std::string> rules{
        "wild16",  "berkeley_any",         "rand",
        "english", "cincinnati,board=6x6", "wild16,board=reduced4x4"};
    std::vector<GameRecord<Kriegspiel>> games;
    for (std::size_t i = 0; i < rules.size(); ++i)
        games.push_back(kriegspiel::recorded_game(rules[i], "capturer", "stormer", i + 1, 120));
    for (const auto& entry : PlayerRegistry<Kriegspiel>::instance().entries()) {
        if (entry.spec.raw || entry.spec.name == "alphabeta")
            continue;
        const auto small = kSmall.find(entry.spec.name);
        NepEngine<Kriegspiel> engine(
            entry.spec.name + (small == kSmall.end() ? "" : ":" + small->second), 1);
        Talk all;
        for (std::uint64_t seed = 1; seed <= 8; ++seed)
            talk(engine,
                 OddUmpire(games[seed % games.size()], seed % 4 < 2 ? Seat::First : Seat::Second,
                           seed)
                     .lines(1 + static_cast<int>(seed) % 8, 3, "nodes 40 sims 8"),
                 all);
        // Only the end of a game, or a start without a king, leaves nothing to say.
        EXPECT_GT(all.actions, 5 * all.errors) << entry.spec.name << ": " << all.questions;
    }
}

// The umpire keeps silent about what c4b3 took: no board can hold all the men that are left.
TEST(OddUmpire, LeavesNoBoardThatCouldBe) {
    for (const char* player : {"champion:boards=20,worlds=4", "mcts-a:boards=histories", "los"}) {
        NepEngine<Kriegspiel> engine(player, 1);
        Talk all;
        talk(engine,
             {"newgame kriegspiel black seed 8900720067597843851 rules english,board=silverman4x4",
              "event 1 answer white yes", "event 2 moved white", "event 3 capture white b3",
              "event 4 check black long", "event 5 answer black no", "event 6 moved black c4b3",
              "go nodes 60", "event 7 moved white", "go nodes 60"},
             all);
        EXPECT_EQ(all.actions, 2) << player;
    }
}

TEST(OddUmpire, HearsWhatIsWrong) {
    const std::string start = "newgame kriegspiel white seed 3 rules wild16";
    EXPECT_THAT(converse({start, "event 2 pawn_tries white 0", "go"}),
                ElementsAre(HasSubstr("1 was due"), StartsWith("action ")));
    EXPECT_THAT(converse({start, "event 1 the weather is fine", "go"}),
                ElementsAre(HasSubstr("not an announcement"), StartsWith("action ")));
    EXPECT_THAT(converse({start, "event 1 capture black e5 pawn", "go"}),
                ElementsAre("error event 1: 'capture black e5 pawn' cannot be: this side has not "
                            "just moved",
                            StartsWith("action ")));
    EXPECT_THAT(converse({start, "event 1 moved white e2e4", "go"}),
                ElementsAre(StartsWith("info text no move of the opponent was announced"),
                            StartsWith("action ")));
    EXPECT_THAT(converse({start, "event 1 start white 8 7 0", "go"}),
                ElementsAre("error go: the start told no own king"));
}

}  // namespace nebel::protocol
