#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>

#include "cli/program.hpp"

namespace nebel::test {
namespace {

using testing::HasSubstr;
using testing::Not;

nlohmann::json only_record(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    EXPECT_TRUE(std::getline(file, line));
    const auto json = nlohmann::json::parse(line, nullptr, false);
    EXPECT_FALSE(std::getline(file, line)) << "more than one record";
    return json;
}

TEST(PlayCommand, WorksWithoutAnyArgument) {
    const auto run = run_program({"play"}, "resign\nquit\n");
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.err, "");
    EXPECT_THAT(run.out, HasSubstr("You play kriegspiel as "));
    EXPECT_THAT(run.out, HasSubstr(" resigns. "));
}

TEST(PlayCommand, HasNoColoursInAPipe) {
    const auto run = run_program({"play", "darkchess"}, "a1\nresign\nreview\n");
    EXPECT_THAT(run.out, Not(HasSubstr("\x1b")));
}

TEST(PlayCommand, DrawsTheOwnMenOnly) {
    const auto run = run_program({"play", "--as", "black", "--seed", "1"}, "quit\n");
    EXPECT_THAT(run.out, HasSubstr("    h g f e d c b a\n"
                                   " 1  . . . . . . . .  1\n"
                                   " 2  . . . . . . . .  2\n"));
    EXPECT_THAT(run.out, HasSubstr(" 7  p p p p p p p p  7\n"
                                   " 8  r n b k q b n r  8\n"));
    EXPECT_THAT(run.out, HasSubstr("The enemy has a king, 8 pawns and 7 pieces left"));
    EXPECT_THAT(run.out, HasSubstr("White moved.\nNo pawn tries.\n"));
}

TEST(PlayCommand, UnderstandsMovesAsPeopleWriteThem) {
    const auto record = temporary_path("moves.jsonl");
    // Against an opponent whose seed leaves e4, Nf3 and castling alone.
    const auto run = run_program(
        {"play", "--as", "white", "--against", "random", "--seed", "3", "--record", record},
        "e4\nNf3\nBe2\nO-O\nresign\n");
    const auto json = only_record(record);
    std::vector<std::string> mine;
    for (const auto& action : json["actions"])
        if (action["seat"] == "white")
            mine.push_back(action["action"]);
    EXPECT_EQ(mine, (std::vector<std::string>{"e2e4", "g1f3", "f1e2", "e1g1"}));
    EXPECT_EQ(json["players"], (nlohmann::json{"person", "random"}));
    EXPECT_EQ(json["result"], "0-1");
    EXPECT_EQ(json["reason"], "resignation");
    EXPECT_THAT(run.out, HasSubstr("You moved e2-e4.\n"));
}

TEST(PlayCommand, AsksWhichWhenATextFitsSeveralTries) {
    const auto run = run_program({"play", "--as", "white", "--seed", "3", "--rules", "wild16"},
                                 "d3\nNf3\nNd2\nquit\n");
    EXPECT_THAT(run.out, HasSubstr("'Nd2' could be several tries; say which: b1d2 f3d2\n"));
    EXPECT_THAT(run.out, Not(HasSubstr("You moved f3-d2")));
}

TEST(PlayCommand, RefusedTriesAreListedAndNothingElseChanges) {
    const auto run = run_program({"play", "--as", "white", "--seed", "3", "--rules", "berkeley"},
                                 "exd3\na2b3\na1c3\nboard\ntries\nquit\n");
    EXPECT_THAT(run.out,
                HasSubstr("Your try e2-d3 was refused: illegal.\n"
                          "Your try a2-b3 was refused: illegal.\n"
                          "Your try a1-c3 was refused: nonsense, you could have known.\n"));
    EXPECT_THAT(run.out, HasSubstr("Refused this turn: e2d3 a2b3\n"));
    EXPECT_THAT(run.out, HasSubstr("32 to try: "));  // 20 moves and 14 pawn captures, less two
    EXPECT_THAT(run.out, Not(HasSubstr("Black moved")));
}

TEST(PlayCommand, HelpsAndRefusesToUndo) {
    const auto run =
        run_program({"play", "--as", "white"}, "help\nundo\nxyzzy\nreview\nQd4\nquit\n");
    EXPECT_THAT(run.out, HasSubstr("What you can type:"));
    EXPECT_THAT(run.out, HasSubstr("No: the umpire has spoken.\n"));
    EXPECT_THAT(run.out, HasSubstr("'xyzzy' is neither a try"));
    EXPECT_THAT(run.out, HasSubstr("can be reviewed when it is over"));
    EXPECT_THAT(run.out, HasSubstr("'Qd4': none of your men can try that now"));
    EXPECT_THAT(run.out, HasSubstr("The game was abandoned. It is a draw.\n"));
}

TEST(PlayCommand, ReviewRevealsTheTrueBoardMoveByMove) {
    const auto run = run_program({"play", "--as", "white", "--against", "random", "--seed", "3"},
                                 "e2e4\nresign\nreview\n");
    const auto over = run.out.find("White resigns. Black wins.\n");
    ASSERT_NE(over, std::string::npos);
    EXPECT_THAT(run.out.substr(0, over), Not(HasSubstr("r n b q k b n r")));
    EXPECT_THAT(run.out.substr(over), HasSubstr(" 8  r n b q k b n r  8\n"));
    EXPECT_THAT(run.out.substr(over), HasSubstr("\n1. white e2e4\n"));
    EXPECT_THAT(run.out.substr(over), HasSubstr(" black "));
    EXPECT_THAT(run.out, HasSubstr("0-1 resignation\n"));
}

TEST(PlayCommand, EndOfInputAbandonsPolitely) {
    const auto record = temporary_path("abandoned.jsonl");
    const auto run = run_program({"play", "--as", "white", "--record", record}, "e2e4\n");
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.err, "");
    const auto json = only_record(record);
    EXPECT_EQ(json["result"], "1/2-1/2");
    EXPECT_EQ(json["reason"], "abandoned");
    EXPECT_EQ(json["actions"][0]["action"], "e2e4");
}

