#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "game/registry.hpp"
#include "protocol/mgtp_engine.hpp"
#include "protocol/mgtp_player.hpp"
#include "protocol/support.hpp"
#include "protocol/ucc_engine.hpp"
#include "protocol/ucc_player.hpp"

// MGTP and UCC, both directions against each other, and each against fixed lines.
namespace nebel::protocol {
namespace {

using namespace testing_support;
using darkchess::DarkChess;
using stratego::Stratego;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

std::vector<std::string> converse(Dialect& dialect, const std::string& input) {
    std::istringstream in(input);
    StreamSource source(in);
    std::vector<std::string> said;
    run_engine(
        source, [&](std::string_view line) { said.emplace_back(line); }, dialect);
    return said;
}

std::vector<std::string> converse_mgtp(const std::string& input) {
    MgtpEngine engine("random", 1, {});
    return converse(engine, input);
}

std::vector<std::string> converse_ucc(const std::string& input) {
    UccEngine engine("random", 1, {});
    return converse(engine, input);
}

template <Game G>
void expect_same_game(const std::string& player,
                      const std::string& rules_text,
                      Seat seat,
                      std::uint64_t seed,
                      Player<G>& external) {
    SCOPED_TRACE(player + " " + std::string(G::seat_name(seat)));
    const auto rules = G::Rules::parse(rules_text);
    ASSERT_TRUE(rules) << rules.error().message;
    const auto internal = PlayerRegistry<G>::instance().make(player);
    const auto opponent = PlayerRegistry<G>::instance().make("random");
    PerSeat<Player<G>*> players{{opponent.get(), opponent.get()}};
    players[seat] = internal.get();
    const auto expected = play_game<G>(*rules, players, seed, {});
    players[seat] = &external;
    const auto played = play_game<G>(*rules, players, seed, {});
    EXPECT_EQ(played, expected);
    EXPECT_TRUE(ended_by_the_rules(played.outcome)) << text(played.outcome->reason);
}

TEST(Mgtp, WholeGamesAreTheSameOverTheDialect) {
    for (const auto* player : {"random", "capturer"})
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            // play_game seeds the seats with mix_seed(seed, 1) and mix_seed(seed, 2), an engine its
            // n-th game with mix_seed(seed, n): the first game is the first seat's.
            MgtpPlayer external(engine_thread<MgtpEngine>(player, seed, Budget{}), {});
            const std::string rules = "ntu60,repetition=platform";
            expect_same_game<DarkChess>(player, rules, Seat::First, seed, external);
            expect_same_game<DarkChess>(player, rules, Seat::Second, seed, external);
        }
}

TEST(Mgtp, WholeGamesOverAProcess) {
    if (!find_program(NEBEL_PROGRAM))
        GTEST_SKIP() << NEBEL_PROGRAM << " has not been built";
    const auto external = PlayerRegistry<DarkChess>::instance().make(
        "mgtp:'" NEBEL_PROGRAM "' engine darkchess capturer --dialect mgtp --seed 3");
    expect_same_game<DarkChess>("capturer", "ntu60,repetition=platform", Seat::First, 3, *external);
}

TEST(Mgtp, AnswersEveryCommand) {
    const auto said = converse_mgtp(
        "0 protocol_version\n1 name\n2 version\n3 known_command flip\n3 known_command fly\n"
        "4 list_commands\n6 boardsize 8 4\n7 reset_board\n8 num_repetition 3\n"
        "9 num_moves_to_draw 60\n14 ready\n15 time_settings 900000\n12 genmove unknown\n"
        "11 flip b3 G\n11 flip c3 p\n16 time_left red 899000\n17 showboard\n13 game_over red\n"
        "18 init_board\n5 quit\n");
    EXPECT_THAT(said, ElementsAre("=0 1.1.0", StartsWith("=1 Nebel"), StartsWith("=2 "), "=3 true",
                                  "=3 false", HasSubstr("genmove"), "=6", "=7", "=8", "=9", "=14",
                                  "=15", StartsWith("=12 "), "=11", "=11", "=16", HasSubstr("red"),
                                  "=13", StartsWith("?18 "), "=5"));
}

TEST(Mgtp, MistakesAreErrors) {
    for (const auto* bad :
         {"10 move a1 a2\n", "11 flip e1 K\n", "11 flip a1 Z\n", "11 flip a1 X\n", "11 flip a1\n",
          "10 move a1 a1\n", "8 num_repetition 5\n", "9 num_moves_to_draw x\n",
          "15 time_settings\n", "16 time_left green 5\n", "6 boardsize 9 9\n", "99 nonsense\n",
          "hello\n"})
        EXPECT_THAT(converse_mgtp(bad), ElementsAre(StartsWith("?"))) << bad;
    // There is only one red king.
    EXPECT_THAT(converse_mgtp("11 flip a1 K\n11 flip a2 K\n"),
                ElementsAre("=11", StartsWith("?11 ")));
}

/// Lines a client must live with, whatever it says; and what it says.
class ScriptedLink final : public Link {
 public:
    ScriptedLink(std::vector<std::string>& sent, std::string genmove)
        : sent_(sent), genmove_(std::move(genmove)) {}
    void send(std::string_view line) override {
        sent_.emplace_back(line);
        const auto words = split_words(line);
        lines_.push_back("debugging output");
        lines_.push_back("=1");  // a stray answer to something else
        if (words[1] == "genmove") {
            lines_.push_back("=120 a1 a1");
            lines_.push_back("depth 3 best =12 a1 a1");
            lines_.push_back(genmove_);
        } else {
            lines_.push_back("=" + std::string(words[0]));
        }
    }
    bool receive(std::string& line, Deadline) override {
        if (lines_.empty())
            return false;
        line = lines_.front();
        lines_.pop_front();
        return true;
    }
    void farewell(std::string_view line) noexcept override { sent_.emplace_back(line); }

