#include "protocol/uci_engine.hpp"

#include <gtest/gtest.h>

#include "chess/fen.hpp"
#include "game/registry.hpp"
#include "protocol/support.hpp"
#include "protocol/uci_player.hpp"

namespace nebel::protocol {
namespace {

using namespace testing_support;
using kriegspiel::Kriegspiel;

chess::Position position(std::string_view fen) {
    return chess::parse_fen(fen).value();
}

UciRequest nodes(std::uint64_t count, int lines = 1) {
    UciRequest request;
    request.budget.nodes = count;
    request.lines = lines;
    return request;
}

constexpr auto kBackRank = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";  // Rd8 mates

/// An engine that plays its part word by word.
class FakeUci final : public Link {
 public:
    FakeUci(std::vector<std::string>& sent, std::vector<std::string> thoughts)
        : sent_(sent), thoughts_(std::move(thoughts)) {}
    void send(std::string_view line) override {
        sent_.emplace_back(line);
        if (line == "uci")
            lines_ = {"Fake 1.0 by nobody", "id name Fake", "option name MultiPV type spin",
                      "option name Skill Level type spin default 20 min 0 max 20", "uciok"};
        else if (line == "isready")
            lines_.push_back("readyok");
        else if (line.starts_with("go"))
            lines_.insert(lines_.end(), thoughts_.begin(), thoughts_.end());
    }
    bool receive(std::string& line, Deadline) override {
        if (lines_.empty())
            return false;
        line = lines_.front();
        lines_.pop_front();
        return true;
    }
    void farewell(std::string_view) noexcept override {}