TEST(PlayCommand, AnInterruptKeepsTheRecord) {
    const auto record = temporary_path("interrupted.jsonl");
    const auto run =
        interrupt_program({"play", "--as", "white", "--record", record}, "The enemy has", SIGINT);
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(only_record(record)["reason"], "abandoned");
}

// A person who tries every move there could be, over and over, until the umpire ends the game: then
// what was hidden may be reviewed.
TEST(PlayCommand, ASmallBoardIsPlayedToItsNaturalEnd) {
    const auto record = temporary_path("small.jsonl");
    std::string sweep;
    for (char from_file = 'a'; from_file <= 'd'; ++from_file)
        for (char from_rank = '1'; from_rank <= '4'; ++from_rank)
            for (char to_file = 'a'; to_file <= 'd'; ++to_file)
                for (char to_rank = '1'; to_rank <= '4'; ++to_rank)
                    sweep += {from_file, from_rank, to_file, to_rank, '\n'};
    std::string typed;
    for (int i = 0; i < 40; ++i)
        typed += sweep;
    const auto run = run_program({"play", "--as", "white", "--against", "random", "--rules",
                                  "wild16,board=reduced4x4", "--seed", "9", "--record", record},
                                 typed);
    EXPECT_EQ(run.status, 0);
    const auto reason = only_record(record)["reason"].get<std::string>();
    EXPECT_NE(reason, "abandoned");
    EXPECT_NE(reason, "resignation");
    EXPECT_THAT(run.out, HasSubstr("Type review"));
}

TEST(PlayCommand, DarkChess) {
    const auto record = temporary_path("dark.jsonl");
    const auto run = run_program({"play", "darkchess", "--as", "first", "--against", "random",
                                  "--seed", "4", "--record", record},
                                 "z9\na1\nboard\ntries\nresign\nreview\n");
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.out, HasSubstr(" 8  X  X  X  X   8\n"));
    EXPECT_THAT(run.out, HasSubstr("Nobody has a colour yet"));
    EXPECT_THAT(run.out, HasSubstr("You turned over a "));
    EXPECT_THAT(run.out, HasSubstr("You play "));
    EXPECT_THAT(run.out, HasSubstr("Your opponent turned over a "));
    const auto over = run.out.find("You resign. Your opponent wins.\n");
    ASSERT_NE(over, std::string::npos);
    EXPECT_THAT(run.out.substr(0, over), Not(testing::ContainsRegex("\\([A-Za-z]\\)")))
        << "a dark face was shown";
    EXPECT_THAT(run.out.substr(over), testing::ContainsRegex("\\([A-Za-z]\\)"));
    EXPECT_EQ(only_record(record)["game"], "darkchess");
}

TEST(PlayCommand, Stratego) {
    const auto record = temporary_path("stratego.jsonl");
    const auto run = run_program({"play", "stratego", "--as", "red", "--against", "random",
                                  "--rules", "tiny", "--seed", "4", "--record", record},
                                 "help\na1a2\nIHGM\nboard\nd1d2\na1-a2\nresign\nreview\n");
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.out, HasSubstr("1 I major"));
    EXPECT_THAT(run.out, HasSubstr("a1a2: set up your men first\n"));
    EXPECT_THAT(run.out, HasSubstr("Both sides are set up. Play begins.\n"));
    EXPECT_THAT(run.out, HasSubstr(" 4  ?  ?  ?  ?   4\n"));
    EXPECT_THAT(run.out, HasSubstr(" 1  Mj Ca Li Fl  1\n"));
    EXPECT_THAT(run.out, HasSubstr("You moved a1-a2.\n"));
    const auto over = run.out.find("Red resigns. Blue wins.\n");
    ASSERT_NE(over, std::string::npos);
    EXPECT_THAT(run.out.substr(0, over), Not(HasSubstr("fl "))) << "the enemy's flag was shown";
    EXPECT_THAT(run.out.substr(over), HasSubstr("fl "));
    EXPECT_EQ(only_record(record)["actions"][0]["action"], "IHGM");
}

TEST(PlayCommand, StrategoSetsUpForThePerson) {
    for (const std::string way : {"random", "human"}) {
        const auto run =
            run_program({"play", "stratego", "--as", "blue", "--seed", "2"}, way + "\nresign\n");
        EXPECT_EQ(run.status, 0);
        EXPECT_THAT(run.out, HasSubstr("Play begins.")) << way;
    }
}

TEST(PlayCommand, BadArgumentsGetOneLineAndStatusTwo) {
    const std::vector<std::vector<std::string>> bad{
        {"play", "chess"},
        {"play", "--as", "red"},
        {"play", "--against", "nobody"},
        {"play", "--rules", "nonsense"},
        {"play", "--budget", "lots"},
        {"play", "--seed", "x"},
        {"play", "--record", "/nonexistent/folder/file"},
    };
    for (const auto& arguments : bad) {
        const auto run = run_program(arguments);
        EXPECT_EQ(run.status, 2) << arguments.back();
        EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
        EXPECT_EQ(run.out, "") << arguments.back();
    }
}

}  // namespace
}  // namespace nebel::test