 private:
    std::vector<std::string>& sent_;
    std::string genmove_;
    std::deque<std::string> lines_;
};

TEST(Mgtp, TheClientSaysWhatThePageSays) {
    std::vector<std::string> sent;
    {
        MgtpPlayer player([&] { return std::make_unique<ScriptedLink>(sent, "=12 c5 c5"); }, {});
        player.begin(*DarkChess::Rules::parse("ntu60"), Seat::First, 1);
        Budget budget;
        budget.clock = GameClock{std::chrono::milliseconds(90000), std::chrono::milliseconds(0)};
        EXPECT_EQ(player.act(budget).text(), "c5");
        player.hear(*darkchess::Event::parse("flip first c5 g"));
        player.hear(*darkchess::Event::parse("flip second c6 P"));
        player.act(budget);
        player.hear(darkchess::Event::end(win_for(Seat::First, Reason::Resignation)));
    }
    EXPECT_THAT(sent, ElementsAre("0 protocol_version", "1 name", "2 version", "6 boardsize 8 4",
                                  "7 reset_board", "8 num_repetition 3", "9 num_moves_to_draw 60",
                                  "14 ready", "15 time_settings 90000", "12 genmove unknown",
                                  "11 flip c5 g", "11 flip c6 P", "16 time_left black 90000",
                                  "12 genmove black", "13 game_over black", "5 quit"));
}

Reason mgtp_failure(const std::string& genmove) {
    std::vector<std::string> sent;
    MgtpPlayer player([&] { return std::make_unique<ScriptedLink>(sent, genmove); }, {});
    player.begin({}, Seat::First, 1);
    try {
        player.act({});
    } catch (const PlayerFailure& failure) {
        return failure.reason;
    }
    return Reason::Agreement;
}

TEST(Mgtp, ResignationAndNonsense) {
    EXPECT_EQ(mgtp_failure("=12 a0 a0"), Reason::Resignation);
    EXPECT_EQ(mgtp_failure("=12 e9 a1"), Reason::Nonsense);
    EXPECT_EQ(mgtp_failure("=12"), Reason::Nonsense);
    EXPECT_EQ(mgtp_failure("?12 cannot"), Reason::Nonsense);
    EXPECT_EQ(mgtp_failure("=13 a1 a1"), Reason::TimeOut);
}

TEST(Ucc, WholeGamesAreTheSameOverTheDialect) {
    for (const auto* player : {"random", "capturer"})
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            UccPlayer red(engine_thread<UccEngine>(player, seed, Budget{}), {});
            expect_same_game<Stratego>(player, "classic", Seat::First, seed, red);
            // Each game is a new process and seeds as its first, so blue is given red's seed.
            UccPlayer blue(engine_thread<UccEngine>(player, seed, Budget{}), {});
            const auto opponent = PlayerRegistry<Stratego>::instance().make("random");
            const auto record = play_game<Stratego>({}, {{opponent.get(), &blue}}, seed, {});
            EXPECT_TRUE(ended_by_the_rules(record.outcome)) << text(record.outcome->reason);
        }
}

TEST(Ucc, WholeGamesOverAProcess) {
    if (!find_program(NEBEL_PROGRAM))
        GTEST_SKIP() << NEBEL_PROGRAM << " has not been built";
    const auto external = PlayerRegistry<Stratego>::instance().make(
        "ucc:'" NEBEL_PROGRAM "' engine stratego random --dialect ucc --seed 5");
    expect_same_game<Stratego>("random", "classic", Seat::First, 5, *external);
}

