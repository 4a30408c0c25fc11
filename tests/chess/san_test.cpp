#include "chess/san.hpp"

#include <gtest/gtest.h>

#include <set>

#include "chess/random_games.hpp"

namespace nebel::chess {
namespace {

using testing::for_random_positions;
using testing::tricky_fens;

void expect_round_trips(const Position& pos, const MoveList& moves) {
    std::set<std::string> seen;
    for (const Move m : moves) {
        const std::string san = to_san(pos, m);
        ASSERT_TRUE(seen.insert(san).second) << san << " twice in " << to_fen(pos);
        const auto read = parse_san(pos, san);
        ASSERT_TRUE(read) << san << " in " << to_fen(pos) << ": " << read.error().message;
        ASSERT_EQ(*read, m) << san << " in " << to_fen(pos);
        ASSERT_EQ(*parse_san(pos, to_uci(m)), m);
        const auto uci = parse_uci(to_uci(m));
        ASSERT_TRUE(uci);
        ASSERT_EQ(to_legal_move(pos, *uci), m);
    }
}

TEST(San, AndUciRoundTripOnEverySize) {
    for_random_positions(41, 1, 60, expect_round_trips);
    for (const std::string& fen : tricky_fens()) {
        const Position pos = parse_fen(fen).value();
        MoveList moves;
        generate_legal(pos, moves);
        expect_round_trips(pos, moves);
    }
}

TEST(San, WritesTheUsualForms) {
    const auto san = [](const char* fen, const char* uci) {
        const Position pos = parse_fen(fen).value();
        return to_san(pos, *to_legal_move(pos, *parse_uci(uci)));
    };
    EXPECT_EQ(san("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1g1"), "O-O");
    EXPECT_EQ(san("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"), "O-O-O");
    EXPECT_EQ(san("5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"), "O-O+");
    EXPECT_EQ(san("4k3/8/8/8/8/2N5/8/2N1K3 w - - 0 1", "c1e2"), "N1e2");
    EXPECT_EQ(san("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "b1d2"), "Nd2");
    EXPECT_EQ(san("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2"), "Nbd2");
    EXPECT_EQ(san("8/7k/8/8/8/Q7/8/Q1Q1K3 w - - 0 1", "a1b2"), "Qa1b2");
    EXPECT_EQ(san("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n"), "exd8=N");
    EXPECT_EQ(san("4k3/8/8/KPp5/8/8/8/8 w - c6 0 2", "b5c6"), "bxc6");
    EXPECT_EQ(san("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), "Ra8#");
    // The other knight is pinned and needs no telling apart.
    EXPECT_EQ(san("4r1k1/8/8/8/8/8/4N3/1N2K3 w - - 0 1", "b1c3"), "Nc3");
}

TEST(San, ReadsLenientlyButStrictInMeaning) {
    const Position pos = *parse_fen("3rk3/4P3/8/8/8/5N2/8/1N2K2R w K - 0 1");
    EXPECT_EQ(to_uci(*parse_san(pos, "0-0")), "e1g1");
    EXPECT_EQ(to_uci(*parse_san(pos, "O-O!?")), "e1g1");
    EXPECT_EQ(to_uci(*parse_san(pos, "exd8Q")), "e7d8q");
    EXPECT_EQ(to_uci(*parse_san(pos, "exd8=Q#")), "e7d8q");
    EXPECT_EQ(to_uci(*parse_san(pos, "Nb1-d2")), "b1d2");
    EXPECT_FALSE(parse_san(pos, "Nd2"));    // two knights
    EXPECT_FALSE(parse_san(pos, "exd8"));   // promotes to what?
    EXPECT_FALSE(parse_san(pos, "O-O-O"));  // no right
    EXPECT_FALSE(parse_san(pos, "Ra8"));
    for (const char* garbage : {"", "N", "x", "=Q", "++", "Zz9", "e9", "Nf3f3f3", "O-", "e8=K"})
        EXPECT_FALSE(parse_san(pos, garbage)) << garbage;
}

TEST(Uci, RefusesWhatIsNotAMove) {
    for (const char* text :
         {"", "e2", "e2e", "e2e2", "e2e9", "i2e4", "e7e8k", "e7e8p", "e7e8Q", "e2e4qq"})
        EXPECT_FALSE(parse_uci(text)) << text;
    EXPECT_EQ(to_uci(*parse_uci("e7e8n")), "e7e8n");
    EXPECT_EQ(to_uci(Move()), "0000");
}

}  // namespace
}  // namespace nebel::chess