 private:
    std::vector<std::string>& sent_;
    std::vector<std::string> thoughts_;
    std::deque<std::string> lines_;
};

class UciFake : public ::testing::Test {
 protected:
    UciEngine engine(std::vector<std::string> thoughts,
                     std::vector<EngineCommand::Setting> settings = {}) {
        return UciEngine([this, thoughts] { return std::make_unique<FakeUci>(sent_, thoughts); },
                         std::move(settings), {});
    }
    std::vector<std::string> sent_;
};

TEST_F(UciFake, SaysWhatUciAsksFor) {
    auto fake = engine({"info string hello score cp 3 pv a1a2",
                        "info depth 1 multipv 1 score cp 31 nodes 20 pv d1d8",
                        "info depth 2 multipv 2 score mate -3 nodes 40 pv d1d2 h7h6",
                        "info depth 2 multipv 1 score cp 35 nodes 40 pv d1d8", "bestmove d1d8"},
                       {{"Skill Level", "3"}});
    const auto answer = fake.search(position(kBackRank), nodes(100, 2));
    EXPECT_EQ(fake.name(), "Fake");
    EXPECT_EQ(chess::to_uci(answer.best), "d1d8");
    ASSERT_EQ(answer.lines.size(), 2u);
    EXPECT_EQ(answer.lines[0].score, (UciScore{false, 35}));
    EXPECT_EQ(answer.lines[1].score, (UciScore{true, -3}));
    EXPECT_EQ(answer.lines[1].moves, (std::vector<std::string>{"d1d2", "h7h6"}));
    EXPECT_EQ(sent_,
              (std::vector<std::string>{"uci", "setoption name Skill Level value 3", "isready",
                                        "setoption name MultiPV value 2", "isready",
                                        "position fen " + std::string(kBackRank), "go nodes 100"}));
}

TEST_F(UciFake, AnEngineThatDoesNotCountIsStopped) {
    auto fake = engine({"info depth 1 nodes 99", "info depth 2 nodes 150 score cp 1 pv d1d2",
                        "info depth 3 nodes 200", "bestmove d1d2"});
    fake.search(position(kBackRank), nodes(100));
    EXPECT_EQ(sent_.back(), "stop");
    EXPECT_EQ(std::count(sent_.begin(), sent_.end(), "stop"), 1);
}

TEST_F(UciFake, MovesAreSentFromTheStart) {
    auto fake = engine({"bestmove a7a6"});
    const auto start = chess::Position();
    const chess::Move opening(chess::kG1, chess::kF3);
    fake.search(start, std::span(&opening, 1), nodes(1));
    EXPECT_EQ(sent_[sent_.size() - 2],
              "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves g1f3");
}

TEST_F(UciFake, AnIllegalMoveIsNonsense) {
    for (const auto* line : {"bestmove d1e5", "bestmove", "bestmove (none)", "bestmove 0000"}) {
        auto fake = engine({line});
        try {
            fake.search(position(kBackRank), nodes(1));
            ADD_FAILURE() << line;
        } catch (const PlayerFailure& failure) {
            EXPECT_EQ(failure.reason, Reason::Nonsense) << line;
        }
    }
    auto silent = engine({});
    EXPECT_THROW(silent.search(position(kBackRank), nodes(1)), PlayerFailure);
}

TEST_F(UciFake, UnknownSettingsAreTheUsersMistake) {
    auto fake = engine({}, {{"Wisdom", "9"}});
    EXPECT_THROW(fake.start(), UserError);
    auto plain = engine({});
    EXPECT_THROW(plain.set_option("Wisdom", "9"), UserError);
    plain.set_option("Skill Level", "9");
    EXPECT_TRUE(plain.has_option("MultiPV"));
}

TEST_F(UciFake, PositionsAnEngineMustNotSee) {
    EXPECT_TRUE(UciEngine::accepts(position(kBackRank)));
    EXPECT_FALSE(UciEngine::accepts(position("rqkr/pppp/PPPP/RQKR w - - 0 1")));
    // White to move could take the king.
    auto setup = position(kBackRank).setup();
    setup.board[chess::kD8] = chess::kWhiteRook;
    const chess::Position impossible(setup);
    EXPECT_FALSE(UciEngine::accepts(impossible));
    auto fake = engine({"bestmove d1d8"});
    EXPECT_DEATH(fake.search(impossible, nodes(1)), "accepts");
}

TEST_F(UciFake, MateIsAnsweredWithoutAsking) {
    auto fake = engine({"bestmove a1a1"});
    const auto answer = fake.search(position("3R2k1/5ppp/8/8/8/8/8/K7 b - - 0 1"), nodes(1));
    EXPECT_FALSE(answer.best);
    EXPECT_TRUE(sent_.empty());
}

TEST(Uci, OnlyWhereEverythingIsAnnounced) {
    if (!find_program("true"))
        GTEST_SKIP() << "no program 'true'";
    const auto player = PlayerRegistry<Kriegspiel>::instance().make("uci:true");
    for (const auto* rules : {"wild16", "berkeley", "open,board=5x5"}) {
        try {
            player->begin(*Kriegspiel::Rules::parse(rules), Seat::First, 1);
            ADD_FAILURE() << rules;
        } catch (const UserError& error) {
            EXPECT_NE(std::string(error.what()).find("'open'"), std::string::npos) << error.what();
        }
    }
    EXPECT_THROW((void)PlayerRegistry<Kriegspiel>::instance().make("uci:no-such-engine"),
                 UserError);
}

class RealUci : public ::testing::TestWithParam<const char*> {
 protected:
    void SetUp() override {
        const std::string command = GetParam();
        if (!find_program(command.substr(0, command.find(' '))))
            GTEST_SKIP() << command << " is not installed";
    }
};

TEST_P(RealUci, FindsAMate) {
    UciEngine engine(GetParam());
    UciRequest request;
    request.depth = 4;
    const auto answer = engine.search(position(kBackRank), request);
    EXPECT_EQ(chess::to_uci(answer.best), "d1d8");
    ASSERT_FALSE(answer.lines.empty());
    EXPECT_FALSE(engine.name().empty());
    // And again, from the other side, in the same process.
    engine.new_game();
    const auto second = engine.search(position("k2r4/8/8/8/8/8/5PPP/6K1 b - - 0 1"), request);
    EXPECT_EQ(chess::to_uci(second.best), "d8d1");
}

TEST_P(RealUci, PlaysAGameInTheOpen) {
    const auto rules = Kriegspiel::Rules::parse("open");
    UciPlayer engine(GetParam());
    const auto opponent = PlayerRegistry<Kriegspiel>::instance().make("random");
    Budget budget;
    budget.time = std::chrono::milliseconds(10);
    const auto record = play_game<Kriegspiel>(*rules, {{&engine, opponent.get()}}, 7, budget);
    EXPECT_EQ(record.outcome, win_for(Seat::First, Reason::Checkmate));
    for (const auto& entry : record.actions)
        EXPECT_TRUE(entry.accepted);
}

INSTANTIATE_TEST_SUITE_P(Engines,
                         RealUci,
                         ::testing::Values("stockfish", "gnuchess --uci"),
                         [](const auto& parameter) {
                             const std::string command = parameter.param;
                             return command.substr(0, command.find(' '));
                         });

TEST(Stockfish, ScoresSeveralLines) {
    if (!find_program("stockfish"))
        GTEST_SKIP() << "stockfish is not installed";
    UciEngine engine("stockfish option.Threads=1");
    const auto answer = engine.search(chess::Position(), nodes(5000, 3));
    ASSERT_EQ(answer.lines.size(), 3u);
    for (const auto& line : answer.lines) {
        EXPECT_FALSE(line.moves.empty());
        EXPECT_FALSE(line.score.mate);
    }
    EXPECT_GE(answer.lines[0].score.value, answer.lines[2].score.value);
    EXPECT_EQ(chess::to_uci(answer.best), answer.lines[0].moves[0]);
    EXPECT_EQ(engine.search(chess::Position(), nodes(500)).lines.size(), 1u);
}

}  // namespace
}  // namespace nebel::protocol