TEST(Ucc, OtherRulesAreTheUsersMistake) {
    UccPlayer player(engine_thread<UccEngine>("random", std::uint64_t{1}, Budget{}), {});
    EXPECT_THROW(player.begin(*Stratego::Rules::parse("barrage"), Seat::First, 1), UserError);
    EXPECT_THROW(player.begin(*Stratego::Rules::parse("classic,setup=human"), Seat::First, 1),
                 UserError);
}

TEST(Ucc, SetUpsReadAsTheyAreWritten) {
    Rng rng(3);
    for (const Seat seat : kSeats) {
        const stratego::View view({}, Seat::First);
        const auto setup = view.random_action(rng).setup;
        const auto rows = ucc::setup_rows(seat, setup);
        EXPECT_EQ(ucc::parse_setup_rows(seat, rows), setup);
    }
    // Red's flag in its left corner: letter 30 of the set-up (front row first), the first token of
    // the first row, at the top of the board. Blue sits below, turned round.
    stratego::Setup setup;
    setup.size = 40;
    setup.ranks[30] = stratego::Rank::Flag;
    EXPECT_EQ(ucc::setup_rows(Seat::First, setup)[0], "F.........");
    EXPECT_EQ(ucc::setup_rows(Seat::Second, setup)[3], ".........F");
}

TEST(Ucc, MovesAndReports) {
    const stratego::Move scout{stratego::square(3, 0), stratego::square(3, 4)};
    EXPECT_EQ(ucc::move_text(scout), "3 0 DOWN 4");
    EXPECT_EQ(ucc::move_text(scout.reversed()), "3 4 UP 4");
    EXPECT_EQ(ucc::move_text({stratego::square(3, 0), stratego::square(2, 0)}), "3 0 LEFT");
    const auto report = ucc::parse_report("3 0 DOWN 4 KILLS 9 s");
    ASSERT_TRUE(report);
    EXPECT_EQ(report->move, scout);
    const auto event = ucc::event_of(*report, Seat::First);
    ASSERT_TRUE(event);
    EXPECT_EQ(event->attacker, stratego::Rank::Scout);
    EXPECT_EQ(event->defender, stratego::Rank::Spy);
    EXPECT_EQ(ucc::event_line(*event), "3 0 DOWN 4 KILLS 9 s");
    for (const auto* bad : {"", "3 0", "3 0 NORTH", "3 0 UP", "10 0 DOWN", "0 9 DOWN", "3 0 DOWN 0",
                            "3 0 DOWN 99999999999", "x y DOWN"})
        EXPECT_FALSE(ucc::parse_report(bad)) << bad;
    for (const auto* bad : {"3 0 DOWN", "3 0 DOWN KILLS 9", "3 0 DOWN KILLS 9 1", "3 0 DOWN OK OK",
                            "3 0 DOWN DIES B 1", "3 0 DOWN ILLEGAL"})
        EXPECT_FALSE(ucc::event_of(*ucc::parse_report(bad), Seat::First)) << bad;
}

TEST(Ucc, TheEngineIsSilentAboutNonsense) {
    EXPECT_THAT(converse_ucc("hello\nSTART\n..........\n3 0 DOWN OK\nRED foe 8 8\nQUIT\n"),
                IsEmpty());
    // Reports that cannot be: nobody stands there, or a lake, or out of turn.
    EXPECT_EQ(converse_ucc("RED foe 10 10\n3 3 DOWN OK\n5 5 UP OK\n").size(), 4u);
    std::string board;
    for (int y = 0; y < 10; ++y)
        board += y < 4 ? "..........\n" : y > 5 ? "##########\n" : "..++..++..\n";
    const auto said = converse_ucc("RED foe 10 10\nSTART\n" + board + "0 9 UP OK\n" + board);
    EXPECT_EQ(said.size(), 5u) << "four rows, one move, then nothing more";
    EXPECT_TRUE(ucc::parse_report(said.back())) << said.back();
}

TEST(Ucc, APlayerThatIsNonsense) {
    struct OneLine final : Link {
        explicit OneLine(std::string text) : line(std::move(text)) {}
        void send(std::string_view) override {}
        bool receive(std::string& out, Deadline) override {
            out = line;
            return true;
        }
        void farewell(std::string_view) noexcept override {}
        std::string line;
    };
    UccPlayer player([] { return std::make_unique<OneLine>("BBBBBBBBBB"); }, {});
    player.begin({}, Seat::First, 1);
    // Ten tokens a row: read as a set-up, and the referee will not have it.
    EXPECT_FALSE(player.act({}).setup.fault({}).empty());
    UccPlayer babbler([] { return std::make_unique<OneLine>("I am Red"); }, {});
    babbler.begin({}, Seat::First, 1);
    EXPECT_THROW(babbler.act({}), PlayerFailure);
}

}  // namespace
}  // namespace nebel::protocol
