#include <gtest/gtest.h>

#include "cli/program.hpp"

namespace nebel::test {
namespace {

TEST(RefereeCommand, TellsEachSeatItsOwnSideOfAKriegspielGame) {
    const auto run = run_program({"referee", "kriegspiel"}, "e2e4\nd7d5\ne4e5\ne4d5\n");
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.err, "");
    const std::vector<std::string> expected{
        R"({"seat":null,"action":null,"accepted":true,"events":{"white":[{"count":0,"seat":"white","type":"pawn_tries"}],"black":[{"count":0,"seat":"white","type":"pawn_tries"}]},"to_act":"white","outcome":null})",
        R"({"seat":"white","action":"e2e4","accepted":true,"events":{"white":[{"action":"e2e4","seat":"white","type":"moved"},{"count":0,"seat":"black","type":"pawn_tries"}],"black":[{"seat":"white","type":"moved"},{"count":0,"seat":"black","type":"pawn_tries"}]},"to_act":"black","outcome":null})",
        R"({"seat":"black","action":"d7d5","accepted":true,"events":{"white":[{"seat":"black","type":"moved"},{"count":1,"seat":"white","type":"pawn_tries"}],"black":[{"action":"d7d5","seat":"black","type":"moved"},{"count":1,"seat":"white","type":"pawn_tries"}]},"to_act":"white","outcome":null})",
        R"({"seat":"white","action":"e4e5","accepted":true,"events":{"white":[{"action":"e4e5","seat":"white","type":"moved"},{"count":0,"seat":"black","type":"pawn_tries"}],"black":[{"seat":"white","type":"moved"},{"count":0,"seat":"black","type":"pawn_tries"}]},"to_act":"black","outcome":null})",
        R"({"seat":"black","action":"e4d5","accepted":false,"events":{"white":[],"black":[{"action":"e4d5","reason":"illegal","seat":"black","type":"refused"}]},"to_act":"black","outcome":null})",
    };
    EXPECT_EQ(run.lines(), expected);
}

TEST(RefereeCommand, AnnouncesMateAndTakesNothingMore) {
    const auto lines =
        run_program({"referee", "kriegspiel", "--reveal"}, "f2f3\ne7e5\ng2g4\nd8h4\na2a3\nresign\n")
            .objects();
    ASSERT_EQ(lines.size(), 7u);
    EXPECT_EQ(lines[4]["outcome"], (nlohmann::json{{"result", "0-1"}, {"reason", "checkmate"}}));
    EXPECT_EQ(lines[4]["to_act"], nullptr);
    EXPECT_EQ(lines[4]["events"]["white"].back(),
              (nlohmann::json{{"type", "end"}, {"result", "0-1"}, {"reason", "checkmate"}}));
    EXPECT_EQ(lines[4]["state"], "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    EXPECT_EQ(lines[5], (nlohmann::json{{"error", "the game is over"}}));
    EXPECT_EQ(lines[6], (nlohmann::json{{"error", "the game is over"}}));
}

TEST(RefereeCommand, ShowsTheStateOnlyWhenAskedTo) {
    for (const std::string game : {"kriegspiel", "darkchess", "stratego"}) {
        for (const auto& line : run_program({"referee", game}, "").objects())
            EXPECT_FALSE(line.contains("state")) << game;
        for (const auto& line : run_program({"referee", game, "--reveal"}, "").objects())
            EXPECT_TRUE(line.contains("state")) << game;
    }
}

TEST(RefereeCommand, BadInputChangesNothing) {
    const auto run = run_program({"referee", "kriegspiel", "--reveal"},
                                 "e2\n\n# a remark\nany\ne9e5\n\x01\xff\ne2e4 e7e5\ne2e4\n");
    const auto lines = run.objects();
    ASSERT_EQ(lines.size(), 7u);
    for (std::size_t i = 1; i <= 5; ++i) {
        EXPECT_TRUE(lines[i].contains("error")) << lines[i];
        EXPECT_EQ(lines[i].size(), 1u);
    }
    EXPECT_EQ(lines[6]["action"], "e2e4");
    EXPECT_EQ(lines[6]["accepted"], true);
    EXPECT_EQ(run.status, 0);
}

TEST(RefereeCommand, AnswersAny) {
    const auto lines =
        run_program({"referee", "kriegspiel", "--rules", "berkeley_any"}, "e2e4\nd7d5\nany\ng1f3\n")
            .objects();
    ASSERT_EQ(lines.size(), 5u);
    const nlohmann::json yes{{"type", "answer"}, {"seat", "white"}, {"any", true}};
    EXPECT_EQ(lines[3]["events"]["white"], nlohmann::json::array({yes}));
    EXPECT_EQ(lines[3]["events"]["black"], nlohmann::json::array({yes}));
    EXPECT_EQ(lines[3]["to_act"], "white");
    EXPECT_EQ(lines[4]["accepted"], false);
    EXPECT_EQ(lines[4]["events"]["white"][0]["reason"], "nonsense");
}

TEST(RefereeCommand, StartsFromAGivenPosition) {
    const auto lines = run_program({"referee", "kriegspiel", "--start",
                                    "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "--reveal"},
                                   "a7a8q\n")
                           .objects();
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(
        lines[0]["events"]["black"][0],
        (nlohmann::json{
            {"type", "start"}, {"seat", "white"}, {"pawns", 1}, {"pieces", 0}, {"castling", 0}}));
    EXPECT_EQ(lines[1]["events"]["black"][1],
              (nlohmann::json{{"type", "check"}, {"seat", "black"}, {"kinds", {"rank"}}}));
    EXPECT_EQ(lines[1]["state"], "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1");
}

TEST(RefereeCommand, PlaysDarkChess) {
    const auto run =
        run_program({"referee", "darkchess", "--start", "KGGM/MRRN/NCCP/PPPP/kggm/mrrn/nccp/pppp"},
                    "a5\na1\na5-a4\na5-a6\nb1\nresign\n");
    const auto lines = run.objects();
    ASSERT_EQ(lines.size(), 7u);
    EXPECT_EQ(
        run.lines()[1],
        R"({"seat":"first","action":"a5","accepted":true,"events":{"first":[{"man":"P","seat":"first","square":"a5","type":"flip"}],"second":[{"man":"P","seat":"first","square":"a5","type":"flip"}]},"to_act":"second","outcome":null})");
    EXPECT_EQ(lines[2]["events"]["first"][0]["man"], "p");
    EXPECT_TRUE(lines[3].contains("error"));  // a4 is still dark
    EXPECT_TRUE(lines[4].contains("error"));
    EXPECT_EQ(lines[5]["events"]["second"],
              nlohmann::json::array(
                  {{{"type", "flip"}, {"seat", "first"}, {"square", "b1"}, {"man", "p"}}}));
    EXPECT_EQ(lines[6]["seat"], "second");
    EXPECT_EQ(lines[6]["action"], "resign");
    EXPECT_EQ(lines[6]["outcome"], (nlohmann::json{{"result", "1-0"}, {"reason", "resignation"}}));
}

TEST(RefereeCommand, TheDealFollowsFromTheSeed) {
    const auto first = run_program({"referee", "darkchess", "--seed", "5", "--reveal"}, "a1\n");
    const auto again = run_program({"referee", "darkchess", "--seed", "5", "--reveal"}, "a1\n");
    const auto other = run_program({"referee", "darkchess", "--seed", "6", "--reveal"}, "a1\n");
    EXPECT_EQ(first.out, again.out);
    EXPECT_NE(first.out, other.out);
}

TEST(RefereeCommand, PlaysStratego) {
    // Micro: captain H, lieutenant G, flag M on one row of three; four rows.
    const auto run = run_program({"referee", "stratego", "--rules", "micro"},
                                 "a1a2\nHGG\nHGM\nHGM\na1a2\nc4c3\na2a3\na4a3\nb1b2\n");
    const auto lines = run.objects();
    ASSERT_GE(lines.size(), 5u);
    EXPECT_TRUE(lines[1].contains("error"));
    EXPECT_TRUE(lines[2].contains("error"));
    EXPECT_EQ(lines[3]["events"]["red"],
              nlohmann::json::array({{{"type", "setup"}, {"seat", "red"}, {"men", "HGM"}}}));
    EXPECT_EQ(lines[3]["events"]["blue"],
              nlohmann::json::array({{{"type", "ready"}, {"seat", "red"}}}));
    EXPECT_EQ(lines[3]["to_act"], "blue");
    EXPECT_EQ(lines[4]["events"]["red"].back(),
              (nlohmann::json{
                  {"type", "board"}, {"seat", "red"}, {"size", "3x4"}, {"cells", "HGMAAAAAA???"}}));
    EXPECT_EQ(lines[4]["events"]["blue"].back()["cells"], "???AAAAAAYST");
    EXPECT_EQ(
        lines[5]["events"]["blue"],
        nlohmann::json::array({{{"type", "move"}, {"seat", "red"}, {"from", "a1"}, {"to", "a2"}}}));
    EXPECT_EQ(run.status, 0);
}

TEST(RefereeCommand, AStrikeTellsBothRanks) {
    // Red's captain on a2 strikes blue's lieutenant on a3, then the flag on a4.
    const auto lines =
        run_program({"referee", "stratego", "--rules", "micro", "--start", "AGMHAASATYAA"},
                    "a2a3\nc3b3\na3a4\n")
            .objects();
    ASSERT_EQ(lines.size(), 4u) << lines.size();
    EXPECT_EQ(lines[1]["events"]["blue"][0], (nlohmann::json{{"type", "strike"},
                                                             {"seat", "red"},
                                                             {"from", "a2"},
                                                             {"to", "a3"},
                                                             {"attacker", "captain"},
                                                             {"defender", "lieutenant"},
                                                             {"result", "wins"}}));
    EXPECT_EQ(lines[3]["events"]["red"][0]["result"], "flag");
    EXPECT_EQ(lines[3]["outcome"], (nlohmann::json{{"result", "1-0"}, {"reason", "flag_taken"}}));
}

}  // namespace
}  // namespace nebel::test
