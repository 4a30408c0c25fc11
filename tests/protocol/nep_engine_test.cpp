#include "protocol/nep_engine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <sstream>
#include <thread>

#include "protocol/support.hpp"
#include "protocol/toy_game.hpp"

namespace nebel::protocol {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using testing_support::LiveSource;
using toy::Toy;

/// Thinks until it is stopped; says so first.
class Dreamer final : public ViewPlayer<Toy> {
 public:
    toy::Action act(const Budget& budget) override {
        if (on_info) {
            SearchInfo info;
            info.detail = "dreaming";
            on_info(info);
        }
        while (budget.stop != nullptr && !budget.stop->load())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return {3};
    }
};

/// In the other seat's time it waits to be stopped, and counts how often it was.
class Brooder final : public ViewPlayer<Toy> {
 public:
    static inline std::atomic<int> begun = 0;
    static inline std::atomic<int> stopped = 0;

    toy::Action act(const Budget&) override { return {3}; }
    void ponder(const std::atomic<bool>& stop) override {
        ++begun;
        while (!stop)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ++stopped;
    }
};

const PlayerRegistration<Toy> random_registration(
    {"random", "any guess", {OptionSpec::integer("luck", 3, 1, 9, "has no effect")}},
    [](const Options&) { return std::make_unique<RandomPlayer<Toy>>(); });
const PlayerRegistration<Toy> dreamer_registration({"dreamer", "waits for stop", {}},
                                                   [](const Options&) {
                                                       return std::make_unique<Dreamer>();
                                                   });

const PlayerRegistration<Toy> brooder_registration({"brooder", "ponders until it is stopped", {}},
                                                   [](const Options&) {
                                                       return std::make_unique<Brooder>();
                                                   });

std::vector<std::string> converse(const std::string& input, const std::string& player = "random") {
    std::istringstream in(input);
    StreamSource source(in);
    std::vector<std::string> said;
    NepEngine<Toy> engine(player, 1);
    run_engine(
        source, [&](std::string_view line) { said.emplace_back(line); }, engine);
    return said;
}

TEST(NepEngine, ShakesHands) {
    const auto said = converse("nep 1\nquit\n", "random:luck=5");
    EXPECT_THAT(said,
                ElementsAre(HasSubstr("random:luck=5"), StartsWith("id author "), "id game toy",
                            "option name luck type integer min 1 max 9 default 5 help has no "
                            "effect",
                            "nepok"));
    EXPECT_THAT(converse("nep 2\n"), ElementsAre(StartsWith("error version '2'")));
}

TEST(NepEngine, PlaysAGame) {
    const auto said = converse(
        "isready\nnewgame toy south seed 5 rules limit=30\nevent 1 turn\ngo\nevent 2 refused 4\n"
        "go\nquit\n");
    EXPECT_THAT(said, ElementsAre("readyok", StartsWith("action "), StartsWith("action ")));
}

TEST(NepEngine, TheSeedDecides) {
    const std::string rest = " rules limit=30\nevent 1 turn\ngo\n";
    std::set<std::string> answers;
    for (int seed = 0; seed < 20; ++seed) {
        const auto line = "newgame toy south seed " + std::to_string(seed) + rest;
        EXPECT_EQ(converse(line), converse(line));
        answers.insert(converse(line).at(0));
    }
    EXPECT_GT(answers.size(), 3u);
}

TEST(NepEngine, AnswersMistakesWithErrors) {
    for (const auto* bad :
         {"hello", "event 1 turn", "go", "go nodes 0", "newgame", "newgame chess white",
          "newgame toy east", "newgame toy north rules x=1", "newgame toy north seed x",
          "option luck 12", "option none 1", "option", "event", "event x y"}) {
        EXPECT_THAT(converse(std::string(bad) + "\n"), ElementsAre(StartsWith("error "))) << bad;
    }
    EXPECT_TRUE(converse("\n  \nstop\nresult 1-0 no_move\n").empty());
    const std::string start = "newgame toy south rules limit=30\n";
    EXPECT_THAT(converse(start + "event 2 turn\ngo\n"),
                ElementsAre(HasSubstr("1 was due"), StartsWith("error go")));
    EXPECT_THAT(converse(start + "event 1 tea\ngo\n"),
                ElementsAre(HasSubstr("not an event"), StartsWith("error go")));
    EXPECT_THAT(converse(start + "go\n"), ElementsAre(HasSubstr("not this seat's turn")));
    EXPECT_THAT(converse(start + "event 1 end 1-0 no_move\ngo\n"), ElementsAre(HasSubstr("over")));
    EXPECT_THAT(converse(start + "event 1 turn\nresult 1-0 resignation\ngo\n"),
                ElementsAre(HasSubstr("over")));
    EXPECT_THAT(converse(std::string(3 << 20, 'x') + "\nisready\n"),
                ElementsAre("error line too long", "readyok"));
}

TEST(NepEngine, CatchesUpFromTheBeginning) {
    const std::string game = "newgame toy south seed 9 rules limit=30\nevent 1 turn\n";
    const auto plain = converse(game + "event 2 refused 1\ngo\n");
    // Events heard already do no harm, and after a new game all of them count again.
    EXPECT_EQ(converse(game + "event 1 turn\nevent 2 refused 1\nevent 2 refused 1\ngo\n"), plain);
    EXPECT_EQ(converse(game + "event 2 refused 7\n" + game + "event 2 refused 1\ngo\n"), plain);
}

TEST(NepEngine, OptionsRebuildThePlayer) {
    EXPECT_THAT(converse("option luck 7\nnep 1\n"),
                ::testing::Contains(HasSubstr("name luck type integer min 1 max 9 default 7")));
}

TEST(NepEngine, BadPlayerTextIsTheUsersMistake) {
    EXPECT_THROW(NepEngine<Toy>("nobody", 1), UserError);
    EXPECT_THROW(NepEngine<Toy>("random:luck=77", 1), UserError);
}

TEST(NepEngine, StopsAndAnswersWhileItThinks) {
    LiveSource source;
    NepEngine<Toy> engine("dreamer", 1);
    std::vector<std::string> said;
    source.push("newgame toy north rules limit=30");
    source.push("go");
    // Each thing the engine says brings the next line, so the order is certain: it is asked whether
    // it is ready, and then to stop, in the middle of its dream.
    run_engine(
        source,
        [&](std::string_view line) {
            said.emplace_back(line);
            if (line.starts_with("info"))
                source.push("isready");
            else if (line == "readyok")
                source.push("stop");
            else if (line.starts_with("action"))
                source.push("quit");
        },
        engine);
    EXPECT_THAT(said, ElementsAre("info text dreaming", "readyok", "action 3"));
}

TEST(NepEngine, AStopRightBehindTheGoIsNotLost) {
    for (int i = 0; i < 50; ++i) {
        LiveSource source;
        NepEngine<Toy> engine("dreamer", 1);
        int answers = 0;
        source.push("newgame toy north rules limit=30");
        source.push("go");
        source.push("stop");
        run_engine(
            source,
            [&](std::string_view line) {
                if (line.starts_with("action")) {
                    ++answers;
                    source.push("quit");
                }
            },
            engine);
        EXPECT_EQ(answers, 1);
    }
}

TEST(NepEngine, TheEndOfTheInputEndsTheDream) {
    EXPECT_THAT(converse("newgame toy north rules limit=30\ngo\n", "dreamer"),
                ElementsAre("info text dreaming", "action 3"));
}

TEST(NepEngine, PondersUntilTheNextLine) {
    LiveSource source;
    NepEngine<Toy> engine("brooder", 1);
    std::vector<std::string> said;
    Brooder::begun = Brooder::stopped = 0;
    source.push("newgame toy south rules limit=30");
    source.push("ponder");
    std::thread asker([&] {
        while (Brooder::begun == 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        source.push("isready");
    });
    run_engine(
        source,
        [&](std::string_view line) {
            said.emplace_back(line);
            if (line == "readyok") {
                EXPECT_EQ(Brooder::stopped, 1);
                source.push("event 1 turn");
                source.push("go");
            } else {
                source.push("quit");
            }
        },
        engine);
    asker.join();
    EXPECT_THAT(said, ElementsAre("readyok", "action 3"));
    EXPECT_EQ(Brooder::begun, 1);
}

TEST(NepEngine, StopsPonderingWhenItIsToldTo) {
    LiveSource source;
    NepEngine<Toy> engine("brooder", 1);
    Brooder::begun = Brooder::stopped = 0;
    source.push("newgame toy south rules limit=30");
    source.push("ponder");
    std::thread asker([&] {
        while (Brooder::begun == 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        source.push("stop");
        for (int i = 0; i < 10000 && Brooder::stopped == 0; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        EXPECT_EQ(Brooder::stopped, 1);
        source.push("quit");
    });
    run_engine(
        source, [](std::string_view line) { ADD_FAILURE() << line; }, engine);
    asker.join();
}

TEST(NepEngine, DoesNotPonderWithoutAReasonTo) {
    const auto begun = [](const std::string& input) {
        Brooder::begun = 0;
        const auto said = converse(input, "brooder");
        EXPECT_TRUE(said.empty()) << said.front();
        return Brooder::begun.load();
    };
    const std::string start = "newgame toy south rules limit=30\n";
    EXPECT_EQ(begun(start + "ponder\n"), 1);
    EXPECT_EQ(begun("ponder\n"), 0);
    EXPECT_EQ(begun(start + "event 1 turn\nponder\n"), 0);
    EXPECT_EQ(begun(start + "result 1-0 resignation\nponder\n"), 0);
}

RC_GTEST_PROP(NepEngine, SurvivesAnything, ()) {
    const auto words = *rc::gen::container<std::vector<std::string>>(rc::gen::oneOf(
        rc::gen::element<std::string>("nep 1", "newgame toy north rules limit=9", "event",
                                      "event 1 ", "go", "stop", "isready", "turn", "refused 3",
                                      "wrong 2", "end 1-0 no_move", "\n", "\n", "\n",
                                      "option luck 2", "result", "event 2 ", "ponder"),
        rc::gen::arbitrary<std::string>()));
    std::string input;
    for (const auto& word : words)
        input += word;
    converse(input);
}

}  // namespace
}  // namespace nebel::protocol
