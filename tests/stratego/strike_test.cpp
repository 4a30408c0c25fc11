#include <gtest/gtest.h>

#include "sandbox.hpp"

namespace nebel::stratego {
namespace {

// Written out in full. A row is a striker, a column the man it strikes: the ten ranks that walk
// from the spy up, then bomb and flag. w wins, l loses, b both go, f takes the flag.
constexpr std::array<std::string_view, 10> kTable{
    "bllllllllwlf",  // spy
    "wblllllllllf",  // scout
    "wwblllllllwf",  // miner
    "wwwblllllllf",  // sergeant
    "wwwwbllllllf",  // lieutenant
    "wwwwwblllllf",  // captain
    "wwwwwwbllllf",  // major
    "wwwwwwwblllf",  // colonel
    "wwwwwwwwbllf",  // general
    "wwwwwwwwwblf",  // marshal
};

TEST(StrategoStrike, WholeTable) {
    for (std::size_t a = 0; a < kTable.size(); ++a)
        for (std::size_t d = 0; d < kAllRanks.size(); ++d) {
            const Rank attacker = kAllRanks[a];
            const Rank defender = kAllRanks[d];
            ASSERT_TRUE(walks(attacker));
            EXPECT_EQ(text(strike(attacker, defender))[0], kTable[a][d])
                << text(attacker) << " strikes " << text(defender);
        }
}

// The referee does with the men what the table says, and tells both seats the same.
TEST(StrategoStrike, AtTheTable) {
    for (std::size_t a = 0; a < kTable.size(); ++a)
        for (std::size_t d = 0; d < kAllRanks.size(); ++d) {
            const Rank attacker = kAllRanks[a];
            const Rank defender = kAllRanks[d];
            SCOPED_TRACE(std::string(text(attacker)) + " strikes " + std::string(text(defender)));
            std::vector<std::string> men{std::string(1, letter(attacker)) + "a4",
                                         std::string(1, letter(defender, Seat::Second)) + "a5",
                                         "Mj1", "Di1", "Pi10"};
            if (defender != Rank::Flag)
                men.push_back("Yj10");
            auto referee = board_with(men);
            const auto answer = play(referee, "a4a5");
            ASSERT_EQ(answer.verdict, Verdict::Accepted);
            const auto event = Event::strike(
                Seat::First, {*parse_square("a4"), *parse_square("a5")}, attacker, defender);
            for (const Seat seat : kSeats)
                EXPECT_EQ(answer.events[seat][0], event);
            const Position& after = referee.position();
            const Square from = *parse_square("a4");
            const Square to = *parse_square("a5");
            EXPECT_FALSE(after.men(Seat::First).has(from));
            const char result = kTable[a][d];
            EXPECT_EQ(after.men(Seat::First).has(to), result == 'w' || result == 'f');
            EXPECT_EQ(after.men(Seat::Second).has(to), result == 'l');
            EXPECT_EQ(after.rank(to), result == 'l'   ? defender
                                      : result == 'b' ? Rank::Unknown
                                                      : attacker);
            EXPECT_EQ(referee.outcome(),
                      result == 'f' ? std::optional(win_for(Seat::First, Reason::FlagTaken))
                                    : std::nullopt);
        }
}

TEST(StrategoStrike, TheMarshalBeatsTheSpyWhenItStrikes) {
    auto referee = board_with({"La4", "Oa5", "Mj1", "Yj10", "Pi10"});
    EXPECT_EQ(play(referee, "a4a5").events[Seat::Second][0].text(),
              "strike red a4 a5 marshal spy wins");
}

}  // namespace
}  // namespace nebel::stratego
